// The subscriptions of all peers, and the index the router asks: who listens to a talkgroup.

import type { Timeslot } from '../timeslot.ts';
import { expire, NO_SUBSCRIPTIONS, type Subscriptions, toListening, toSimplex } from './subscriptions.ts';

export interface SubscriptionTable {
  /** As they are in force: all on timeslot 2 while the peer is simplex. */
  of(peer: number): Subscriptions;
  /** Applies a transition to what is stored, whatever the peer is now; returns whether it changed anything. */
  change(peer: number, transition: (list: Subscriptions) => Subscriptions): boolean;
  /** Peers that listen to a talkgroup, each with the timeslot it is delivered on. */
  listeners(talkgroup: number): ReadonlyMap<number, Timeslot>;
  /** Ends what has run out by `nowSeconds`. */
  expire(nowSeconds: number): void;
  /** What is stored of every peer that has subscriptions. */
  entries(): Iterable<readonly [peer: number, list: Subscriptions]>;
}

const NOBODY: ReadonlyMap<number, Timeslot> = new Map();

/**
 * @param options.isSimplex whether a peer has timeslot 2 only, by its last login
 * @param options.onChange told after each change; `silenced` are the talkgroups the peer no longer listens to
 */
export const createSubscriptionTable = (options: {
  readonly isSimplex?: (peer: number) => boolean;
  readonly onChange: (peer: number, silenced: readonly number[]) => void;
}): SubscriptionTable => {
  const lists = new Map<number, Subscriptions>();
  const index = new Map<number, Map<number, Timeslot>>();
  // Never later than the earliest end; spares the scan while nothing can have run out.
  let nextEndSeconds = Number.POSITIVE_INFINITY;

  const listen = (peer: number, talkgroup: number, timeslot: Timeslot): void => {
    const listeners = index.get(talkgroup) ?? new Map<number, Timeslot>();
    listeners.set(peer, timeslot);
    index.set(talkgroup, listeners);
  };

  const silence = (peer: number, talkgroup: number): void => {
    const listeners = index.get(talkgroup);
    listeners?.delete(peer);
    if (listeners?.size === 0) index.delete(talkgroup);
  };

  const storedOf = (peer: number): Subscriptions => lists.get(peer) ?? NO_SUBSCRIPTIONS;

  const table: SubscriptionTable = {
    of: (peer) => (options.isSimplex?.(peer) === true ? toSimplex(storedOf(peer)) : storedOf(peer)),

    change: (peer, transition) => {
      const before = storedOf(peer);
      const after = transition(before);
      if (after === before) return false;
      if (after.length === 0) lists.delete(peer);
      else lists.set(peer, after);
      for (const { endsAtSeconds } of after) nextEndSeconds = Math.min(nextEndSeconds, endsAtSeconds);
      const listening = toListening(after);
      const silenced = [...toListening(before).keys()].filter((talkgroup) => !listening.has(talkgroup));
      for (const talkgroup of silenced) silence(peer, talkgroup);
      for (const [talkgroup, timeslot] of listening) listen(peer, talkgroup, timeslot);
      options.onChange(peer, silenced);
      return true;
    },

    listeners: (talkgroup) => index.get(talkgroup) ?? NOBODY,

    expire: (nowSeconds) => {
      if (nowSeconds < nextEndSeconds) return;
      nextEndSeconds = Number.POSITIVE_INFINITY;
      for (const [peer, list] of [...lists]) {
        table.change(peer, (current) => expire(current, nowSeconds));
        for (const { endsAtSeconds } of list)
          if (endsAtSeconds > nowSeconds) nextEndSeconds = Math.min(nextEndSeconds, endsAtSeconds);
      }
    },

    entries: () => lists.entries(),
  };
  return table;
};
