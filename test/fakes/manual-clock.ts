import type { Clock } from '../../src/base/clock.ts';

/** A clock whose time passes when a test says so. */
export const createManualClock = (): Clock & {
  advance(seconds: number): void;
  /** Seconds until each timer that is running. */
  running(): readonly number[];
} => {
  let now = 0;
  let timers: { readonly at: number; readonly callback: () => void }[] = [];
  return {
    nowSeconds: () => now,
    after: (seconds, callback) => {
      const timer = { at: now + seconds, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    running: () => timers.map(({ at }) => at - now),
    advance: (seconds) => {
      now += seconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { callback } of due) callback();
    },
  };
};
