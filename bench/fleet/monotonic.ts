// The machine's monotonic clock: the same in every process, so that one can tell when another acted.

/** Milliseconds since the machine started. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
