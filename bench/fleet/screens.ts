// What four screens show, looked at every millisecond, and when each player's clip began, going by its frames.
import { setPriority } from 'node:os';
import type { VirtualScreen } from '../../test/picture/virtual-screen.ts';
import { median } from '../player/figures.ts';

/** A frame that came onto a screen. */
interface Appearance {
  readonly frame: number;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly at: number;
}

interface Sight {
  /** What each screen showed, in order. */
  readonly seen: readonly (readonly Appearance[])[];
  /** Milliseconds: the longest time in which nobody looked. */
  readonly longestGapMs: number;
}

const INTERVAL_MS = 1;
/** Who looks is the measure, not the measured. */
const WATCH_PRIORITY = -18;

export const nowMs = (): number => performance.timeOrigin + performance.now();

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Before any looking; without the right to it the figures are coarser. */
export const watchAtHighPriority = (): void => {
  try {
    setPriority(0, WATCH_PRIORITY);
  } catch {
    console.log('      not run as root: what else runs on this machine shows in the figures');
  }
};

/** Looks until a moment, milliseconds since 1970. */
export const watchUntil = async (screens: readonly VirtualScreen[], until: number): Promise<Sight> => {
  const seen: Appearance[][] = screens.map(() => []);
  let longestGapMs = 0;
  for (let last = nowMs(); last < until; ) {
    for (const [index, screen] of screens.entries()) {
      const frame = screen.frameNumber();
      const list = seen[index];
      if (frame >= 0 && list !== undefined && list.at(-1)?.frame !== frame) list.push({ frame, at: nowMs() });
    }
    await pause(INTERVAL_MS);
    const now = nowMs();
    longestGapMs = Math.max(longestGapMs, now - last);
    last = now;
  }
  return { seen, longestGapMs };
};

/** Milliseconds since 1970 at which frame 0 would have come had every frame come as this one did. */
const toStart = ({ frame, at }: Appearance, rate: number): number => at - (frame * 1000) / rate;

/** A screen's first change of frame, and the middle of its first frames: one that is late alone is not a late start. */
export const startsOf = (seen: readonly Appearance[], rate: number, frames: number) => {
  const moving = seen.slice(1).filter(({ frame }) => frame >= 1);
  return {
    first: moving[0] === undefined ? Number.NaN : toStart(moving[0], rate),
    middle: median(moving.slice(0, frames).map((appearance) => toStart(appearance, rate))),
  };
};

export const spreadOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** @param length frames of a loop; Infinity: none */
export const countBackwards = (seen: readonly (readonly Appearance[])[], length = Number.POSITIVE_INFINITY): number =>
  seen.flatMap((list) =>
    list.filter(({ frame }, index) => {
      const step = frame - (list[index - 1]?.frame ?? frame);
      return step < 0 && step > -length / 2;
    }),
  ).length;
