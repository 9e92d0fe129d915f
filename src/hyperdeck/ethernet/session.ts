// One connection: its requests one after another, their answers in order, and what it asked to be told of.
import type { Socket } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import { toClientAddress } from '../../net/client-address.ts';
import type { IdentifyOverlay } from '../device/identify-overlay.ts';
import type { ProtocolLog } from '../protocol-log/protocol-log.ts';
import type { ClientSettings, CommandContext } from './command.ts';
import type { Dispatcher } from './dispatcher.ts';
import { createForeignClientTest } from './foreign-client.ts';
import { NOTICE_KEYS, NOTICES, type NoticeContext, type NoticeKey } from './notifications.ts';
import { PacedWriter } from './paced-writer.ts';
import { toGreeting } from './replies.ts';
import { createRequestReader, type Incoming } from './request-reader.ts';

/** No more requests are read while this many wait. */
const MAX_QUEUED = 256;
/** After this many requests of one client, or this time, others get their turn. */
const SLICE_REQUESTS = 32;
const SLICE_SECONDS = 0.005;
/** How long an evicted client has to read the rest and close. */
const GRACE_SECONDS = 5;
/** The body of a browser's request would be read as commands. */
const HTTP_REQUEST = /^[a-z]+ \S+ http\/\d/i;

const toLogText = (incoming: Incoming): string => {
  if (incoming.kind === 'line') return incoming.text;
  return incoming.kind === 'block' ? [`${incoming.command}:`, ...incoming.lines].join('\n') : '(a line too long)';
};

interface SessionDeps {
  readonly socket: Socket;
  /** For the protocol log. */
  readonly name: string;
  readonly context: CommandContext;
  readonly interpret: Dispatcher;
  readonly mark: IdentifyOverlay;
  readonly protocolLog: ProtocolLog;
  readonly clock: Clock;
  /** Called for each request. */
  readonly onRequest: () => void;
  /** Called once, when the connection has closed. */
  readonly onEnd: () => void;
}

export class Session {
  readonly #deps: SessionDeps;
  readonly #writer: PacedWriter;
  readonly #waiting: Incoming[] = [];
  readonly #notices = new Set<NoticeKey>();
  readonly #notified = new Map<NoticeKey, unknown>();
  readonly #client: ClientSettings;
  readonly #stopWatching: () => void;
  #isBusy = false;
  #isLeaving = false;
  #hasRequested = false;
  #hasEnded = false;
  #watchdogSeconds: number | undefined;
  #stopWatchdog: () => void = () => undefined;
  #stopGrace: (() => void) | undefined;

