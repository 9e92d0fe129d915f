// How fast a part of a clip was decoded, from samples of mpv's position over the time of the box.

interface Sample {
  /** Time of the box. */
  readonly wallSeconds: number;
  /** Position in the clip. */
  readonly mediaSeconds: number;
}

/** The clip's seconds that are compared: long enough for a box to make good a heavy frame, as mpv's queues do. */
const WINDOW_SECONDS = 1;

export class PartSamples {
  readonly #samples: Sample[] = [];

  add(sample: Sample): void {
    const last = this.#samples.at(-1);
    if (last === undefined || sample.mediaSeconds > last.mediaSeconds) this.#samples.push(sample);
  }

  get mediaSeconds(): number {
    return (this.#samples.at(-1)?.mediaSeconds ?? 0) - (this.#samples[0]?.mediaSeconds ?? 0);
  }

  get wallSeconds(): number {
    return (this.#samples.at(-1)?.wallSeconds ?? 0) - (this.#samples[0]?.wallSeconds ?? 0);
  }

  /** Media seconds per second of the box, of the slowest second; of a shorter part, of all of it. */
  worstSecondFactor(): number {
    const all = this.#samples;
    let worst = Number.POSITIVE_INFINITY;
    let end = 0;
    for (const start of all) {
      while (end < all.length && (all[end]?.mediaSeconds ?? 0) - start.mediaSeconds < WINDOW_SECONDS) end += 1;
      const last = all[end];
      if (last === undefined) break;
      worst = Math.min(worst, toFactor(last, start));
    }
    if (worst < Number.POSITIVE_INFINITY) return worst;
    const [first, last] = [all[0], all.at(-1)];
    return first === undefined || last === undefined ? 0 : toFactor(last, first);
  }
}

const MIN_WALL_SECONDS = 1e-4;

const toFactor = (end: Sample, start: Sample): number =>
  (end.mediaSeconds - start.mediaSeconds) / Math.max(MIN_WALL_SECONDS, end.wallSeconds - start.wallSeconds);
