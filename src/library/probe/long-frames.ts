// Detects long-lasting frames (slides), which are repeated so that seeks within them work.
import type { FrameRate } from '../../deck/clips/clip.ts';
import { parseFraction } from './frame-rate.ts';
import { frameCount, type Headers } from './probe-report.ts';

/** Frame duration of the slowest usual video; longer frames are repeated. */
export const NORMAL_FRAME_SECONDS = 0.2;
/** Minimum share of the frames of the nominal rate; a video with fewer may have long frames. */
const NORMAL_SHARE = 0.75;

const toNumber = ({ numerator, denominator }: FrameRate): number => numerator / denominator;

/** Undefined when only the timestamps of the frames can tell. */
export const longFramesByHeader = (headers: Headers, durationSeconds: number): boolean | undefined => {
  const { video } = headers;
  const [nominal, average] = [parseFraction(video?.r_frame_rate), parseFraction(video?.avg_frame_rate)];
  const frames = frameCount(headers);
  const rates = [
    average && toNumber(average),
    frames !== undefined && durationSeconds > 0 ? frames / durationSeconds : undefined,
  ];
  const rate = rates.find((number) => number !== undefined);
  // An ASF file says neither a mean rate nor a number of frames.
  if (rate === undefined) return undefined;
  if (rate < 1 / NORMAL_FRAME_SECONDS) return true;
  return nominal !== undefined && toNumber(nominal) <= 120 && rate < NORMAL_SHARE * toNumber(nominal)
    ? undefined
    : false;
};

/** Packets come in decoding order: up to this many may lie between two that are shown in succession. */
const REORDERED = 64;

/** Reads lines that begin with a timestamp, in seconds, in file order, and finds long frames. */
export class LongFrames {
  /** Sorted; later packets are shown after the first of them. */
  readonly #times: number[] = [];
  #shown: number | undefined;
  #found = false;

  readonly handleLine = (line: string): void => {
    const time = Number.parseFloat(line);
    if (Number.isNaN(time)) return;
    let at = this.#times.length;
    while (at > 0 && (this.#times[at - 1] ?? time) > time) at -= 1;
    this.#times.splice(at, 0, time);
    if (this.#times.length > REORDERED) this.#show();
  };

  /** True when there is a long frame; call after all lines. */
  found(): boolean {
    while (this.#times.length > 0) this.#show();
    return this.#found;
  }

  #show(): void {
    const time = this.#times.shift();
    if (time !== undefined && this.#shown !== undefined && time - this.#shown > NORMAL_FRAME_SECONDS)
      this.#found = true;
    this.#shown = time;
  }
}
