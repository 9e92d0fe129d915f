// The master's side of the protocol: answers every datagram of every peer, and knows who is running.

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../endpoint.ts';
import { type AttemptLimit, createAttemptLimit } from '../rate-limit.ts';
import type { Counters } from '../telemetry/counters.ts';
import type { LoginDesk } from './authenticator.ts';
import { type Burst, toBurst } from './burst.ts';
import { type Configuration, toConfiguration, toRefusal } from './configuration.ts';
import { acknowledgementTo, closingBytes, pongBytes, refusalBytes } from './message-bytes.ts';
import { type PeerMessage, toPeerMessage } from './messages.ts';
import { LONGEST_OPTIONS_BYTES, toOptions } from './options.ts';
import type { Session, Sessions } from './sessions.ts';

export interface Master {
  receive(datagram: Buffer, from: Endpoint): void;
  /** Tells a peer that was running before this process that it is not known any more, so that it comes back at once. */
  recall(peer: number, at: Endpoint): void;
  /** Ends the session of a peer, if it has one. */
  dismiss(peer: number): void;
  /** Ends what is over; to be called about every second. */
  tick(): void;
  /** Tells every peer that the master goes. */
  close(): void;
}

/** Datagrams of senders without a session that are answered. A hundred hotspots behind one address are no attack. */
export const STRANGERS = { most: 300, withinSeconds: 10 };

type StrangerMessage = Extract<PeerMessage, { readonly peer: number }>;

export const createMaster = (parts: {
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly desk: LoginDesk;
  readonly counters: Counters;
  readonly send: (bytes: Buffer, to: Endpoint) => void;
  /** A peer has told what it is; `session.configuration` is still what it said before. */
  readonly onConfigured: (session: Session, configuration: Configuration) => void;
  /** A running peer asks for static talkgroups of its own; undefined when its text is too long to be taken. */
  readonly onOptions: (session: Session, options: ReadonlyMap<string, string> | undefined) => void;
  readonly onBurst: (peer: number, burst: Burst, datagram: Buffer) => void;
}): Master => {
  const { clock, sessions, desk, counters, send } = parts;
  const strangers: AttemptLimit = createAttemptLimit({ ...STRANGERS, clock });

  /** An answer to someone without a session: silence above the limit. */
  const answerStranger = (message: StrangerMessage, from: Endpoint, toAnswer: () => Buffer | undefined): void => {
    const isKnown = desk.isKnown(message.peer, from);
    if (!isKnown && strangers.isReached(from.address)) {
      desk.passOver(message.peer, from, message.kind === 'login' || message.kind === 'authorisation');
      return;
    }
    if (!isKnown) strangers.count(from.address);
    const answer = toAnswer();
    if (answer !== undefined) send(answer, from);
  };

  const refuse = (message: StrangerMessage, from: Endpoint): void =>
    answerStranger(message, from, () => refusalBytes(message.peer));

  const configure = (session: Session, text: Buffer): void => {
    const configuration = toConfiguration(text);
    const refusal = toRefusal(configuration);
    if (refusal !== undefined) {
      counters.logins['refused-configuration']++;
      sessions.end(session, 'refused-configuration');
      send(refusalBytes(session.peer), session.endpoint);
      return;
    }
    parts.onConfigured(session, configuration);
    session.configuration = configuration;
    send(acknowledgementTo(session.peer), session.endpoint);
  };

  const receiveBurst = (peer: number, datagram: Buffer): void => {
    const burst = toBurst(datagram);
    counters.bursts.received++;
    if (burst === undefined) counters.dropped.malformed++;
    else parts.onBurst(peer, burst, datagram);
  };

  /** A message of a peer that has proved its password, from where it proved it. */
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
      // A peer that took a repeated answer for another one believes it is further than it is: refused, it starts again.
      case 'ping':
        send(isRunning ? pongBytes(peer) : refusalBytes(peer), endpoint);
        break;
      case 'options':
        if (isRunning)
          parts.onOptions(session, message.text.length > LONGEST_OPTIONS_BYTES ? undefined : toOptions(message.text));
        send(isRunning ? acknowledgementTo(peer) : refusalBytes(peer), endpoint);
        break;
      case 'burst':
        if (isRunning) receiveBurst(peer, datagram);
        break;
    }
  };

  const receiveFromStranger = (message: StrangerMessage, from: Endpoint): void => {
    switch (message.kind) {
      case 'login':
        answerStranger(message, from, () => desk.welcome(message.peer, from));
        break;
      case 'authorisation':
        answerStranger(message, from, () => desk.authorise(message.peer, message.digest, from));
        break;
      case 'ping':
        refuse(message, from);
        break;
      case 'configuration':
      case 'options':
        // Of a peer that is in from elsewhere nobody learns anything here.
        if (sessions.get(message.peer) === undefined) refuse(message, from);
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
      if (session === undefined || isLogin) receiveFromStranger(message, from);
      else receiveFromSession(session, message, datagram);
    },

    recall: (peer, at) => {
      if (sessions.get(peer) === undefined) send(refusalBytes(peer), at);
    },

    dismiss: (peer) => {
      const session = sessions.get(peer);
      if (session === undefined) return;
      sessions.end(session, 'dismissed');
      send(closingBytes(peer), session.endpoint);
    },

    tick: () => {
      sessions.expire();
      desk.forget();
    },

    close: () => {
      for (const session of [...sessions.list()]) {
        send(closingBytes(session.peer), session.endpoint);
        sessions.end(session, 'closing');
      }
    },
  };
};
