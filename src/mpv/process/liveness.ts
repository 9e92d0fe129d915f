// Whether mpv still answers: when the next ping is due, and who waits for its result.
import { endsWithin } from '../../base/deadline.ts';

const PING_INTERVAL_SECONDS = 1.5;
export const MISSES_OF_A_FROZEN_PLAYER = 2;

export class Liveness {
  readonly #waiters = new Set<() => void>();
  #pingNow: () => void = () => undefined;

  /** Asks for a ping at once; resolves when mpv has answered it or exited. */
  confirm(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.add(resolve);
      this.#pingNow();
    });
  }

  /** mpv answered or exited. */
  settle(): void {
    for (const resolve of this.#waiters) resolve();
    this.#waiters.clear();
  }

  /** Resolves to true when the process ends before the next ping is due. */
  endsBeforeNextPing(exited: Promise<unknown>): Promise<boolean> {
    if (this.#waiters.size > 0) return endsWithin(exited, 0);
    const pingRequested = new Promise<false>((resolve) => {
      this.#pingNow = () => resolve(false);
    });
    return Promise.race([endsWithin(exited, PING_INTERVAL_SECONDS), pingRequested]);
  }
}
