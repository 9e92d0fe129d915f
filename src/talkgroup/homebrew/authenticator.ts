// Authenticates peers: salt, digest, rate limits.
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Endpoint } from '../endpoint.ts';
import { createRateLimit, type RateLimit } from '../rate-limit.ts';
import type { Peers } from '../registry/peers.ts';
import { toDigest } from '../registry/tokens.ts';
import type { Counters, LoginResult } from '../telemetry/counters.ts';
import type { LoginHistory } from '../telemetry/login-history.ts';
import { createKnownAddresses } from './known-addresses.ts';
import { acknowledgementBytes, acknowledgementTo, refusalBytes } from './message-bytes.ts';
import { createPendingLogins } from './pending-logins.ts';
import type { Sessions } from './sessions.ts';

export interface Authenticator {
  /** Answers a login request; undefined: no answer. */
  challenge(peer: number, from: Endpoint): Buffer | undefined;
  /** Answers an authorisation, and opens the session when the digest is right. */
  authorise(peer: number, digest: Buffer, from: Endpoint): Buffer | undefined;
  /** True when the peer has authenticated from this address, so that others there cannot lock it out. */
  isKnown(peer: number, from: Endpoint): boolean;
  /** Restores the address of a peer from before the restart. */
  restoreAddress(peer: number, from: Endpoint): void;
  /** Records that a message of a peer was not answered, because too many came from its address. */
  passOver(peer: number, from: Endpoint, isLogin: boolean): void;
  forget(): void;
  pending(): number;
}

/** Limits answers, not guesses: passwords cannot be guessed. The right one is always accepted. */
const FAILURES = { max: 30, withinSeconds: 60 };

export const createAuthenticator = (deps: {
  readonly clock: Clock;
  readonly peers: Peers;
  readonly sessions: Sessions;
  readonly loginHistory: LoginHistory;
  readonly counters: Counters;
}): Authenticator => {
  const { clock, peers, sessions, loginHistory, counters } = deps;
  const pendingLogins = createPendingLogins({ clock });
  const failures: RateLimit = createRateLimit({ ...FAILURES, clock });
  const known = createKnownAddresses();

  const recordLogin = (peer: number, from: Endpoint, result: Exclude<LoginResult, 'accepted'>): void => {
    counters.logins[result]++;
    loginHistory.record(peer, result, from);
  };

  return {
    challenge: (peer, from) => {
      if (peers.get(peer) === undefined) {
        recordLogin(peer, from, 'unknown-peer');
        return refusalBytes(peer);
      }
      loginHistory.record(peer, 'asked', from);
      return acknowledgementBytes(pendingLogins.begin(peer, from));
    },

    authorise: (peer, digest, from) => {
      if (sessions.at(peer, from)?.digest.equals(digest)) return acknowledgementTo(peer);
      const salt = pendingLogins.saltOf(peer, from);
      const record = peers.get(peer);
      if (record === undefined) return refusalBytes(peer);
      if (salt === undefined) {
        loginHistory.record(peer, 'out-of-step', from);
        return refusalBytes(peer);
      }
      if (!timingSafeEqual(digest, toDigest(salt, record.password))) {
        const isKnown = known.has(peer, from.address);
        if (!isKnown && failures.isReached(from.address)) {
          recordLogin(peer, from, 'limited');
          return undefined;
        }
        // A forged address must not end a pending login from there.
        if (!isKnown) pendingLogins.end(peer, from);
        failures.count(from.address);
        recordLogin(peer, from, 'wrong-password');
        return refusalBytes(peer);
      }
      pendingLogins.end(peer, from);
      known.record(peer, from.address);
      counters.logins.accepted++;
      sessions.open(peer, from, Buffer.from(digest));
      loginHistory.record(peer, 'authorised', from);
      return acknowledgementTo(peer);
    },

    isKnown: (peer, from) => peers.get(peer) !== undefined && known.has(peer, from.address),
    restoreAddress: (peer, from) => known.record(peer, from.address),

    passOver: (peer, from, isLogin) => {
      if (isLogin) counters.logins.limited++;
      // Unregistered ids must not push others out of the login history.
      if (peers.get(peer) !== undefined) loginHistory.record(peer, 'passed-over', from);
    },

    forget: () => pendingLogins.forget(),
    pending: () => pendingLogins.size(),
  };
};
