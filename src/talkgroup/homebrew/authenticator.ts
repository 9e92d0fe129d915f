// Lets peers in: the salt, the digest of salt and password, and whose wrong ones are not answered.
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Endpoint } from '../endpoint.ts';
import { type AttemptLimit, createAttemptLimit } from '../rate-limit.ts';
import type { Peers } from '../registry/peers.ts';
import { toDigest } from '../registry/tokens.ts';
import type { Counters, LoginResult } from '../telemetry/counters.ts';
import type { Diary } from '../telemetry/login-history.ts';
import { createKnownPlaces } from './known-addresses.ts';
import { acknowledgementBytes, acknowledgementTo, refusalBytes } from './message-bytes.ts';
import { createHalfOpenLogins } from './pending-logins.ts';
import type { Sessions } from './sessions.ts';

export interface LoginDesk {
  /** Answers a login request; undefined for silence. */
  welcome(peer: number, from: Endpoint): Buffer | undefined;
  /** Answers an authorisation, and opens the session when it is right. */
  authorise(peer: number, digest: Buffer, from: Endpoint): Buffer | undefined;
  /** Whether a peer has given its password from this address: no flood of others there is held against it. */
  isKnown(peer: number, from: Endpoint): boolean;
  /** A peer was in from there before this process. */
  recall(peer: number, from: Endpoint): void;
  /** Takes down that a message of a peer is not answered: too many came from its address. */
  passOver(peer: number, from: Endpoint, isLogin: boolean): void;
  forget(): void;
  halfOpen(): number;
}

/** No guard of the passwords, which nobody guesses: it spares answers. The right one is let in whatever came before. */
const FAILURES = { most: 30, withinSeconds: 60 };

export const createLoginDesk = (parts: {
  readonly clock: Clock;
  readonly peers: Peers;
  readonly sessions: Sessions;
  readonly diary: Diary;
  readonly counters: Counters;
}): LoginDesk => {
  const { clock, peers, sessions, diary, counters } = parts;
  const halfOpen = createHalfOpenLogins({ clock });
  const failures: AttemptLimit = createAttemptLimit({ ...FAILURES, clock });
  const known = createKnownPlaces();

  const note = (peer: number, from: Endpoint, result: Exclude<LoginResult, 'accepted'>): void => {
    counters.logins[result]++;
    diary.note(peer, result, from);
  };

  return {
    welcome: (peer, from) => {
      if (peers.get(peer) === undefined) {
        note(peer, from, 'unknown-peer');
        return refusalBytes(peer);
      }
      diary.note(peer, 'asked', from);
      return acknowledgementBytes(halfOpen.begin(peer, from));
    },

    authorise: (peer, digest, from) => {
      if (sessions.at(peer, from)?.digest.equals(digest)) return acknowledgementTo(peer);
      const salt = halfOpen.saltOf(peer, from);
      const record = peers.get(peer);
      if (record === undefined) return refusalBytes(peer);
      if (salt === undefined) {
        diary.note(peer, 'out-of-step', from);
        return refusalBytes(peer);
      }
      if (!timingSafeEqual(digest, toDigest(salt, record.password))) {
        const isKnown = known.has(peer, from.address);
        if (!isKnown && failures.isReached(from.address)) {
          note(peer, from, 'limited');
          return undefined;
        }
        // Whoever forges an address must not end the login that is under way from there.
        if (!isKnown) halfOpen.end(peer, from);
        failures.count(from.address);
        note(peer, from, 'wrong-password');
        return refusalBytes(peer);
      }
      halfOpen.end(peer, from);
      known.note(peer, from.address);
      counters.logins.accepted++;
      sessions.open(peer, from, Buffer.from(digest));
      diary.note(peer, 'authorised', from);
      return acknowledgementTo(peer);
    },

    isKnown: (peer, from) => peers.get(peer) !== undefined && known.has(peer, from.address),
    recall: (peer, from) => known.note(peer, from.address),

    passOver: (peer, from, isLogin) => {
      if (isLogin) counters.logins.limited++;
      // Ids that nobody registered must not push others out of the diary.
      if (peers.get(peer) !== undefined) diary.note(peer, 'passed-over', from);
    },

    forget: () => halfOpen.forget(),
    halfOpen: () => halfOpen.size(),
  };
};
