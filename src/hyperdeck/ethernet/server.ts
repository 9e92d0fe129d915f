// TCP server of the HyperDeck Ethernet Protocol, with per-address connection limits.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import { AppError, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { ConnectionPlaces } from '../../net/fair-places.ts';
import type { IdentifyOverlay } from '../device/identify-overlay.ts';
import type { ProtocolLog } from '../protocol-log/protocol-log.ts';
import { CommandError } from '../response-codes.ts';
import type { CommandContext } from './command.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { toFailureText } from './replies.ts';
import { Session } from './session.ts';

const MAX_CLIENTS = 16;
/** Limit of clients that are told at the same time that there is no room; more are cut off. */
const MAX_REJECTED = 48;
/** A vanished client is detected after about this time. */
const KEEP_ALIVE_SECONDS = 15;
/** How long a rejected client, or one told of the shutdown, has to read that. */
const GRACE_SECONDS = 0.3;

export class HyperDeckServer {
  readonly #deps: {
    readonly context: CommandContext;
    readonly mark: IdentifyOverlay;
    readonly protocolLog: ProtocolLog;
  } & {
    readonly clock: Clock;
    readonly log: Log;
  };
  readonly #interpret: Dispatcher;
  readonly #server: Server;
  readonly #sessions = new Set<Session>();
  readonly #places = new ConnectionPlaces({ max: MAX_CLIENTS });
  #rejected = 0;
  #count = 0;

  constructor(deps: {
    context: CommandContext;
    mark: IdentifyOverlay;
    protocolLog: ProtocolLog;
    clock: Clock;
    log: Log;
  }) {
    this.#deps = deps;
    this.#interpret = createDispatcher(deps.context, (error) =>
      deps.log.error(`HyperDeck: ${error instanceof Error ? (error.stack ?? error.message) : toMessage(error)}`),
    );
    this.#server = createServer(
      {
        noDelay: true,
        keepAlive: true,
        keepAliveInitialDelay: KEEP_ALIVE_SECONDS * 1000,
        // Scripts half-close after their requests and still wait for the answers.
        allowHalfOpen: true,
      },
      (socket) => this.#open(socket),
    );
  }

  /**
   * @param port 0: any free port
   * @returns the address and port it listens on
   * @throws the system's error (EADDRINUSE, EACCES, …)
   */
  async start(host: string, port: number): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        this.#server.on('error', (error) => this.#deps.log.error(`A connection failed: ${toMessage(error)}`));
        resolve();
      });
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new AppError('internal', 'The server has no address.');
    return address;
  }

  /** Ends every connection, within half a second. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const session of this.#sessions) session.end();
    const cut = setTimeout(() => {
      for (const session of this.#sessions) session.destroy();
    }, GRACE_SECONDS * 1000);
    await closed;
    clearTimeout(cut);
  }

  #open(socket: Socket): void {
    let session: Session | undefined;
    const place = this.#places.acquire({
      address: socket.remoteAddress ?? '',
      isIdle: () => session?.hasRequested() === false,
      evict: () => session?.evict(),
    });
    if (place === undefined) {
      this.#reject(socket);
      return;
    }
    this.#count += 1;
    const opened: Session = new Session({
      ...this.#deps,
      socket,
      name: `#${this.#count}`,
      interpret: this.#interpret,
      onRequest: place.touch,
      onEnd: () => {
        place.leave();
        this.#sessions.delete(opened);
      },
    });
    session = opened;
    this.#sessions.add(opened);
  }

  #reject(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.#rejected >= MAX_REJECTED) {
      socket.destroy();
      return;
    }
    this.#rejected += 1;
    socket.end(toFailureText(new CommandError(120, 'all places are taken')));
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), GRACE_SECONDS * 1000);
    socket.once('close', () => {
      this.#rejected -= 1;
      clearTimeout(timer);
    });
  }
}
