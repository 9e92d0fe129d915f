// One operation at a time, in the order they came.
import { DeckError } from './errors.ts';

/** More than this many operations waiting is no show any more; further ones are refused. */
const LONGEST_QUEUE = 2000;

export class Turns {
  readonly #afterEach: () => void;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #busy = false;

  /** @param parts.afterEach called when an operation has ended, before its caller hears of it */
  constructor(parts: { afterEach?: () => void } = {}) {
    this.#afterEach = parts.afterEach ?? (() => undefined);
  }

  isBusy(): boolean {
    return this.#busy;
  }

  /** @throws DeckError `busy`, and whatever the operation throws */
  take<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= LONGEST_QUEUE) {
      return Promise.reject(new DeckError('busy', `More than ${LONGEST_QUEUE} operations are waiting.`));
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
