// Polls a value and reports changes.

const POLL_INTERVAL_SECONDS = 5;

export class PollWatcher {
  readonly #read: () => Promise<string>;
  readonly #everySeconds: number;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #last: string | undefined;
  #isDisposed = false;

  /** @param deps.look reads the watched value as a text; must not reject */
  constructor(deps: { look: () => Promise<string>; everySeconds?: number }) {
    this.#read = deps.look;
    this.#everySeconds = deps.everySeconds ?? POLL_INTERVAL_SECONDS;
  }

  async start(): Promise<void> {
    this.#last = await this.#read();
    this.#wait();
  }

  /** Calls back after a change; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Polls now. */
  async check(): Promise<void> {
    const found = await this.#read();
    if (found === this.#last || this.#isDisposed) return;
    this.#last = found;
    for (const listener of this.#listeners) listener();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #wait(): void {
    if (this.#isDisposed) return;
    this.#timer = setTimeout(() => this.check().finally(() => this.#wait()), this.#everySeconds * 1000);
    this.#timer.unref();
  }
}
