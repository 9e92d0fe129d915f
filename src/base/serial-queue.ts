// A serial queue: one operation at a time, in order.
import { AppError } from './errors.ts';

/** Limit of waiting operations; further ones are rejected. */
const MAX_QUEUE_LENGTH = 2000;

export class SerialQueue {
  readonly #afterEach: () => void;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #busy = false;

  /** @param deps.afterEach called when an operation has ended, before its caller hears of it */
  constructor(deps: { afterEach?: () => void } = {}) {
    this.#afterEach = deps.afterEach ?? (() => undefined);
  }

  isBusy(): boolean {
    return this.#busy;
  }

  /** @throws AppError `busy`, and whatever the operation throws */
  run<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= MAX_QUEUE_LENGTH) {
      return Promise.reject(new AppError('busy', `More than ${MAX_QUEUE_LENGTH} operations are waiting.`));
    }
    this.#waiting += 1;
    const turn = this.#tail.then(async () => {
      this.#busy = true;
      try {
        return await operation();
      } finally {
        this.#busy = false;
        this.#waiting -= 1;
        this.#afterEach();
      }
    });
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when everything that waits now has had its turn. */
  async drained(): Promise<void> {
    await this.#tail;
  }
}
