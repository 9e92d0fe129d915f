// An HTTP server with deadlines everywhere, on a port or on a private Unix socket.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { fittingConnections } from '../../net/descriptor-limit.ts';
import { limitConnections } from '../../net/http-connections.ts';
import { putBackChanges } from '../../net/protocol-upgrades.ts';
import { RequestQueue } from '../../net/request-queue.ts';
import { removeLeftOver } from '../../storage/unix-socket.ts';
import { MAX_OWN_QUEUES } from '../own-queues.ts';
import { RequestTurns } from './request-turns.ts';

type ListenPlace = { readonly host: string; readonly port: number } | { readonly path: string };

const REQUEST_TIMEOUT_SECONDS = 20;
const HEADERS_TIMEOUT_SECONDS = 10;
const KEEP_ALIVE_SECONDS = 5;
/** Longer than between two signs of life of an event stream. */
const UNREAD_SECONDS = 20;
const MAX_CONNECTIONS = 1000;
/** Pipelined requests, which take some 7 kB each. */
export const MAX_WAITING = 1000;
/** For the state and the receive queues, and for the administration besides the network. */
const RESERVED_DESCRIPTORS = 128 + MAX_OWN_QUEUES;
const STOP_GRACE_SECONDS = 0.3;

export class WebServer {
  readonly #server: Server;
  readonly #place: ListenPlace;
  readonly #log: Log;

  /** @param deps.unreadSeconds after which a connection is closed whose client takes nothing of its answer */
  constructor(deps: {
    readonly handler: RequestListener;
    readonly place: ListenPlace;
    readonly log: Log;
    readonly unreadSeconds?: number;
  }) {
    this.#place = deps.place;
    const queue = new RequestQueue({ maxInAll: MAX_WAITING });
    this.#server = createServer(
      {
        requestTimeout: REQUEST_TIMEOUT_SECONDS * 1000,
        headersTimeout: HEADERS_TIMEOUT_SECONDS * 1000,
        keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
        connectionsCheckingInterval: 1000,
      },
      queue.serialize(new RequestTurns().wrap(deps.handler)),
    );
    this.#server.timeout = (deps.unreadSeconds ?? UNREAD_SECONDS) * 1000;
    putBackChanges(this.#server, queue);
    limitConnections(this.#server, fittingConnections(MAX_CONNECTIONS, RESERVED_DESCRIPTORS));
    this.#log = deps.log;
  }

  /**
   * @returns the port it listens on; 0 on a Unix socket
   * @throws the system's error when it cannot listen there
   */
  async start(): Promise<number> {
    const listening = once(this.#server, 'listening');
    if ('path' in this.#place) {
      await removeLeftOver(this.#place.path);
      // The socket must never be accessible to others, not even until its mode is changed.
      const before = process.umask(0o177);
      this.#server.listen(this.#place.path);
      process.umask(before);
    } else this.#server.listen(this.#place.port, this.#place.host);
    await listening;
    // For example too many open files: later connections may succeed again.
    this.#server.on('error', (error) => this.#log.error(`a connection failed: ${toMessage(error)}`));
    return toPort(this.#server.address());
  }

  /** Open connections. */
  connections(): Promise<number> {
    return promisify(this.#server.getConnections.bind(this.#server))();
  }

  /** Ends idle connections at once and all others after a short grace. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), STOP_GRACE_SECONDS * 1000);
    await closed;
    clearTimeout(timer);
  }
}

const toPort = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;
