// Detects long-lasting frames (slides), which are repeated so that seeks within them work.
import type { FrameRate } from '../../deck/clips/clip.ts';
import { parseFraction } from './frame-rate.ts';
import { frameCount, type Headers } from './probe-report.ts';

/** As long as in the slowest usual film. */
const NORMAL_FRAME_SECONDS = 0.2;
/** So many of the frames of its nominal rate a film has at least; one that has fewer may have long ones. */
const NORMAL_SHARE = 0.75;

const toNumber = ({ numerator, denominator }: FrameRate): number => numerator / denominator;

/** Undefined where only the time stamps of the frames tell. */
export const longFramesByHeader = (headers: Headers, durationSeconds: number): boolean | undefined => {
  const { video } = headers;
  const [nominal, average] = [parseFraction(video?.r_frame_rate), parseFraction(video?.avg_frame_rate)];
  const frames = frameCount(headers);
  const rates = [
    average && toNumber(average),
    frames !== undefined && durationSeconds > 0 ? frames / durationSeconds : undefined,
  ];
  const rate = rates.find((number) => number !== undefined);
  if (rate === undefined) return false;
  if (rate < 1 / NORMAL_FRAME_SECONDS) return true;
  return nominal !== undefined && toNumber(nominal) <= 120 && rate < NORMAL_SHARE * toNumber(nominal)
    ? undefined
    : false;
};

/** Packets come in the order in which they are decoded: so many may stand between one and the one shown after it. */
const REORDERED = 64;

/** Takes lines that begin with a time stamp, in seconds, in the order of the file, and finds frames that are on for long. */
export class LongFrames {
  /** Sorted; what comes later is shown after the first of them. */
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

  /** Whether there is one, when all lines were taken. */
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
