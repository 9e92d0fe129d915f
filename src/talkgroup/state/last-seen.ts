// Last-seen data per peer; survives a restart.

import type { Endpoint } from '../endpoint.ts';
import type { StoredLastSeen } from './documents.ts';

export interface LastSeen {
  get(peer: number): StoredLastSeen | undefined;
  isSimplex(peer: number): boolean;
  /** `at` in seconds since 1970; `endpoint` while it is logged in. */
  record(peer: number, seen: { simplex: boolean; at: number; endpoint?: Endpoint }): void;
  forget(peer: number): void;
  list(): readonly StoredLastSeen[];
}

export const createLastSeen = (options: {
  readonly saved: readonly StoredLastSeen[];
  readonly onChange: () => void;
}): LastSeen => {
  const byPeer = new Map(options.saved.map((seen) => [seen.peer, seen]));
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
