// Remembers which file took the player down, so that one bad file can't keep the screen flickering for ever.

import type { Clock } from '../../base/clock.ts';
import { DeckError } from '../../base/errors.ts';

const MOST_CRASHES = 3;
const WITHIN_SECONDS = 60;

export class CrashRecord {
  readonly #clock: Clock;
  #path = '';
  #at: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(path: string): void {
    const now = this.#clock.nowSeconds();
    const former = path === this.#path ? this.#at.filter((at) => now - at < WITHIN_SECONDS) : [];
    this.#path = path;
    this.#at = [...former, now];
  }

  /** @throws DeckError `unplayable` when the player went down on this file too often of late */
  check(path: string): void {
    const now = this.#clock.nowSeconds();
    if (path !== this.#path || this.#at.filter((at) => now - at < WITHIN_SECONDS).length < MOST_CRASHES) return;
    throw new DeckError(
      'unplayable',
      `The player went down ${this.#at.length} times on this file; it is not tried again for a minute.`,
    );
  }
}
