// Detects display hotplug while the player runs.
import { pluggedConnectors } from './display.ts';

/** Node cannot listen to the kernel's hotplug events. */
const POLL_INTERVAL_SECONDS = 1.5;

export class DisplayWatch {
  readonly #drmFolder: string;
  readonly #onPlugged: (connectors: readonly string[]) => void;
  #plugged: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param deps.onPlugged called with the connectors that have a display since the last poll */
  constructor(deps: { readonly drmFolder: string; readonly onPlugged: (connectors: readonly string[]) => void }) {
    this.#drmFolder = deps.drmFolder;
    this.#onPlugged = deps.onPlugged;
  }

  start(): void {
    this.#plugged = pluggedConnectors(this.#drmFolder);
    this.#timer = setInterval(() => this.#poll(), POLL_INTERVAL_SECONDS * 1000);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #poll(): void {
    const now = pluggedConnectors(this.#drmFolder);
    const fresh = now.filter((name) => !this.#plugged.includes(name));
    this.#plugged = now;
    if (fresh.length > 0) this.#onPlugged(fresh);
  }
}
