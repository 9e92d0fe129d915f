// Makes a test clip: encodes the frames up to the next key frame, and repeats them without encoding again.
import { once } from 'node:events';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '../../base/child-process.ts';
import { toMessage } from '../../base/errors.ts';
import { RESERVE_BYTES } from '../../deck/disk-reserve.ts';
import { withParentDeath } from '../../mpv/process/parent-death.ts';
import { toCounterFilter } from './frame-counter.ts';
import { type Codec, type TestClip, toLengthFrames, toMaxBytes } from './test-clip.ts';

export const ENCODERS: Readonly<Record<Codec, string>> = { h264: 'libx264', hevc: 'libx265' };

/** Why a clip was not made: closed words, since they go into the file that is sent in. */
export const NOT_MADE = ['no-encoder', 'no-space', 'too-slow', 'encoder-failed'] as const;
export type NotMade = (typeof NOT_MADE)[number];

export type MadeClip =
  | { readonly path: string; readonly makingSeconds: number }
  | { readonly reason: NotMade; readonly detail: string };

/** Fast to encode, but with what makes a usual file slow to decode: CABAC, B frames, deblocking. */
const toCodecOptions = ({ codec, keyFrameFrames }: TestClip): readonly string[] => {
  const closed = `keyint=${keyFrameFrames}:min-keyint=${keyFrameFrames}:scenecut=0:open-gop=0:bframes=2`;
  return codec === 'h264'
    ? ['-c:v', ENCODERS.h264, '-x264-params', `${closed}:cabac=1:8x8dct=1:no-deblock=0:ref=3`]
    : ['-c:v', ENCODERS.hevc, '-x265-params', `${closed}:log-level=error`, '-tag:v', 'hvc1'];
};

const QUIET = ['-v', 'error', '-nostdin', '-y'];

const toEncoding = (clip: TestClip, path: string): readonly string[] => {
  const { width, height, rate, bits, keyFrameFrames, kilobits } = clip;
  const format = bits === 10 ? 'yuv420p10le' : 'yuv420p';
  return [
    ...QUIET,
    ...['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${rate}`],
    ...['-vf', `${toCounterFilter()},format=${format}`, '-frames:v', String(keyFrameFrames)],
    ...toCodecOptions(clip),
    ...['-preset', 'ultrafast', '-b:v', `${kilobits}k`, '-maxrate', `${kilobits}k`, '-bufsize', `${kilobits / 2}k`],
    path,
  ];
};

/** With sound, since a clip with sound has a clock that pictures can be late for. */
const toRepeating = (clip: TestClip, unit: string, path: string): readonly string[] => {
  const frames = toLengthFrames(clip);
  const times = Math.ceil(frames / clip.keyFrameFrames) - 1;
  return [
    ...QUIET,
    ...['-stream_loop', String(times), '-i', unit, '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
    ...['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-t', String(frames / clip.rate)],
    path,
  ];
};

const NO_SPACE = /no space left|disk quota/i;

/** Runs ffmpeg; killed when the time is over, the signal comes, or this process is killed. */
const runEncoder = async (
  ffmpeg: string,
  args: readonly string[],
  limitSeconds: number,
  signal: AbortSignal,
): Promise<Extract<MadeClip, { reason: NotMade }> | undefined> => {
  let [complaint, isLate] = ['', false];
  const [program, ...all] = await withParentDeath(ffmpeg, args);
  const child = await startProgram(program, all, { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  const kill = (): boolean => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, limitSeconds * 1000);
  signal.addEventListener('abort', kill);
  if (signal.aborted) kill();
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  signal.removeEventListener('abort', kill);
  if (code === 0) return undefined;
  if (isLate) return { reason: 'too-slow', detail: `not made within ${Math.round(limitSeconds)} s` };
  const detail = complaint.trim().split('\n').at(-1) ?? '';
  return { reason: NO_SPACE.test(complaint) ? 'no-space' : 'encoder-failed', detail };
};

/**
 * @param deps.folder where the clip is written
 * @param deps.limitSeconds for the encoding
 * @returns the clip, or why it was not made; a clip that was not made leaves no file
 */
export const makeClip = async (
  clip: TestClip,
  deps: {
    readonly ffmpeg: string;
    readonly folder: string;
    readonly limitSeconds: number;
    readonly signal: AbortSignal;
  },
): Promise<MadeClip> => {
  const { ffmpeg, folder, limitSeconds, signal } = deps;
  const [unit, path] = [join(folder, `${clip.name}.unit.mp4`), join(folder, `${clip.name}.mp4`)];
  const startedAt = performance.now();
  try {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < toMaxBytes(clip) + RESERVE_BYTES) return { reason: 'no-space', detail: 'the disk is full' };
    const failed =
      (await runEncoder(ffmpeg, toEncoding(clip, unit), limitSeconds, signal)) ??
      (await runEncoder(ffmpeg, toRepeating(clip, unit, path), limitSeconds, signal));
    if (failed === undefined) return { path, makingSeconds: (performance.now() - startedAt) / 1000 };
    await rm(path, { force: true });
    return failed;
  } catch (error) {
    return { reason: 'encoder-failed', detail: toMessage(error) };
  } finally {
    await rm(unit, { force: true });
  }
};

/** The codecs for which this ffmpeg has an encoder; undefined when there is no ffmpeg. */
export const toCodecs = (encoders: string | undefined): readonly Codec[] | undefined =>
  encoders === undefined
    ? undefined
    : (Object.keys(ENCODERS) as Codec[]).filter((codec) =>
        new RegExp(`^ V\\S+ ${ENCODERS[codec]} `, 'm').test(encoders),
      );
