// Detects that the process stalled, so that queued commands are treated as stale.
import type { Clock } from '../../base/clock.ts';

const POLL_INTERVAL_SECONDS = 1;
/** Messages that waited during a stall are read within this time. */
const READ_SECONDS = 0.5;

export interface StallDetector {
  /** How long a message that is read now may have waited here; 0 when it cannot have. */
  waitedSeconds(): number;
  stop(): void;
}

export const detectStalls = (clock: Clock): StallDetector => {
  let polledAt = clock.nowSeconds();
  let last = { endedAt: Number.NEGATIVE_INFINITY, seconds: 0 };
  let stopLook = (): void => undefined;
  const lateness = (): number => clock.nowSeconds() - polledAt - POLL_INTERVAL_SECONDS;
  const poll = (): void => {
    const seconds = lateness();
    polledAt = clock.nowSeconds();
    if (seconds > POLL_INTERVAL_SECONDS) last = { endedAt: polledAt, seconds };
    stopLook = clock.after(POLL_INTERVAL_SECONDS, poll);
  };
  stopLook = clock.after(POLL_INTERVAL_SECONDS, poll);
  return {
    // After a stall, timers and sockets may be served in either order.
    waitedSeconds: () => Math.max(0, lateness(), clock.nowSeconds() - last.endedAt < READ_SECONDS ? last.seconds : 0),
    stop: () => stopLook(),
  };
};
