// How long to wait before mpv is started again after it ended early several times in a row.
const MIN_SECONDS = 0.25;
const MAX_SECONDS = 5;

/** @param shortRuns how many runs in a row ended early, 1 or more @returns seconds, doubled each time up to 5 */
export const toBackoffSeconds = (shortRuns: number): number =>
  Math.min(MAX_SECONDS, MIN_SECONDS * 2 ** (shortRuns - 1));
