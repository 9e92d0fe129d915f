// Measures the duration of video and audio; other tracks and declared totals are ignored.
import type { Headers } from './probe-report.ts';
import { type Fields, numberOf, positive } from './report-fields.ts';

/** What plays of a file. */
const shownStreams = ({ video, audio }: Headers): readonly Fields[] =>
  [video, audio].filter((stream) => stream !== undefined);

/** For `-select_streams`. */
export const shownIndices = (headers: Headers): readonly string[] =>
  shownStreams(headers).map(({ index }) => String(numberOf(index) ?? 0));

/**
 * ASF says one length for all streams, with the time before the first of them; in a program stream only some frames have a time,
 * and ffprobe takes the last that has one for the end.
 */
const LOOSE = ['asf', 'mpeg'];

const TOLERANCE_SECONDS = 0.25;

/**
 * Undefined where only the packets tell: when the header does not say it for each stream, and what it says for the whole file
 * counts other streams too, or may count from the zero of a clock that starts later.
 * @returns seconds from where the file starts to where the last of what plays ends
 */
export const headerLength = (headers: Headers): number | undefined => {
  if (LOOSE.includes(headers.demuxer) || !headers.hasStart) return undefined;
  const ends = shownStreams(headers).map((stream) => {
    const [start, duration] = [numberOf(stream.start_time), positive(numberOf(stream.duration))];
    return start === undefined || duration === undefined ? undefined : start + duration;
  });
  const known = ends.filter((end) => end !== undefined);
  if (known.length === ends.length) return positive(Math.max(...known) - headers.startSeconds);
  // Matroska counts from the clock's zero, unless a program of another mind wrote it: that makes little difference with a little start.
  const { durationSeconds, startSeconds, demuxer } = headers;
  if (headers.hasOtherStreams || durationSeconds === undefined) return undefined;
  if (startSeconds === 0) return durationSeconds;
  return demuxer.startsWith('matroska') && startSeconds < TOLERANCE_SECONDS
    ? durationSeconds - startSeconds
    : undefined;
};

/**
 * Takes lines of `time stamp,duration`, in seconds; either may be missing.
 * `seconds` is when the packet that ends last ends, those without a time following the one before them; undefined when none
 * has a time.
 */
export class PacketEnd {
  seconds: number | undefined;

  readonly handleLine = (line: string): void => {
    const [time = '', duration = ''] = line.split(',');
    const start = time === 'N/A' ? (this.seconds ?? Number.NaN) : time === '' ? Number.NaN : Number(time);
    const end = start + (Number(duration) || 0);
    if (Number.isFinite(end) && (this.seconds === undefined || end > this.seconds)) this.seconds = end;
  };
}
