// Tells background work when to stand still: while a clip plays and the machine is busy.

export class PauseSwitch {
  readonly #listeners = new Set<(isPaused: boolean) => void>();
  #isPaused = false;

  get isPaused(): boolean {
    return this.#isPaused;
  }

  set(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    for (const listener of [...this.#listeners]) listener(isPaused);
  }

  /** Calls back after each change; returns an unsubscribe function. */
  subscribe(listener: (isPaused: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when work may go on. @throws the signal's reason */
  whenFree(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (!this.#isPaused) return resolve();
      const settle = (done: () => void): void => {
        stop();
        signal.removeEventListener('abort', abort);
        done();
      };
      const abort = (): void => settle(() => reject(signal.reason));
      const stop = this.subscribe((isPaused) => {
        if (!isPaused) settle(resolve);
      });
      signal.addEventListener('abort', abort, { once: true });
    });
  }
}
