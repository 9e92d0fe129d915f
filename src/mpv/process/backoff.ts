// The wait before mpv is started again after it ended early several times in a row.
const MIN_SECONDS = 0.25;
const MAX_SECONDS = 5;

/** @param shortRuns how many runs in a row ended early, 1 or more @returns seconds, doubled each time up to 5 */
const toBackoffSeconds = (shortRuns: number): number => Math.min(MAX_SECONDS, MIN_SECONDS * 2 ** (shortRuns - 1));

/** Resolves after the wait, or as soon as the signal is aborted. */
export const backOff = (shortRuns: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, toBackoffSeconds(shortRuns) * 1000);
    signal.addEventListener('abort', end);
  });
