// Tells when a screen is plugged in, while a player without one, or with another, is running.
import { pluggedConnectors } from './display.ts';

/** The kernel learns of a plug at once; Node can't listen to it. */
const EVERY_SECONDS = 1.5;

export class ScreenWatch {
  readonly #drmFolder: string;
  readonly #onPlugged: (connectors: readonly string[]) => void;
  #plugged: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param parts.onPlugged called with the connectors that have a screen and had none at the last look */
  constructor(parts: { readonly drmFolder: string; readonly onPlugged: (connectors: readonly string[]) => void }) {
    this.#drmFolder = parts.drmFolder;
    this.#onPlugged = parts.onPlugged;
  }

  start(): void {
    this.#plugged = pluggedConnectors(this.#drmFolder);
    this.#timer = setInterval(() => this.#look(), EVERY_SECONDS * 1000);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = pluggedConnectors(this.#drmFolder);
    const fresh = now.filter((name) => !this.#plugged.includes(name));
    this.#plugged = now;
    if (fresh.length > 0) this.#onPlugged(fresh);
  }
}
