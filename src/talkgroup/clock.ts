// The time everything in the talkgroup service lives by; tests hold their own.

export type Cancel = () => void;

export interface Clock {
  /** Seconds that never jump, from an arbitrary start. */
  seconds(): number;
  /** Seconds since 1970 by the system's clock; jumps when that is set. */
  wallSeconds(): number;
  /** Runs `task` once, `delaySeconds` from now. */
  after(delaySeconds: number, task: () => void): Cancel;
}

export const createSystemClock = (): Clock => ({
  seconds: () => performance.now() / 1000,
  wallSeconds: () => Date.now() / 1000,
  after: (delaySeconds, task) => {
    const timer = setTimeout(task, delaySeconds * 1000);
    return () => clearTimeout(timer);
  },
});

/** Runs `task` every `intervalSeconds` until cancelled; a slow task delays the next run, it never overlaps. */
export const every = (clock: Clock, intervalSeconds: number, task: () => void): Cancel => {
  let cancel: Cancel = () => undefined;
  const schedule = (): void => {
    cancel = clock.after(intervalSeconds, () => {
      schedule();
      task();
    });
  };
  schedule();
  return () => cancel();
};
