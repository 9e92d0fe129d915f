// Which clips wait in vain to be measured, since something always plays.

const TICK_SECONDS = 600;
/** An hour. */
const MAX_TICKS = 6;

export class SilenceWaits {
  /** Of each clip that waits: ticks in a row at which something played. */
  readonly #ticks = new Map<string, number>();
  readonly #isPlaying: () => boolean;
  readonly #onOverdue: (id: string) => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param deps.onOverdue called once for a clip that has waited for an hour while something played */
  constructor(deps: { readonly isPlaying: () => boolean; readonly onOverdue: (id: string) => void }) {
    this.#isPlaying = deps.isPlaying;
    this.#onOverdue = deps.onOverdue;
  }

  begin(id: string): void {
    if (!this.#ticks.has(id)) this.#ticks.set(id, 0);
    this.#timer ??= setInterval(() => this.#look(), TICK_SECONDS * 1000);
  }

  /** It is measured, cannot be, or is gone. */
  end(id: string): void {
    this.#ticks.delete(id);
    if (this.#ticks.size === 0) this.dispose();
  }

  isOverdue(id: string): boolean {
    return (this.#ticks.get(id) ?? 0) >= MAX_TICKS;
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    for (const [id, ticks] of this.#ticks) {
      if (ticks >= MAX_TICKS) continue;
      this.#ticks.set(id, this.#isPlaying() ? ticks + 1 : 0);
      if (this.isOverdue(id)) this.#onOverdue(id);
    }
  }
}
