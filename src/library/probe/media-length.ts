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

/** What the headers say that helps to find the end of a stream. */
export interface EndFacts {
  /** How many frames the decoder holds back to put them in order. */
  readonly heldFrames: number;
  /** Seconds on the file's clock at which the file says it ends. */
  readonly declaredEnd?: number;
  /** The file has no durations of packets: what ffprobe says is a guess. */
  readonly guessesDurations?: true;
}

/** @param index of a stream that plays */
export const toEndFacts = ({ demuxer, video, durationSeconds }: Headers, index: string): EndFacts => ({
  heldFrames: String(numberOf(video?.index)) === index ? (numberOf(video?.has_b_frames) ?? 0) : 0,
  ...(demuxer === 'asf' && {
    guessesDurations: true,
    // It counts from the zero of the file's clock.
    ...(durationSeconds !== undefined && { declaredEnd: durationSeconds }),
  }),
});

interface Shown {
  readonly start: number;
  readonly hasDuration: boolean;
}

/**
 * Reads lines of `time shown,time decoded,duration` of one stream, in seconds; any of them may be missing. Frames without a time
 * shown come at a steady rate. With a time decoded, the stream ends as many frames after the last one decoded as the decoder holds
 * back. Without either time, it ends no earlier than the durations of all frames since the first add up to.
 */
export class PacketEnd {
  readonly #facts: EndFacts;
  /** The latest end of a frame. */
  #end: number | undefined;
  #first: number | undefined;
  /** Total duration of the packets that are shown from the first timestamp on. */
  #shownSeconds = 0;
  #latest: Shown | undefined;
  #beforeLatest: number | undefined;
  #decodedEnd: number | undefined;
  #hasUntimed = false;

  constructor(facts: EndFacts = { heldFrames: 0 }) {
    this.#facts = facts;
  }

  readonly handleLine = (line: string): void => {
    const [time = '', decodingTime = '', durationText = ''] = line.split(',');
    if (time === '') return;
    const [shown, decoded] = [toSeconds(time), toSeconds(decodingTime)];
    const duration = this.#facts.guessesDurations ? 0 : (toSeconds(durationText) ?? 0);
    const start = shown ?? decoded ?? this.#end;
    if (start === undefined) return;
    this.#first ??= start;
    if (shown === undefined || start >= this.#first) this.#shownSeconds += duration;
    this.#hasUntimed ||= shown === undefined && decoded !== undefined;
    if (decoded !== undefined)
      this.#decodedEnd = Math.max(this.#decodedEnd ?? 0, decoded + (1 + this.#facts.heldFrames) * duration);
    const isFollower = shown === undefined && decoded === undefined;
    const ends = [this.#end, start + duration, isFollower ? this.#first + this.#shownSeconds : undefined];
    this.#end = Math.max(...ends.filter((end) => end !== undefined));
    this.#place({ start, hasDuration: duration > 0 });
  };

  /** The end of the stream on the file's clock; undefined when no packet has a timestamp. */
  get seconds(): number | undefined {
    if (this.#end === undefined || this.#latest === undefined) return undefined;
    const last = this.#latest.hasDuration ? 0 : this.#latest.start + this.#lastSeconds(this.#latest.start);
    return Math.max(this.#end, last, this.#hasUntimed ? (this.#decodedEnd ?? 0) : 0);
  }

  /** True while the last frame has no duration, and the frame before it, which tells it, has not been read. */
  get needsMore(): boolean {
    return this.#latest === undefined || (!this.#latest.hasDuration && this.#beforeLatest === undefined);
  }

  /** A last frame whose duration is not in the file lasts as long as the one before it, but not beyond the declared end. */
  #lastSeconds(start: number): number {
    const usual = start - (this.#beforeLatest ?? start);
    const left = (this.#facts.declaredEnd ?? 0) - start;
    return left > 0 ? Math.min(usual, left) : usual;
  }

  #place(packet: Shown): void {
    const latest = this.#latest;
    if (latest === undefined || packet.start > latest.start) {
      this.#beforeLatest = latest?.start;
      this.#latest = packet;
    } else if (packet.start < latest.start)
      this.#beforeLatest = Math.max(packet.start, this.#beforeLatest ?? packet.start);
  }
}

const toSeconds = (text: string): number | undefined => {
  const seconds = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(seconds) ? seconds : undefined;
};
