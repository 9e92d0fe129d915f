// A clock that stands still until a test moves it.
import type { Clock } from '../../../src/talkgroup/clock.ts';

export interface TestClock extends Clock {
  /** Moves on, and runs what falls due on the way at its own time. */
  advance(seconds: number): void;
  /** Sets the system's clock, as NTP does, without any time passing. */
  setWall(wallSeconds: number): void;
}

/** 2026-01-01 00:00:00 UTC */
export const NEW_YEAR = 1_767_225_600;

export const createTestClock = (): TestClock => {
  let nowSeconds = 1000;
  let wallOffsetSeconds = NEW_YEAR - nowSeconds;
  let order = 0;
  const due = new Map<number, { readonly atSeconds: number; readonly task: () => void }>();

  const next = (untilSeconds: number): number | undefined => {
    let best: number | undefined;
    for (const [id, { atSeconds }] of due) {
      if (atSeconds > untilSeconds) continue;
      if (best === undefined || atSeconds < (due.get(best)?.atSeconds ?? 0)) best = id;
    }
    return best;
  };

  return {
    seconds: () => nowSeconds,
    wallSeconds: () => nowSeconds + wallOffsetSeconds,
    after: (delaySeconds, task) => {
      const id = order++;
      due.set(id, { atSeconds: nowSeconds + delaySeconds, task });
      return () => due.delete(id);
    },
    advance: (seconds) => {
      const untilSeconds = nowSeconds + seconds;
      for (let id = next(untilSeconds); id !== undefined; id = next(untilSeconds)) {
        const entry = due.get(id);
        due.delete(id);
        if (entry === undefined) continue;
        nowSeconds = Math.max(nowSeconds, entry.atSeconds);
        entry.task();
      }
      nowSeconds = untilSeconds;
    },
    setWall: (wallSeconds) => {
      wallOffsetSeconds = wallSeconds - nowSeconds;
    },
  };
};
