// The monotonic clock that timers and positions go by; tests hold their own.
/** Time and timers, so that tests hold the clock. */
export interface Clock {
  /** Seconds from an arbitrary start, never backwards. */
  nowSeconds(): number;
  /** Calls back once after so many seconds; returns the way to stop that. */
  after(seconds: number, callback: () => void): () => void;
}

export const createSystemClock = (): Clock => ({
  nowSeconds: () => performance.now() / 1000,
  after: (seconds, callback) => {
    const timer = setTimeout(callback, seconds * 1000);
    return () => clearTimeout(timer);
  },
});

/** @param seconds since 1970-01-01 UTC */
export const toIsoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

/**
 * The time of day in the machine's time zone, `20:15:00`.
 * @param seconds since 1970-01-01 UTC
 */
export const toLocalTime = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
};

const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4));

/** Sleeps exactly by blocking the event loop, where timers are too late. Returns at once below 0. */
export const blockThread = (seconds: number): void => {
  if (seconds > 0) Atomics.wait(NEVER_WOKEN, 0, 0, seconds * 1000);
};
