// Makes a clip's head with ffmpeg, and checks that it can take the place of what it was made of.
import type { FileHandle } from 'node:fs/promises';
import { readFile, rm } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import { encode } from '../convert/encode.ts';
import { PauseSwitch } from '../convert/pause-switch.ts';
import { runProbe } from '../probe/probe-run.ts';
import { type HeadPlan, MAX_HEAD_SECONDS, type Packet, type TimeBase, toHeadPlan, toSeconds } from './head-plan.ts';

/** Of a long group of pictures; reading further would not find a head. */
const SURVEYED_SECONDS = MAX_HEAD_SECONDS + 2;
/** Frames after the head that are compared: a decoder that begins at the key frame must give the same. */
const COMPARED_FRAMES = 24;

/** What must be the same in head and clip, as ffprobe names it. */
const LOOKS = [
  ...['width', 'height', 'pix_fmt', 'sample_aspect_ratio'],
  ...['color_range', 'color_space', 'color_transfer', 'color_primaries', 'chroma_location'],
] as const;
/** Options of ffmpeg that write into the head what decoded frames may lack. */
const WRITTEN: Readonly<Record<string, string>> = {
  color_range: '-color_range',
  color_space: '-colorspace',
  color_transfer: '-color_trc',
  color_primaries: '-color_primaries',
  chroma_location: '-chroma_sample_location',
};

interface Survey {
  /** The clock at the beginning of the file. */
  readonly startSeconds: number;
  readonly looks: Readonly<Record<string, unknown>>;
  readonly timeBase: TimeBase;
  readonly packets: readonly Packet[];
}

interface MadeHead {
  readonly fromSeconds: number;
  readonly keySeconds: number;
}

/** Completes "… starts without a head: …". */
const failure = (why: string): AppError => new AppError('unsupported-media', `${why}.`);

/** @throws AppError `unsupported-media` where the file is no candidate; the signal's reason when it is aborted */
const survey = async (file: FileHandle, interval: readonly string[], signal: AbortSignal): Promise<Survey> => {
  const shown = `stream=index,codec_type,time_base,field_order,${LOOKS.join(',')}:stream_side_data_list:stream_tags=rotate:packet=stream_index,pts,flags:format=start_time`;
  // With covers and other pictures, among which the player would have to choose.
  const args = [...interval, '-select_streams', 'v', '-show_entries', shown, '-of', 'json'];
  const report = await runProbe(file, args, { signal }).catch((error) => {
    throw signal.aborted ? signal.reason : error;
  });
  const found = JSON.parse(report);
  const [stream, ...others] = found.streams ?? [];
  const hasSideData = (stream?.side_data_list?.length ?? 0) > 0 || stream?.tags?.rotate !== undefined;
  if (stream === undefined || others.length > 0 || hasSideData)
    throw failure('its picture is turned, or not the only one');
  if (isKnown(stream.field_order) && stream.field_order !== 'progressive') throw failure('it is interlaced');
  const [numerator = 0, denominator = 0] = String(stream.time_base).split('/').map(Number);
  const looks = Object.fromEntries(LOOKS.map((name) => [name, toLook(name, stream[name])]));
  const packets = (found.packets ?? []).map(({ pts, flags }: { pts?: number; flags?: string }) => ({
    time: pts ?? Number.NaN,
    isKey: flags?.startsWith('K') === true,
  }));
  const startSeconds = Number(found.format?.start_time);
  return { startSeconds, looks, timeBase: { numerator, denominator }, packets };
};

/**
 * Makes the head that begins at this time.
 * @param resultPath absolute path; a file that is there is replaced
 * @returns undefined where the clip needs none
 * @throws AppError as `encode` and `runProbe`; the signal's reason when it is aborted
 */
