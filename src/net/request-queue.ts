// Serializes pipelined HTTP requests per connection without blocking other connections.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Limit of waiting requests; the connection is cut above it, to limit memory. */
const MAX_WAITING = 100;
/** So many may wait on a connection even when too many wait in all. */
const FEW_WAITING = 4;

/** Starts a queued request and returns its response. */
type Task = () => ServerResponse | undefined;

interface Line {
  readonly socket: Duplex;
  readonly waiting: Task[];
  isBusy: boolean;
  /** The request in progress, to check whether its body is complete. */
  current: IncomingMessage | undefined;
  isOver: boolean;
}

export class RequestQueue {
  readonly #lines = new WeakMap<Duplex, Line>();
  readonly #maxInAll: number;
  #waiting = 0;

  /** @param deps.maxInAll limit of waiting requests of all connections: above it those with more than four are cut */
  constructor(deps: { readonly maxInAll?: number } = {}) {
    this.#maxInAll = deps.maxInAll ?? Number.POSITIVE_INFINITY;
  }

  /** Wraps the listener so that each request begins when the earlier ones of its connection are answered. */
  serialize(listener: RequestListener): RequestListener {
    return (request, response) => {
      const line = this.#lineOf(request);
      if (line.isOver) return;
      const max = this.#waiting >= this.#maxInAll ? FEW_WAITING : MAX_WAITING;
      if (line.waiting.length >= max) {
        line.isOver = true;
        this.#waiting -= line.waiting.length;
        line.waiting.length = 0;
        line.socket.destroy();
        return;
      }
      this.#enter(line, () => {
        line.current = request;
        listener(request, response);
        return response;
      });
    };
  }

  /** Queues a malformed request; starts at once when its bytes belong to the body of the request in progress. */
  enterUnreadable(socket: Duplex, task: () => void): void {
    const line = this.#lines.get(socket);
    if (line === undefined || !line.isBusy || line.current?.complete === false) task();
    else {
      this.#enter(line, () => {
        task();
        return undefined;
      });
    }
  }

  /** Starts when all earlier requests of the connection are answered. */
  enter(request: IncomingMessage, task: Task): void {
    this.#enter(this.#lineOf(request), task);
  }

  #lineOf({ socket }: IncomingMessage): Line {
    const line = this.#lines.get(socket);
    if (line !== undefined) return line;
    const begun: Line = { socket, waiting: [], isBusy: false, current: undefined, isOver: false };
    this.#lines.set(socket, begun);
    return begun;
  }

  #enter(line: Line, task: Task): void {
    line.waiting.push(task);
    this.#waiting += 1;
    if (!line.isBusy) this.#goOn(line);
  }

  #goOn(line: Line): void {
    const task = line.waiting.shift();
    if (task !== undefined) this.#waiting -= 1;
    line.isBusy = task !== undefined;
    if (task === undefined) return;
    const response = task();
    const next = (): void => {
      if (line.waiting.length === 0) line.isBusy = false;
      else setImmediate(() => this.#goOn(line));
    };
    // Waiting responses of a closed connection emit no end.
    if (response === undefined || line.socket.destroyed) setImmediate(next);
    else response.once('close', next);
  }
}
