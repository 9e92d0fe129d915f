// Paced writer of one connection: whole messages in order, long ones split at line ends.
import type { Socket } from 'node:net';
import type { Clock } from '../../base/clock.ts';

/** One segment on an ordinary network. */
const MAX_CHUNK_BYTES = 1400;
/**
 * The most used client library splits a line at the end of a read. Reads end at 64 KiB, so data
 * near that size is sent no faster than it is read.
 */
const PACING_THRESHOLD_BYTES = 32 * 1024;
const PACING_INTERVAL_SECONDS = 0.002;
/** A client with more unread than this and the largest message is disconnected. */
const MAX_BACKLOG_BYTES = 1024 * 1024;
/** A client that reads nothing for this time, while data waits, is disconnected. */
const STALL_TIMEOUT_SECONDS = 30;

/** Splits a text at line ends, into segments if its lines allow. */
export const toPieces = (text: string): readonly string[] => {
  const pieces: string[] = [];
  let [start, end, bytes] = [0, 0, 0];
  while (end < text.length) {
    const found = text.indexOf('\n', end);
    const next = found < 0 ? text.length : found + 1;
    const lineBytes = Buffer.byteLength(text.slice(end, next));
    if (end > start && bytes + lineBytes > MAX_CHUNK_BYTES) {
      pieces.push(text.slice(start, end));
      [start, bytes] = [end, 0];
    }
    bytes += lineBytes;
    end = next;
  }
  return end > start ? [...pieces, text.slice(start)] : pieces;
};

export class PacedWriter {
  readonly #socket: Socket;
  readonly #clock: Clock;
  /** Queued pieces. */
  #queue: string[] = [];
  #queuedBytes = 0;
  #largestBytes = 0;
  #isPumping = false;
  #isEnding = false;
  #waiters: (() => void)[] = [];

  constructor(deps: { socket: Socket; clock: Clock }) {
    this.#socket = deps.socket;
    this.#clock = deps.clock;
    this.#socket.on('drain', () => this.#wake());
    this.#socket.on('close', () => {
      this.#queue = [];
      this.#wake();
    });
  }

  /** Sends a message; false when the client was too far behind and was disconnected. */
  send(text: string): boolean {
    const bytes = Buffer.byteLength(text);
    if (this.#socket.writableLength + this.#queuedBytes > MAX_BACKLOG_BYTES + this.#largestBytes) {
      this.#socket.destroy();
      return false;
    }
    this.#largestBytes = Math.max(this.#largestBytes, bytes);
    const pieces = bytes <= MAX_CHUNK_BYTES ? [text] : toPieces(text);
    if (!this.#isPumping && bytes < PACING_THRESHOLD_BYTES) {
      for (const piece of pieces) this.#socket.write(piece);
      return true;
    }
    this.#queue.push(...pieces);
    this.#queuedBytes += bytes;
    if (!this.#isPumping) void this.#pump();
    return true;
  }

  /** Like `send`, for messages that the next one replaces: dropped while the client is behind. */
  sendLatest(text: string): void {
    if (!this.#isBehind()) this.#socket.write(text);
  }

  /** Resolves when the client has read everything, or is gone. */
  async ready(): Promise<void> {
    while (this.#isBehind() && !this.#socket.destroyed) await this.#woken();
  }

  /** Ends the connection after everything is sent. */
  end(): void {
    this.#isEnding = true;
    if (!this.#isPumping) this.#socket.end();
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    for (let piece = this.#queue.shift(); piece !== undefined; piece = this.#queue.shift()) {
      this.#queuedBytes -= Buffer.byteLength(piece);
      this.#socket.write(piece);
      await new Promise<void>((resolve) => void this.#clock.after(PACING_INTERVAL_SECONDS, resolve));
      while (this.#socket.writableNeedDrain && !this.#socket.destroyed) await this.#woken();
    }
    this.#isPumping = false;
    this.#wake();
    if (this.#isEnding) this.#socket.end();
  }

  #isBehind(): boolean {
    return this.#isPumping || this.#socket.writableNeedDrain;
  }

  /** Resolves at the next sign of the client; a stalled one is disconnected. */
  #woken(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#clock.after(STALL_TIMEOUT_SECONDS, () => this.#socket.destroy());
      this.#waiters.push(() => {
        stop();
        resolve();
      });
    });
  }

  #wake(): void {
    for (const wake of this.#waiters.splice(0)) wake();
  }
}