export const makeHead = async (
  file: FileHandle,
  inSeconds: number,
  resultPath: string,
  open: (path: string) => Promise<FileHandle>,
  signal: AbortSignal,
): Promise<MadeHead | undefined> => {
  const interval = ['-read_intervals', `${inSeconds.toFixed(3)}%+${SURVEYED_SECONDS}`];
  const clip = await survey(file, interval, signal);
  // mpv counts from there; in an EDL it does not.
  if (clip.startSeconds !== 0) throw failure('its clock does not begin at 0');
  const plan = toHeadPlan(clip.packets, clip.timeBase, inSeconds);
  if (plan === undefined) return undefined;
  const run = (from: number, options: readonly string[], path: string): Promise<void> =>
    encode({
      file,
      inputArguments: ['-copyts', '-noaccurate_seek', '-ss', from.toFixed(6)],
      outputArguments: ['-map', '0:V:0', '-an', '-sn', '-dn', ...options],
      resultPath: path,
      durationSeconds: MAX_HEAD_SECONDS,
      onProgress: () => undefined,
      priority: 'idle',
      pause: new PauseSwitch(),
      signal,
    });
  await run(inSeconds, toEncoding(plan, clip), resultPath);
  const head = await open(resultPath);
  try {
    checkHead(clip, plan, await survey(head, ['-format_whitelist', 'nut'], signal));
  } finally {
    await head.close();
  }
  const key = toSeconds(plan.to, clip.timeBase);
  const pictures = async (from: number): Promise<string> => {
    const path = `${resultPath}.pictures`;
    try {
      await run(from, [...toTrim(plan.to), '-frames:v', String(COMPARED_FRAMES), '-f', 'framemd5'], path);
      return await readFile(path, 'latin1');
    } finally {
      await rm(path, { force: true });
    }
  };
  // A little behind the key frame, where the search for it begins: ffmpeg rounds times.
  if ((await pictures(inSeconds)) !== (await pictures(key + 0.002)))
    throw failure('its pictures differ when decoding begins at the key frame after the in point');
  return { fromSeconds: toSeconds(plan.from, clip.timeBase), keySeconds: key };
};

/** In steps of the clip's clock, which is the one of the filters. */
const toTrim = (from: number, to?: number): readonly string[] => [
  ...['-fps_mode', 'passthrough'],
  ...['-vf', `trim=start_pts=${from}${to === undefined ? '' : `:end_pts=${to}`}`],
];

/** All but lossless, and light to decode. */
const toEncoding = ({ from, to }: HeadPlan, { timeBase, looks }: Survey): readonly string[] => [
  ...toTrim(from, to),
  ...['-enc_time_base', `${timeBase.numerator}:${timeBase.denominator}`],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'fastdecode', '-crf', '10', '-bf', '0', '-g', '9999'],
  ...['-pix_fmt', 'yuv420p'],
  ...Object.entries(WRITTEN).flatMap(([name, option]) => {
    const value = looks[name];
    return typeof value === 'string' ? [option, value] : [];
  }),
  // It keeps the clip's clock: of the others some count in milliseconds, some begin at 0.
  ...['-f', 'nut'],
];

/** @throws AppError `unsupported-media` where it is not what was asked for */
const checkHead = (clip: Survey, { from, to, frames }: HeadPlan, head: Survey): void => {
  const differs = LOOKS.find((name) => clip.looks[name] !== head.looks[name]);
  if (differs !== undefined) throw failure(`the ${differs} of its head is ${head.looks[differs] ?? 'not known'}`);
  const wanted = clip.packets.map(({ time }) => time).filter((time) => time >= from && time < to);
  const times = wanted.sort((one, other) => one - other).map((time) => toSeconds(time, clip.timeBase));
  const isSame = head.packets.every(({ time }, index) => {
    const at = toSeconds(time, head.timeBase);
    return Math.abs(at - (times[index] ?? Number.NaN)) < 1e-6;
  });
  if (head.packets.length !== frames || !isSame) throw failure('its head has other frames than the clip');
};

/** Undefined where the file does not say. Brightness without a range has the one of television; not every version of ffmpeg says so. */
const toLook = (name: (typeof LOOKS)[number], value: unknown): unknown =>
  isKnown(value) ? value : name === 'color_range' ? 'tv' : undefined;

const isKnown = (value: unknown): boolean => value !== undefined && value !== 'unknown' && value !== 'unspecified';
