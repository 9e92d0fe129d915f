// Probes most files with one ffprobe run: headers, first and last frames.
import type { FileHandle } from 'node:fs/promises';
import { isPicture } from '../containers/media-formats.ts';
import { frameCountOfAll, type Headers, type Sample, toHeaders, videoEntries } from './probe-report.ts';
import { type ProbeOptions, runProbe } from './probe-run.ts';
import { type Fields, parseReport } from './report-fields.ts';

/** Enough to distinguish one frame from several. */
export const FIRST_PACKETS = 4;
/** With interleaved sound: this many packets hold the first frames of a file of any common program. */
const FIRST_PACKETS_OF_ALL = 16;
/** For larger files a second start of ffprobe is cheaper than decoding in vain. */
const SMALL_BYTES = 16 * 1024 * 1024;
/** A position past the end of any file: ffprobe then seeks to the last key frame. */
const PAST_END_SECONDS = 100_000_000;
/** Packets of the last frame and its neighbours. */
const LAST_PACKETS = 4;

/** A guess from the first bytes; ffprobe decides. */
interface Guess {
  readonly isPicture: boolean;
  readonly isStrict: boolean;
  /** It has an index of all packets, so that seeking to the end is fast. */
  readonly hasIndex: boolean;
}

interface HeaderProbe {
  readonly headers: Headers;
  /** Undefined when this run is not enough. */
  readonly sample: Sample | undefined;
}

/** @param head the first bytes of the file */
export const probeHeaders = async (
  file: FileHandle,
  { head, bytes }: { readonly head: Buffer; readonly bytes: number },
  options: ProbeOptions,
): Promise<HeaderProbe> => {
  const guess = toGuess(head);
  const count = bytes <= SMALL_BYTES ? FIRST_PACKETS_OF_ALL : FIRST_PACKETS;
  const where = `%+#${count}${guess.hasIndex ? `,${PAST_END_SECONDS}%+#${LAST_PACKETS}` : ''}`;
  const what = ['-show_format', '-show_streams', '-show_packets', '-show_frames'];
  const entries = [
    '-show_entries',
    'packet=stream_index,pts_time:frame=stream_index,interlaced_frame,best_effort_timestamp_time',
  ];
  const args = [...toSeverity(guess.isStrict), '-threads', '1', '-read_intervals', where, ...what, ...entries];
  const report = parseReport(await runProbe(file, [...args, ...JSON_OUT], options));
  const headers = toHeaders(report);
  const isAsGuessed = isPicture(headers.demuxer) === guess.isPicture && isIndexed(headers) === guess.hasIndex;
  return { headers, sample: isAsGuessed ? toWholeSample(report, headers, count) : undefined };
};

export const JSON_OUT = ['-of', 'json=c=1'];

/** A damaged frame of a video passes in a moment; a damaged picture stays on screen. */
export const toSeverity = (isStrict: boolean): readonly string[] => (isStrict ? ['-err_detect', 'explode'] : []);

export const isIndexed = ({ demuxer }: Headers): boolean => demuxer.startsWith('mov,');

const BOXES = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot'];
const TIFF_HEADS = ['II*\0', 'MM\0*'];
const PICTURE_HEADS = ['\x89PNG', '\xff\xd8\xff', 'BM', ...TIFF_HEADS, '\xff\x0a'];
/** After four bytes of length. */
const LATER_IMAGE_SIGNATURES = ['JXL ', 'WEBP'];

const toGuess = (head: Buffer): Guess => {
  const text = head.toString('latin1');
  const isLater = LATER_IMAGE_SIGNATURES.some((name) => text.startsWith(name, 4) || text.startsWith(name, 8));
  const isPicture = isLater || PICTURE_HEADS.some((name) => text.startsWith(name));
  return {
    isPicture,
    isStrict: isPicture && !TIFF_HEADS.some((name) => text.startsWith(name)),
    hasIndex: BOXES.includes(text.slice(4, 8)),
  };
};

/**
 * The sample, when it certainly holds the first frames and, with an index, the last one.
 * @param count number of packets of all streams that were requested at the start
 */
const toWholeSample = (report: Fields, headers: Headers, count: number): Sample | undefined => {
  const { packets, frames } = videoEntries(report, headers);
  const all = isIndexed(headers) ? frameCountOfAll(report) : undefined;
  if (isIndexed(headers) && all === undefined) return undefined;
  const firstOfAll = Math.min(count, all ?? packets.length);
  const first = packets.slice(0, firstOfAll).filter((isOfVideo) => isOfVideo).length;
  const isToEnd = firstOfAll < count;
  if (first === 0 || frames.length === 0 || (first < FIRST_PACKETS && !isToEnd)) return undefined;
  const hasEnd = packets.slice(firstOfAll).some((isOfVideo) => isOfVideo);
  if (isIndexed(headers) && !hasEnd) return undefined;
  // Animated pictures need the full probe.
  if (isPicture(headers.demuxer) && first >= FIRST_PACKETS) return undefined;
  return { packets: first, frames };
};