  constructor(deps: SessionDeps) {
    const { socket, context } = deps;
    this.#deps = deps;
    this.#writer = new PacedWriter(deps);
    this.#client = this.#toClient();
    deps.protocolLog.record(deps.name, 'opened', `connected from ${socket.remoteAddress} port ${socket.remotePort}`);
    this.#send(toGreeting());
    const read = createRequestReader((incoming) => this.#handle(incoming));
    const isForeign = createForeignClientTest();
    socket.on('data', (chunk: Buffer) => (isForeign(chunk) ? this.#rejectForeign() : read(chunk)));
    socket.on('end', () => {
      this.#hasEnded = true;
      if (!this.#isBusy) this.end();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#close());
    this.#stopWatching = context.hyperDeck.subscribe(() => {
      if (!this.#isBusy) this.#notifyChanges();
    });
  }

  /** Ends the connection after all answers are sent; a client that does not close its half is cut off. */
  end(): void {
    this.#isLeaving = true;
    this.#writer.end();
    this.#stopGrace ??= this.#deps.clock.after(GRACE_SECONDS, () => this.destroy());
  }

  destroy(): void {
    this.#deps.socket.destroy();
  }

  /** True after the first request; a client that only connects gets no notifications. */
  hasRequested(): boolean {
    return this.#hasRequested;
  }

  /** Closes the connection, because another client gets its place. */
  evict(): void {
    this.#deps.protocolLog.record(this.#deps.name, 'closed', 'gave its place to another client');
    this.destroy();
  }

  #handle(incoming: Incoming): void {
    if (this.#isLeaving) return;
    if (incoming.kind === 'line' && HTTP_REQUEST.test(incoming.text)) {
      this.#rejectForeign();
      return;
    }
    this.#hasRequested = true;
    this.#deps.onRequest();
    this.#waiting.push(incoming);
    if (this.#waiting.length > MAX_QUEUED) this.#deps.socket.pause();
    this.#restartWatchdog();
    if (!this.#isBusy) void this.#work();
  }

  #rejectForeign(): void {
    this.#deps.protocolLog.record(this.#deps.name, 'received', 'not the HyperDeck protocol (a web browser?); cut off');
    this.#isLeaving = true;
    this.destroy();
  }

  async #work(): Promise<void> {
    const { socket, interpret, protocolLog, name, clock } = this.#deps;
    this.#isBusy = true;
    let sliceStart = clock.nowSeconds();
    for (let count = 1; !this.#isLeaving; count += 1) {
      const incoming = this.#waiting.shift();
      if (incoming === undefined) break;
      protocolLog.record(name, 'received', toLogText(incoming));
      const { text, refusal } = await interpret(incoming, this.#client);
      this.#send(text, refusal === undefined ? text : `${text.trim()} (${refusal})`);
      this.#notifyChanges();
      await this.#writer.ready();
      if (count % SLICE_REQUESTS === 0 || clock.nowSeconds() - sliceStart > SLICE_SECONDS) {
        await new Promise(setImmediate);
        sliceStart = clock.nowSeconds();
      }
      if (socket.isPaused() && this.#waiting.length === 0) socket.resume();
    }
    this.#isBusy = false;
    if (this.#hasEnded || this.#isLeaving) this.end();
  }

  #notifyChanges(): void {
    const { context } = this.#deps;
    const snapshot = context.hyperDeck.snapshot();
    for (const key of NOTICE_KEYS) {
      if (!this.#notices.has(key)) continue;
      const { newsOf, toText, latestOnly: passing } = NOTICES[key];
      const news = newsOf(snapshot, this.#client);
      if (news === this.#notified.get(key)) continue;
      this.#notified.set(key, news);
      const text = toText(snapshot, this.#noticeContext());
      // Nothing more to tell: the play that lost frames has ended.
      if (text === '') continue;
      if (passing) this.#writer.sendLatest(text);
      else this.#send(text);
    }
  }

  #noticeContext(): NoticeContext {
    const { context } = this.#deps;
    const { override, responseVersion } = this.#client;
    return { machine: context.machine, isMissing: context.files.isMissing, override, responseVersion };
  }

  #send(text: string, logText = text): void {
    this.#deps.protocolLog.record(this.#deps.name, 'sent', logText);
    if (!this.#writer.send(text)) {
      this.#deps.protocolLog.record(this.#deps.name, 'closed', 'dropped, since it reads too slowly');
    }
  }

  #restartWatchdog(): void {
    this.#stopWatchdog();
    if (this.#watchdogSeconds === undefined) return;
    this.#stopWatchdog = this.#deps.clock.after(this.#watchdogSeconds, () => {
      this.#deps.protocolLog.record(this.#deps.name, 'closed', 'no command within the watchdog period');
      this.destroy();
    });
  }

  #toClient(): ClientSettings {
    return {
      address: toClientAddress(this.#deps.socket.remoteAddress),
      notices: this.#notices,
      setNotice: (key, wanted) => {
        if (!wanted) this.#notices.delete(key);
        else if (!this.#notices.has(key)) {
          this.#notices.add(key);
          this.#notified.set(key, NOTICES[key].newsOf(this.#deps.context.hyperDeck.snapshot(), this.#client));
        }
      },
      override: false,
      responseVersion: 1,
      setWatchdog: (seconds) => {
        this.#watchdogSeconds = seconds;
        this.#restartWatchdog();
      },
      setIdentify: (shown) => this.#deps.mark.set(this, shown),
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
    this.#deps.mark.set(this, false);
    this.#deps.protocolLog.record(this.#deps.name, 'closed', 'disconnected');
    this.#deps.onEnd();
  }
}
