// Guards against crash loops: a file that crashed mpv repeatedly is rejected.

import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';

const MAX_CRASHES = 3;
const WINDOW_SECONDS = 60;

export class CrashLoopGuard {
  readonly #clock: Clock;
  #path = '';
  #at: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(path: string): void {
    const now = this.#clock.nowSeconds();
    const former = path === this.#path ? this.#at.filter((at) => now - at < WINDOW_SECONDS) : [];
    this.#path = path;
    this.#at = [...former, now];
  }

  /** @throws AppError `unplayable` when mpv crashed on this file too often recently */
  check(path: string): void {
    const now = this.#clock.nowSeconds();
    if (path !== this.#path || this.#at.filter((at) => now - at < WINDOW_SECONDS).length < MAX_CRASHES) return;
    throw new AppError(
      'unplayable',
      `The player went down ${this.#at.length} times on this file; it is not tried again for a minute.`,
    );
  }
}
