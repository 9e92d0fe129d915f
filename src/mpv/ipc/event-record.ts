// Records mpv events while a command waits for its reply.
import type { AppError } from '../../base/errors.ts';
import type { JsonObject } from './json-lines.ts';

export class EventRecord {
  readonly #events: JsonObject[] = [];
  readonly #detach: (record: EventRecord) => void;
  #onMore: (() => void) | undefined;
  #onClose: ((error: AppError) => void) | undefined;

  constructor(deps: { detach: (record: EventRecord) => void }) {
    this.#detach = deps.detach;
  }

  add(event: JsonObject): void {
    this.#events.push(event);
    this.#onMore?.();
  }

  /** Rejects waiters: mpv has exited. */
  fail(error: AppError): void {
    this.#onClose?.(error);
  }

  /** Forgets the events so far. */
  clear(): void {
    this.#events.length = 0;
  }

  /** Whether the events so far meet a condition. */
  meets(condition: (events: readonly JsonObject[]) => boolean): boolean {
    return condition(this.#events);
  }

  close(): void {
    this.#detach(this);
  }

  /**
   * Resolves to the first result of `find` over all events so far, or undefined after the timeout.
   * @throws AppError `player-unavailable` when the player goes away
   */
  until<Found>(
    find: (events: readonly JsonObject[]) => Found | undefined,
    seconds: number,
  ): Promise<Found | undefined> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(() => resolve(undefined)), seconds * 1000);
      const finish = (done: () => void): void => {
        clearTimeout(timer);
        this.#onMore = undefined;
        this.#onClose = undefined;
        done();
      };
      this.#onClose = (error) => finish(() => reject(error));
      this.#onMore = () => {
        const found = find(this.#events);
        if (found !== undefined) finish(() => resolve(found));
      };
      this.#onMore();
    });
  }
}
