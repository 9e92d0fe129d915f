// Serves the protocol log on a unix socket; logging is on while a client is connected.
import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { ProtocolLog } from './protocol-log.ts';

/** Lines are dropped for a reader with more unread than this. */
const MAX_BACKLOG_BYTES = 1024 * 1024;

export class LogSocket {
  readonly #server: Server;
  readonly #readers = new Set<Socket>();

  /** @param deps.greeting first line for each reader */
  constructor(deps: { log: ProtocolLog; greeting: () => string }) {
    this.#server = createServer((socket) => {
      this.#readers.add(socket);
      const write = (line: string): void => {
        if (socket.writableLength < MAX_BACKLOG_BYTES) socket.write(`${line}\n`);
      };
      write(deps.greeting());
      const stop = deps.log.read(write);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        stop();
        this.#readers.delete(socket);
      });
      socket.resume();
    });
  }

  /**
   * @param path of the socket; a stale socket is replaced
   * @throws the system's error
   */
  async start(path: string): Promise<void> {
    await rm(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      // Never accessible to others, not even until its mode is changed.
      const before = process.umask(0o177);
      this.#server.listen(path, () => {
        this.#server.off('error', reject);
        // For example too many open files: later connections may succeed again.
        this.#server.on('error', () => undefined);
        resolve();
      });
      process.umask(before);
    });
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#readers) socket.destroy();
    await closed;
  }
}
