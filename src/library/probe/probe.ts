// Probes a file: playable video or image, duration, frame rate, size.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { ProbedMedia } from '../../deck/clips/clip.ts';
import { HEAD_BYTES, whyReference } from '../../storage/file-references.ts';
import { ByteWindow } from '../containers/byte-window.ts';
import { isCutOff } from '../containers/cut-off.ts';
import { isStrict } from '../containers/media-formats.ts';
import { lengthWithoutJumps } from '../containers/transport-clock.ts';
import { whyUnplayable } from '../containers/unplayable-kinds.ts';
import { orStorageError } from '../storage-error.ts';
import { FIRST_PACKETS, isIndexed, JSON_OUT, probeHeaders, toSeverity } from './first-look.ts';
import { whyOversized } from './frame-limits.ts';
import { LongFrames, longFramesByHeader } from './long-frames.ts';
import { headerLength, PacketEnd, shownIndices, tailSeconds, toEndFacts } from './media-length.ts';
import {
  frameCount,
  type Headers,
  isMoving,
  type Sample,
  streamIndex,
  toProbedMedia,
  toSample,
} from './probe-report.ts';
import { type ProbeOptions, probeLimitSeconds, refusal, runProbe } from './probe-run.ts';
import { parseReport } from './report-fields.ts';

/** A recording that begins in the middle of a broadcast has its first key frame some seconds later. */
const MORE_PACKETS = 600;

/**
 * @param path of a regular file
 * @throws AppError `unsupported-media` with the reason, `storage-failed` when it can't be read,
 *   `internal` when ffprobe can't be run
 */
export const probeMedia = async (path: string, given: ProbeOptions = {}): Promise<ProbedMedia> => {
  const file = await orStorageError('open the file', () => open(path, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    const start = await orStorageError('read the file', () => checkHead(file));
    const options = { limitSeconds: probeLimitSeconds(start.bytes), ...given };
    const first = await probeHeaders(file, start, options);
    const { headers } = first;
    if (headers.video === undefined)
      throw refusal(headers.hasCover ? 'it is sound with a cover picture, no video' : 'it has sound only, no picture');
    const oversized = whyOversized(headers);
    if (oversized !== undefined) throw refusal(oversized);
    const sample = first.sample ?? (await decode(file, headers, options));
    if (!isMoving(headers, sample)) return toProbedMedia(headers, sample, { durationSeconds: 0, longFrames: false });
    // Sums of decimal fractions end in a tail of nines.
    const durationSeconds = Math.round((await durationOf(file, headers, options)) * 1e6) / 1e6;
    const longFrames = await hasLongFrames(file, headers, durationSeconds, options);
    return toProbedMedia(headers, sample, { durationSeconds, longFrames });
  } finally {
    await file.close().catch(() => undefined);
  }
};

/** @returns the first bytes and the size of the file */
const checkHead = async (file: FileHandle): Promise<{ readonly head: Buffer; readonly bytes: number }> => {
  const stats = await file.stat();
  if (!stats.isFile()) throw refusal('it is not a file');
  if (stats.size === 0) throw refusal('it is empty');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  const bytes = new ByteWindow(file, stats.size);
  const why = (await whyReference(bytes)) ?? (await whyUnplayable(bytes));
  if (why !== undefined) throw refusal(why);
  if (await isCutOff(bytes)) throw refusal('it is cut off, its end is missing');
  return { head, bytes: stats.size };
};

/** Decodes the first frames and, with an index, the last key frame: headers of a truncated file still declare everything. */
const decode = async (file: FileHandle, headers: Headers, options: ProbeOptions): Promise<Sample> => {
  const count = isIndexed(headers) ? frameCount(headers) : undefined;
  const end = headers.startSeconds + (headers.durationSeconds ?? 0);
  const atEnd = count === undefined ? '' : `,${end.toFixed(3)}%+#1`;
  const sample = await readSample(file, headers, `%+#${FIRST_PACKETS}${atEnd}`, options);
  if (count !== undefined && sample.packets <= Math.min(FIRST_PACKETS, count))
    throw refusal('it is cut off, its end is missing');
  if (headers.demuxer === 'mjpeg' && sample.packets >= FIRST_PACKETS)
    throw refusal('it is a bare stream of pictures without a clock; put it into MP4, MOV or AVI');
  if (sample.frames.length > 0) return sample;
  const more =
    sample.packets >= FIRST_PACKETS ? await readSample(file, headers, `%+#${MORE_PACKETS}`, options) : sample;
  if (more.frames.length === 0)
    throw refusal(`its picture (${headers.codec}) cannot be decoded, it is damaged or of an unusual kind`);
  return more;
};

const readSample = async (
  file: FileHandle,
  headers: Headers,
  intervals: string,
  options: ProbeOptions,
): Promise<Sample> => {
  const what = [
    '-show_packets',
    '-show_frames',
    '-show_entries',
    'packet=pts_time:frame=interlaced_frame,best_effort_timestamp_time',
  ];
  const where = ['-threads', '1', '-select_streams', streamIndex(headers), '-read_intervals', intervals];
  const severity = toSeverity(isStrict(headers.demuxer));
  return toSample(parseReport(await runProbe(file, [...severity, ...where, ...what, ...JSON_OUT], options)));
};

/** Live recordings declare no duration. */
const durationOf = async (file: FileHandle, headers: Headers, options: ProbeOptions): Promise<number> => {
  if (headers.demuxer === 'mpegts' || headers.demuxer === 'mpeg') {
    const seconds = await lengthWithoutJumps(new ByteWindow(file, (await file.stat()).size));
    if (seconds !== undefined) return seconds;
  }
  const known = headerLength(headers);
  if (known !== undefined) return known;
  let end = 0;
  // Sequentially, because a small board has memory for one run at a time.
  for (const index of shownIndices(headers)) end = Math.max(end, (await endOf(file, index, headers, options)) ?? 0);
  if (end <= headers.startSeconds) throw refusal('it does not say how long it is');
  return end - headers.startSeconds;
};

/** End of the last packet of a stream, on the file's clock; reads the whole stream when it cannot seek to the end. */
const endOf = async (
  file: FileHandle,
  index: string,
  headers: Headers,
  options: ProbeOptions,
): Promise<number | undefined> => {
  const what = ['-select_streams', index, '-show_entries', 'packet=pts_time,dts_time,duration_time', '-of', 'csv=p=0'];
  const tail = ['-read_intervals', `${Math.max(0, (headers.durationSeconds ?? 0) - tailSeconds(headers))}%`];
  const end = new PacketEnd(toEndFacts(headers, index));
  await runProbe(file, [...tail, ...what], options, end.handleLine);
  if (!end.needsMore) return end.seconds;
  const whole = new PacketEnd(toEndFacts(headers, index));
  await runProbe(file, what, options, whole.handleLine);
  return whole.seconds;
};

const hasLongFrames = async (
  file: FileHandle,
  headers: Headers,
  durationSeconds: number,
  options: ProbeOptions,
): Promise<boolean> => {
  const known = longFramesByHeader(headers, durationSeconds);
  if (known !== undefined) return known;
  const what = ['-select_streams', streamIndex(headers), '-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
  const frames = new LongFrames();
  await runProbe(file, what, options, frames.handleLine);
  return frames.found();
};
