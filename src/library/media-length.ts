// How long a file's picture and sound are: subtitles and data tracks do not count, nor does what a header promises for all together.
import type { Headers } from './probe-report.ts';
import { type Fields, numberOf, positive } from './report-fields.ts';

/** What plays of a file. */
const shownStreams = ({ video, audio }: Headers): readonly Fields[] =>
  [video, audio].filter((stream) => stream !== undefined);

/** For `-select_streams`. */
export const shownIndices = (headers: Headers): readonly string[] =>
  shownStreams(headers).map(({ index }) => String(numberOf(index) ?? 0));

/**
 * Undefined where only the packets tell: when the header does not say it for each stream, and what it says for the whole file
 * counts other streams too, or may count from the zero of a clock that starts later.
 * @returns seconds from where the file starts to where the last of what plays ends
 */
export const headerLength = (headers: Headers): number | undefined => {
  // ASF says one length for all streams, with the time before the first of them.
  if (headers.demuxer === 'asf') return undefined;
  const ends = shownStreams(headers).map((stream) => {
    const [start, duration] = [numberOf(stream.start_time), positive(numberOf(stream.duration))];
    return start === undefined || duration === undefined ? undefined : start + duration;
  });
  const known = ends.filter((end) => end !== undefined);
  if (known.length === ends.length) return positive(Math.max(...known) - headers.startSeconds);
  return headers.hasOtherStreams || headers.startSeconds !== 0 ? undefined : headers.durationSeconds;
};

/**
 * @param output lines of `time stamp,duration`, in seconds; either may be missing
 * @returns when the packet that ends last ends; undefined when there is none
 */
export const lastPacketEnd = (output: string): number | undefined => {
  let last: number | undefined;
  for (const [, time, duration] of output.matchAll(/^(-?[\d.]+),([\d.]*)/gm)) {
    const end = Number(time) + Number(duration);
    if (Number.isFinite(end) && (last === undefined || end > last)) last = end;
  }
  return last;
};
