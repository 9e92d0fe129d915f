// Last-seen data per peer; survives a restart.

import type { Endpoint } from '../endpoint.ts';
import type { StoredPresence } from './documents.ts';

export interface LastSeen {
  get(peer: number): StoredPresence | undefined;
  isSimplex(peer: number): boolean;
  /** `at` in seconds since 1970; `endpoint` while it is logged in. */
  record(peer: number, presence: { simplex: boolean; at: number; endpoint?: Endpoint }): void;
  forget(peer: number): void;
  list(): readonly StoredPresence[];
}

export const createLastSeen = (options: {
  readonly presences: readonly StoredPresence[];
  readonly onChange: () => void;
}): LastSeen => {
  const byPeer = new Map(options.presences.map((presence) => [presence.peer, presence]));
  return {
    get: (peer) => byPeer.get(peer),
    isSimplex: (peer) => byPeer.get(peer)?.simplex ?? false,
    record: (peer, { simplex, at, endpoint }) => {
      const seenAt = Math.max(0, Math.round(at));
      byPeer.set(peer, { peer, simplex, seenAt, ...(endpoint === undefined ? {} : { endpoint }) });
      options.onChange();
    },
    forget: (peer) => {
      if (byPeer.delete(peer)) options.onChange();
    },
    list: () => [...byPeer.values()],
  };
};
