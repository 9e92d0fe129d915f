// One connection: its requests one after another, their answers in order, and what it asked to be told of.
import type { Socket } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import type { Mark } from '../device/identify-overlay.ts';
import type { ProtocolLog } from '../protocol-log/protocol-log.ts';
import type { Caller, House } from './command.ts';
import type { Interpreter } from './dispatcher.ts';
import { NOTICE_KEYS, NOTICES, type NoticeKey, type NoticeParts } from './notifications.ts';
import { Outlet } from './paced-writer.ts';
import { toGreeting } from './replies.ts';
import { createRequestReader, type Incoming } from './request-reader.ts';

/** With so many requests waiting, no more are read. */
const MOST_WAITING = 256;
/** Others get their turn after so many requests of one client, or so long. */
const TURN_REQUESTS = 32;
const TURN_SECONDS = 0.005;
/** Who was told to go has so long to take in the rest and close. */
const GRACE_SECONDS = 5;
/** A browser that a web page sends here would have its body taken for commands. */
const HTTP_REQUEST = /^[a-z]+ \S+ http\/\d/i;

const toLogText = (incoming: Incoming): string => {
  if (incoming.kind === 'line') return incoming.text;
  return incoming.kind === 'block' ? [`${incoming.command}:`, ...incoming.lines].join('\n') : '(a line too long)';
};

export interface SessionParts {
  readonly socket: Socket;
  /** For the protocol log. */
  readonly name: string;
  readonly house: House;
  readonly interpret: Interpreter;
  readonly mark: Mark;
  readonly protocolLog: ProtocolLog;
  readonly clock: Clock;
  /** Told of each request. */
  readonly onRequest: () => void;
  /** Told once, when the connection has gone. */
  readonly onEnd: () => void;
}

export class Session {
  readonly #parts: SessionParts;
  readonly #outlet: Outlet;
  readonly #waiting: Incoming[] = [];
  readonly #notices = new Set<NoticeKey>();
  readonly #told = new Map<NoticeKey, unknown>();
  readonly #caller: Caller;
  readonly #stopWatching: () => void;
  #isBusy = false;
  #isLeaving = false;
  #hasAsked = false;
  #hasEnded = false;
  #watchdogSeconds: number | undefined;
  #stopWatchdog: () => void = () => undefined;
  #stopGrace: (() => void) | undefined;

  constructor(parts: SessionParts) {
    const { socket, house } = parts;
    this.#parts = parts;
    this.#outlet = new Outlet(parts);
    this.#caller = this.#toCaller();
    parts.protocolLog.note(parts.name, 'opened', `connected from ${socket.remoteAddress} port ${socket.remotePort}`);
    this.#send(toGreeting());
    const read = createRequestReader((incoming) => this.#take(incoming));
    socket.on('data', read);
    socket.on('end', () => {
      this.#hasEnded = true;
      if (!this.#isBusy) this.end();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#close());
    this.#stopWatching = house.hyperDeck.subscribe(() => {
      if (!this.#isBusy) this.#tellNews();
    });
  }

  /** Ends the connection once what was sent is out; a client that does not close its half is cut off. */
  end(): void {
    this.#isLeaving = true;
    this.#outlet.end();
    this.#stopGrace ??= this.#parts.clock.after(GRACE_SECONDS, () => this.destroy());
  }

  destroy(): void {
    this.#parts.socket.destroy();
  }

  /** Whether a request has come; who only connects is told nothing. */
  hasAsked(): boolean {
    return this.#hasAsked;
  }

  /** Another client gets its place. */
  giveWay(): void {
    this.#parts.protocolLog.note(this.#parts.name, 'closed', 'gave its place to another client');
    this.destroy();
  }

  #take(incoming: Incoming): void {
    if (this.#isLeaving) return;
    if (incoming.kind === 'line' && HTTP_REQUEST.test(incoming.text)) {
      this.#parts.protocolLog.note(this.#parts.name, 'received', 'a request of a web browser; cut off');
      this.#isLeaving = true;
      this.destroy();
      return;
    }
    this.#hasAsked = true;
    this.#parts.onRequest();
    this.#waiting.push(incoming);
    if (this.#waiting.length > MOST_WAITING) this.#parts.socket.pause();
    this.#restartWatchdog();
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    const { socket, interpret, protocolLog, name, clock } = this.#parts;
    this.#isBusy = true;
    let turnSince = clock.nowSeconds();
    for (let count = 1; !this.#isLeaving; count += 1) {
      const incoming = this.#waiting.shift();
      if (incoming === undefined) break;
      protocolLog.note(name, 'received', toLogText(incoming));
      const { text, refusal } = await interpret(incoming, this.#caller);
      this.#send(text, refusal === undefined ? text : `${text.trim()} (${refusal})`);
      this.#tellNews();
      await this.#outlet.ready();
      if (count % TURN_REQUESTS === 0 || clock.nowSeconds() - turnSince > TURN_SECONDS) {
        await new Promise(setImmediate);
        turnSince = clock.nowSeconds();
      }
      if (socket.isPaused() && this.#waiting.length === 0) socket.resume();
    }
    this.#isBusy = false;
    if (this.#hasEnded || this.#isLeaving) this.end();
  }

  #tellNews(): void {
    const { house } = this.#parts;
    const snapshot = house.hyperDeck.snapshot();
    for (const key of NOTICE_KEYS) {
      if (!this.#notices.has(key)) continue;
      const { newsOf, toText, passing } = NOTICES[key];
      const news = newsOf(snapshot, this.#caller);
      if (news === this.#told.get(key)) continue;
      this.#told.set(key, news);
      const text = toText(snapshot, this.#noticeParts());
      if (passing) this.#outlet.sendPassing(text);
      else this.#send(text);
    }
  }

  #noticeParts(): NoticeParts {
    const { house } = this.#parts;
    const { override, responseVersion } = this.#caller;
    return { machine: house.machine, isMissing: house.files.isMissing, override, responseVersion };
  }

  #send(text: string, logText = text): void {
    this.#parts.protocolLog.note(this.#parts.name, 'sent', logText);
    if (!this.#outlet.send(text)) {
      this.#parts.protocolLog.note(this.#parts.name, 'closed', 'dropped, since it reads too slowly');
    }
  }

  #restartWatchdog(): void {
    this.#stopWatchdog();
    if (this.#watchdogSeconds === undefined) return;
    this.#stopWatchdog = this.#parts.clock.after(this.#watchdogSeconds, () => {
      this.#parts.protocolLog.note(this.#parts.name, 'closed', 'no command within the watchdog period');
      this.destroy();
    });
  }

  #toCaller(): Caller {
    return {
      notices: this.#notices,
      setNotice: (key, wanted) => {
        if (!wanted) this.#notices.delete(key);
        else if (!this.#notices.has(key)) {
          this.#notices.add(key);
          this.#told.set(key, NOTICES[key].newsOf(this.#parts.house.hyperDeck.snapshot(), this.#caller));
        }
      },
      override: false,
      responseVersion: 1,
      setWatchdog: (seconds) => {
        this.#watchdogSeconds = seconds;
        this.#restartWatchdog();
      },
      setMark: (shown) => this.#parts.mark.set(this, shown),
      leave: () => {
        this.#isLeaving = true;
      },
    };
  }

  #close(): void {
    this.#isLeaving = true;
    this.#waiting.length = 0;
    this.#stopWatching();
    this.#stopWatchdog();
    this.#stopGrace?.();
    this.#parts.mark.set(this, false);
    this.#parts.protocolLog.note(this.#parts.name, 'closed', 'disconnected');
    this.#parts.onEnd();
  }
}
