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
