// Lets bursts pass between HTTP requests, and each client have its turn.
import type { RequestListener } from 'node:http';
import { toNetwork } from '../../net/fair-places.ts';

type Task = () => void;

/** Begins one request for each turn of the event loop, for each network in turn: a thousand at once would hold up calls for seconds. */
export class RequestTurns {
  /** By network; the next one first. */
  readonly #waiting = new Map<string, Task[]>();

  wrap(listener: RequestListener): RequestListener {
    return (request, response) => {
      const network = toNetwork(request.socket.remoteAddress ?? '');
      const tasks = this.#waiting.get(network);
      const task: Task = () => listener(request, response);
      if (tasks !== undefined) {
        tasks.push(task);
        return;
      }
      this.#waiting.set(network, [task]);
      if (this.#waiting.size === 1) setImmediate(() => this.#begin());
    };
  }

  #begin(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [network, tasks] = next;
    const task = tasks.shift();
    this.#waiting.delete(network);
    if (tasks.length > 0) this.#waiting.set(network, tasks);
    if (this.#waiting.size > 0) setImmediate(() => this.#begin());
    task?.();
  }
}
