// Master side of the Homebrew protocol: handles every datagram and tracks sessions.

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../endpoint.ts';
import { createRateLimit, type RateLimit } from '../rate-limit.ts';
import type { Counters } from '../telemetry/counters.ts';
import type { Authenticator } from './authenticator.ts';
import { type Burst, toBurst } from './burst.ts';
import { type Configuration, toConfiguration, toRejection } from './configuration.ts';
import { acknowledgementTo, closingBytes, pongBytes, refusalBytes } from './message-bytes.ts';
import { type PeerMessage, toPeerMessage } from './messages.ts';
import { MAX_OPTIONS_BYTES, toOptions } from './options.ts';
import type { Session, Sessions } from './sessions.ts';

export interface Master {
  receive(datagram: Buffer, from: Endpoint): void;
  /** Tells a peer of the previous process that its session is gone, so that it logs in again at once. */
  requestRelogin(peer: number, at: Endpoint): void;
  /** Ends the session of a peer, if it has one. */
  disconnect(peer: number): void;
  /** Expires sessions and logins; call about once a second. */
  tick(): void;
  /** Tells every peer that the master closes. */
  close(): void;
}

/** Answered datagrams per address of senders without a session. A hundred hotspots behind one address are no attack. */
export const UNKNOWN_SENDER_LIMIT = { max: 300, withinSeconds: 10 };

type UnauthenticatedMessage = Extract<PeerMessage, { readonly peer: number }>;

export const createMaster = (deps: {
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly authenticator: Authenticator;
  readonly counters: Counters;
  readonly send: (bytes: Buffer, to: Endpoint) => void;
  /** A peer has sent its configuration; `session.configuration` is still the previous one. */
  readonly onConfigured: (session: Session, configuration: Configuration) => void;
  /** A running peer requests static talkgroups; undefined when its option text is too long. */
  readonly onOptions: (session: Session, options: ReadonlyMap<string, string> | undefined) => void;
  readonly onBurst: (peer: number, burst: Burst, datagram: Buffer) => void;
}): Master => {
  const { clock, sessions, authenticator, counters, send } = deps;
  const unknownSenders: RateLimit = createRateLimit({ ...UNKNOWN_SENDER_LIMIT, clock });

  /** An answer to a sender without a session; none above the limit. */
  const answerUnauthenticated = (
    message: UnauthenticatedMessage,
    from: Endpoint,
    toAnswer: () => Buffer | undefined,
  ): void => {
    const isKnown = authenticator.isKnown(message.peer, from);
    if (!isKnown && unknownSenders.isReached(from.address)) {
      authenticator.passOver(message.peer, from, message.kind === 'login' || message.kind === 'authorisation');
      return;
    }
    if (!isKnown) unknownSenders.count(from.address);
    const answer = toAnswer();
    if (answer !== undefined) send(answer, from);
  };

  const reject = (message: UnauthenticatedMessage, from: Endpoint): void =>
    answerUnauthenticated(message, from, () => refusalBytes(message.peer));

  const configure = (session: Session, text: Buffer): void => {
    const configuration = toConfiguration(text);
    const refusal = toRejection(configuration);
    if (refusal !== undefined) {
      counters.logins['refused-configuration']++;
      sessions.end(session, 'refused-configuration');
      send(refusalBytes(session.peer), session.endpoint);
      return;
    }
    deps.onConfigured(session, configuration);
    session.configuration = configuration;
    send(acknowledgementTo(session.peer), session.endpoint);
  };

  const receiveBurst = (peer: number, datagram: Buffer): void => {
    const burst = toBurst(datagram);
    counters.bursts.received++;
    if (burst === undefined) counters.dropped.malformed++;
    else deps.onBurst(peer, burst, datagram);
  };

  /** Handles a message of an authenticated peer from its address. */
  const receiveFromSession = (session: Session, message: PeerMessage, datagram: Buffer): void => {
    const { peer, endpoint } = session;
    const isRunning = session.configuration !== undefined;
    sessions.touch(session);
    switch (message.kind) {
      case 'configuration':
        configure(session, message.text);
        break;
      case 'goodbye':
        sessions.end(session, 'goodbye');
        break;
      // A peer that mistook a repeated answer is ahead of its real state: rejected, it starts again.
      case 'ping':
        send(isRunning ? pongBytes(peer) : refusalBytes(peer), endpoint);
        break;
      case 'options':
        if (isRunning)
          deps.onOptions(session, message.text.length > MAX_OPTIONS_BYTES ? undefined : toOptions(message.text));
        send(isRunning ? acknowledgementTo(peer) : refusalBytes(peer), endpoint);
        break;
      case 'burst':
        if (isRunning) receiveBurst(peer, datagram);
        break;
      // A login is received without a session; the others are not needed.
      case 'login':
      case 'authorisation':
      case 'position':
      case 'talker-alias':
      case 'radio-position':
        break;
    }
  };

  const receiveUnauthenticated = (message: UnauthenticatedMessage, from: Endpoint): void => {
    switch (message.kind) {
      case 'login':
        answerUnauthenticated(message, from, () => authenticator.challenge(message.peer, from));
        break;
      case 'authorisation':
        answerUnauthenticated(message, from, () => authenticator.authorise(message.peer, message.digest, from));
        break;
      case 'ping':
        reject(message, from);
        break;
      case 'configuration':
      case 'options':
        // A sender at another address learns nothing about a logged-in peer.
        if (sessions.get(message.peer) === undefined) reject(message, from);
        break;
    }
  };

  return {
    receive: (datagram, from) => {
      counters.datagrams.received++;
      const message = toPeerMessage(datagram);
      if (message === undefined) {
        counters.datagrams.unknown++;
        return;
      }
      // Alias and position of a radio are not needed: the alias also travels inside the bursts.
      if (!('peer' in message)) return;
      const session = sessions.at(message.peer, from);
      const isLogin = message.kind === 'login' || message.kind === 'authorisation';
      if (session === undefined || isLogin) receiveUnauthenticated(message, from);
      else receiveFromSession(session, message, datagram);
    },

    requestRelogin: (peer, at) => {
      if (sessions.get(peer) === undefined) send(refusalBytes(peer), at);
    },

    disconnect: (peer) => {
      const session = sessions.get(peer);
      if (session === undefined) return;
      sessions.end(session, 'dismissed');
      send(closingBytes(peer), session.endpoint);
    },

    tick: () => {
      sessions.expire();
      authenticator.forget();
    },

    close: () => {
      for (const session of [...sessions.list()]) {
        send(closingBytes(session.peer), session.endpoint);
        sessions.end(session, 'closing');
      }
    },
  };
};
