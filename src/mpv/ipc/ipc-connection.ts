// mpv's JSON IPC: commands with timeouts, replies matched by id, events passed on.
import type { Duplex } from 'node:stream';
import { AppError } from '../../base/errors.ts';
import { createLineReader, type JsonObject } from './json-lines.ts';

/** A command in mpv's positional form (`['seek', 3, 'absolute+exact']`) or named form (`{ name: 'loadfile', … }`). */
export type Command = readonly unknown[] | JsonObject;

/** mpv's reply: its data, or its reason for an error. */
export type Reply = { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly reason: string };

interface Pending {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: AppError) => void;
  readonly timer: NodeJS.Timeout;
  readonly onReply: (() => void) | undefined;
}

const QUERY_TIMEOUT_SECONDS = 1;

export class IpcConnection {
  readonly #stream: Duplex;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #closed = false;

  /**
   * @param deps.onEvents all events of one read, in order; in parts where a command waits for its place among them
   * @param deps.onBad a line that could not be read
   */
  constructor(deps: {
    stream: Duplex;
    onEvents: (events: readonly JsonObject[]) => void;
    onBad: (reason: string) => void;
  }) {
    this.#stream = deps.stream;
    let events: JsonObject[] = [];
    const passOn = (): void => {
      if (events.length === 0) return;
      const batch = events;
      events = [];
      deps.onEvents(batch);
    };
    const read = createLineReader((object) => {
      if (typeof object.event === 'string') events.push(object);
      else this.#settle(object, passOn);
    }, deps.onBad);
    deps.stream.on('data', (chunk: Buffer) => {
      read(chunk);
      passOn();
    });
    deps.stream.on('close', () => this.close());
    // mpv died in the middle of a write: its process reports the exit.
    deps.stream.on('error', () => this.close());
  }

  /**
   * @param seconds deadline for the answer
   * @param isAside mpv works on it beside the commands that follow, and its reply comes in order with the events
   * @param onReply called between the events before the reply and those after it; only the reply of a command aside has such a place
   * @throws AppError `player-unavailable` when the player closes or does not answer in time
   */
  send(
    command: Command,
    seconds: number = QUERY_TIMEOUT_SECONDS,
    isAside = false,
    onReply?: () => void,
  ): Promise<Reply> {
    if (this.#closed) return Promise.reject(new AppError('player-unavailable', 'The player is not running.'));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new AppError('player-unavailable', `The player did not answer within ${seconds} s.`));
      }, seconds * 1000);
      this.#pending.set(id, { resolve, reject, timer, onReply });
      this.#stream.write(`${JSON.stringify({ command, request_id: id, ...(isAside && { async: true }) })}\n`);
    });
  }

  isOpen(): boolean {
    return !this.#closed;
  }

  /** Rejects everything that waits for an answer. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new AppError('player-unavailable', 'The player went away.'));
    }
    this.#pending.clear();
    this.#stream.destroy();
  }

  #settle(reply: JsonObject, passOn: () => void): void {
    const pending = typeof reply.request_id === 'number' ? this.#pending.get(reply.request_id) : undefined;
    if (pending === undefined) return;
    this.#pending.delete(Number(reply.request_id));
    clearTimeout(pending.timer);
    if (pending.onReply !== undefined) {
      passOn();
      pending.onReply();
    }
    if (reply.error === 'success') pending.resolve({ ok: true, data: reply.data });
    else pending.resolve({ ok: false, reason: String(reply.error) });
  }
}
