// The peers that have proved their password: one session each, bound to the address it was opened from.
// Their number is limited by that of registered peers.
import type { Clock } from '../clock.ts';
import { type Endpoint, isSameEndpoint } from '../endpoint.ts';
import type { Configuration } from './configuration.ts';

export interface Session {
  readonly peer: number;
  readonly endpoint: Endpoint;
  /** The digest of its login: a repeat is acknowledged again. */
  readonly digest: Buffer;
  /** Seconds since 1970. */
  readonly since: number;
  seenAtSeconds: number;
  /** Undefined until the peer has sent its configuration; only then it is running. */
  configuration: Configuration | undefined;
}

export type SessionEnd = 'replaced' | 'goodbye' | 'silent' | 'refused-configuration' | 'dismissed' | 'closing';

export interface Sessions {
  get(peer: number): Session | undefined;
  /** The session of a peer at an address; undefined when it is at another address. */
  at(peer: number, from: Endpoint): Session | undefined;
  /** Opens a session and replaces an existing one of the peer. */
  open(peer: number, endpoint: Endpoint, digest: Buffer): Session;
  touch(session: Session): void;
  end(session: Session, how: SessionEnd): void;
  /** Ends sessions that were silent for a minute. */
  expire(): void;
  list(): Iterable<Session>;
  size(): number;
}

/** Six pings of the slowest client. */
const PING_TIMEOUT_SECONDS = 60;

export const createSessions = (options: {
  readonly clock: Clock;
  /** `by` is the new address of the peer, when it is replaced. */
  readonly onEnd: (session: Session, how: SessionEnd, by?: Endpoint) => void;
}): Sessions => {
  const { clock } = options;
  const byPeer = new Map<number, Session>();

  const sessions: Sessions = {
    get: (peer) => byPeer.get(peer),
    at: (peer, from) => {
      const session = byPeer.get(peer);
      return session !== undefined && isSameEndpoint(session.endpoint, from) ? session : undefined;
    },
    open: (peer, endpoint, digest) => {
      const old = byPeer.get(peer);
      const session: Session = {
        peer,
        endpoint,
        digest,
        since: clock.wallSeconds(),
        seenAtSeconds: clock.seconds(),
        configuration: undefined,
      };
      byPeer.set(peer, session);
      if (old !== undefined) options.onEnd(old, 'replaced', endpoint);
      return session;
    },
    touch: (session) => {
      session.seenAtSeconds = clock.seconds();
    },
    end: (session, how) => {
      byPeer.delete(session.peer);
      options.onEnd(session, how);
    },
    expire: () => {
      const limitSeconds = clock.seconds() - PING_TIMEOUT_SECONDS;
      for (const session of byPeer.values()) if (session.seenAtSeconds < limitSeconds) sessions.end(session, 'silent');
    },
    list: () => byPeer.values(),
    size: () => byPeer.size,
  };
  return sessions;
};
