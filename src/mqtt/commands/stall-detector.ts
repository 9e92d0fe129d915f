// Notices that this process stood still: what the broker sent meanwhile waits in its socket and would be carried out late.
import type { Clock } from '../../base/clock.ts';

const LOOK_SECONDS = 1;
/** After a standstill, what has waited is read within so long. */
const READ_SECONDS = 0.5;

export interface Standstill {
  /** So long may have waited here what is read now; 0 for what cannot have waited. */
  waitedSeconds(): number;
  stop(): void;
}

export const watchStandstill = (clock: Clock): Standstill => {
  let lookedAt = clock.nowSeconds();
  let last = { endedAt: Number.NEGATIVE_INFINITY, seconds: 0 };
  let stopLook = (): void => undefined;
  const lateness = (): number => clock.nowSeconds() - lookedAt - LOOK_SECONDS;
  const look = (): void => {
    const seconds = lateness();
    lookedAt = clock.nowSeconds();
    if (seconds > LOOK_SECONDS) last = { endedAt: lookedAt, seconds };
    stopLook = clock.after(LOOK_SECONDS, look);
  };
  stopLook = clock.after(LOOK_SECONDS, look);
  return {
    // Timers and sockets are served in either order by a process that goes on.
    waitedSeconds: () => Math.max(0, lateness(), clock.nowSeconds() - last.endedAt < READ_SECONDS ? last.seconds : 0),
    stop: () => stopLook(),
  };
};
