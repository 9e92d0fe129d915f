// The machine's monotonic clock, as the deck's port.
import type { Clock } from '../deck/ports.ts';

export const createSystemClock = (): Clock => ({
  nowSeconds: () => performance.now() / 1000,
  after: (seconds, callback) => {
    const timer = setTimeout(callback, seconds * 1000);
    return () => clearTimeout(timer);
  },
});
