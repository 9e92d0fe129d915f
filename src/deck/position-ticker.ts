// Keeps the position coming at an interval while a clip runs, and at once when it moves while it stands.
import type { Clock } from '../base/clock.ts';
import { type DeckState, isPlaying, timecodeSeconds } from './state.ts';

export class PositionTicker {
  readonly #deps: ConstructorParameters<typeof PositionTicker>[0];
  #stopWaiting: (() => void) | undefined;

  constructor(deps: {
    readonly deck: { state(): DeckState };
    readonly clock: Clock;
    readonly intervalSeconds: number;
    /** Whether anybody listens. */
    readonly isWanted: () => boolean;
    readonly publish: (state: DeckState) => void;
  }) {
    this.#deps = deps;
  }

  /** Takes a change of the deck: while the clip runs the interval tells, a jump while it stands has to be told by itself. */
  notice(next: DeckState, before: DeckState): void {
    const hasMoved = next.selectedId !== before.selectedId || timecodeSeconds(next) !== timecodeSeconds(before);
    if (!isPlaying(next) && (hasMoved || isPlaying(before))) this.#deps.publish(next);
    this.follow();
  }

  /** Somebody listens from now on. */
  follow(): void {
    const { deck, clock, intervalSeconds, isWanted, publish } = this.#deps;
    if (this.#stopWaiting !== undefined || !isWanted() || !isPlaying(deck.state())) return;
    this.#stopWaiting = clock.after(intervalSeconds, () => {
      this.#stopWaiting = undefined;
      if (isPlaying(deck.state())) publish(deck.state());
      this.follow();
    });
  }

  stop(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }
}
