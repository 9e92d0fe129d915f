// Measures the duration of video and audio; other tracks and declared totals are ignored.
import { parseFraction } from './frame-rate.ts';
import type { Headers } from './probe-report.ts';
import { type Fields, numberOf, positive } from './report-fields.ts';

/** The streams of a file that are played. */
const shownStreams = ({ video, audio }: Headers): readonly Fields[] =>
  [video, audio].filter((stream) => stream !== undefined);

/** For `-select_streams`. */
export const shownIndices = (headers: Headers): readonly string[] =>
  shownStreams(headers).map(({ index }) => String(numberOf(index) ?? 0));

/**
 * ASF declares one length for all streams, including the time before the first; in a program stream only some frames have a timestamp,
 * and ffprobe takes the last of these for the end.
 */
const LOOSE = ['asf', 'mpeg'];

/** In a transport stream ffprobe takes a second for the time that the last slide is shown. */
const hasOpenEnd = ({ demuxer, video }: Headers): boolean => {
  const { numerator, denominator } = parseFraction(video?.avg_frame_rate) ?? { numerator: 1, denominator: 1 };
  return demuxer === 'mpegts' && numerator < denominator;
};

/** Enough to find the last frame of a slow video after the key frame before it. */
const TAIL_SECONDS = 1;
/** So many frames may come in the file after one that is shown later. */
const REORDERED = 16;

/** How far before the end reading begins, so that the frame that is shown last is among the packets. */
export const tailSeconds = ({ video }: Headers): number => {
  const { numerator, denominator } = parseFraction(video?.avg_frame_rate) ?? { numerator: 1, denominator: 0 };
  return TAIL_SECONDS + (REORDERED * denominator) / numerator;
};

const TOLERANCE_SECONDS = 0.25;

/**
 * Duration by the header; undefined when only the packets can tell: when it is not declared for each stream, and the total
 * includes other streams or may count from the zero of a clock that starts later.
 * @returns seconds from the start of the file to the end of the last played stream
 */
export const headerLength = (headers: Headers): number | undefined => {
  if (LOOSE.includes(headers.demuxer) || hasOpenEnd(headers) || !headers.hasStart) return undefined;
  const ends = shownStreams(headers).map((stream) => {
    const [start, duration] = [numberOf(stream.start_time), positive(numberOf(stream.duration))];
    return start === undefined || duration === undefined ? undefined : start + duration;
  });
  const known = ends.filter((end) => end !== undefined);
  if (known.length === ends.length) return positive(Math.max(...known) - headers.startSeconds);
  // Matroska counts from the clock's zero; for the few programs that do not, a small start offset makes little difference.
  const { durationSeconds, startSeconds, demuxer } = headers;
  if (headers.hasOtherStreams || durationSeconds === undefined) return undefined;
  if (startSeconds === 0) return durationSeconds;
  return demuxer.startsWith('matroska') && startSeconds < TOLERANCE_SECONDS
    ? durationSeconds - startSeconds
    : undefined;
};

/**
 * Reads lines of `timestamp,duration`, in seconds; either may be missing.
 * `seconds` is the latest end of a packet; undefined when none has a timestamp. Packets without a timestamp follow the one
 * before them, and the frame that is shown last may be such a one: so no frame ends before all those since the first.
 */
export class PacketEnd {
  seconds: number | undefined;
  #first: number | undefined;
  /** Total duration of the packets that are shown from the first timestamp on. */
  #shownSeconds = 0;

  readonly handleLine = (line: string): void => {
    const [time = '', duration = ''] = line.split(',');
    const isUntimed = time === 'N/A';
    const start = isUntimed ? (this.seconds ?? Number.NaN) : time === '' ? Number.NaN : Number(time);
    if (!Number.isFinite(start)) return;
    const lasting = Number(duration) || 0;
    this.#first ??= start;
    if (isUntimed || start >= this.#first) this.#shownSeconds += lasting;
    const ends = [this.seconds, start + lasting, isUntimed ? this.#first + this.#shownSeconds : undefined];
    this.seconds = Math.max(...ends.filter((end) => end !== undefined));
  };
}
