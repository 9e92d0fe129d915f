// Identify overlay on the screen, shown while any client wants it.

import type { Clock } from '../../base/clock.ts';
import type { Deck } from '../../deck/deck.ts';
import type { Machine } from '../../deck/ports.ts';

export interface IdentifyOverlay {
  /**
   * @param holder the client; a second request of it counts once
   * @param seconds duration; undefined: until it is released
   */
  set(holder: object, shown: boolean, seconds?: number): void;
}

export const createIdentifyOverlay = (deps: {
  readonly deck: Deck;
  readonly machine: Machine;
  readonly clock: Clock;
}): IdentifyOverlay => {
  const { deck, machine, clock } = deps;
  /** Each holder with the cancel function of its timer. */
  const holders = new Map<object, () => void>();
  const set: IdentifyOverlay['set'] = (holder, shown, seconds) => {
    const wasShown = holders.size > 0;
    holders.get(holder)?.();
    holders.delete(holder);
    if (shown) {
      const stop = seconds === undefined ? () => undefined : clock.after(seconds, () => set(holder, false));
      holders.set(holder, stop);
    }
    const isShown = holders.size > 0;
    if (isShown === wasShown) return;
    deck.setOverlay(isShown ? ['HERE', machine.hostName(), ...Object.values(machine.interfaces())] : []);
  };
  return { set };
};
