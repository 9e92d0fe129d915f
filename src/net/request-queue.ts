// Serializes pipelined HTTP requests per connection without blocking other connections.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A connection with more requests waiting is cut: what it sends on would fill the memory. */
const MAX_WAITING = 100;

/** Begins what waits; the answer that it then waits for. */
type Task = () => ServerResponse | undefined;

interface Line {
  readonly socket: Duplex;
  readonly waiting: Task[];
  isBusy: boolean;
  /** Whether its body is there is asked of it. */
  current: IncomingMessage | undefined;
  isOver: boolean;
}

export class RequestQueue {
  readonly #lines = new WeakMap<Duplex, Line>();

  /** The listener, each of whose requests begins when those before it on its connection are answered. */
  serialize(listener: RequestListener): RequestListener {
    return (request, response) => {
      const line = this.#lineOf(request);
      if (line.isOver) return;
      if (line.waiting.length >= MAX_WAITING) {
        line.isOver = true;
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

  /** Begins like a request that came now; at once when the bytes that it is about are the body of the one under way. */
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

  /** Begins when everything is answered that was asked before on the connection of this request. */
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
    if (!line.isBusy) this.#goOn(line);
  }

  #goOn(line: Line): void {
    const task = line.waiting.shift();
    line.isBusy = task !== undefined;
    if (task === undefined) return;
    const response = task();
    const next = (): void => {
      if (line.waiting.length === 0) line.isBusy = false;
      else setImmediate(() => this.#goOn(line));
    };
    // Of a connection that has gone nobody tells the end of the answers that waited.
    if (response === undefined || line.socket.destroyed) setImmediate(next);
    else response.once('close', next);
  }
}
