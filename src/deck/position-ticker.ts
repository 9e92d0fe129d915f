// Keeps the position coming at an interval while a clip runs, and at once when it moves while it stands. Also what remains of a wait.
import type { Clock } from '../base/clock.ts';
import { type DeckState, isPlaying, timecodeSeconds } from './state.ts';

/** While a clip plays or a wait runs. */
export const isPlayingOrWaiting = (state: DeckState): boolean => isPlaying(state) || state.waiting !== undefined;

export class PositionTicker {
  readonly #deps: ConstructorParameters<typeof PositionTicker>[0];
  #stopWaiting: (() => void) | undefined;

  constructor(deps: {
    readonly deck: { state(): DeckState };
    readonly clock: Clock;
    readonly intervalSeconds: number;
    /** Whether anybody listens. */
    readonly isWanted: () => boolean;
    /** Whether what is published moves by itself; default: while a clip plays. */
    readonly isMoving?: (state: DeckState) => boolean;
    readonly publish: (state: DeckState) => void;
  }) {
    this.#deps = deps;
  }

  /** Takes a change of the deck: while the clip runs the interval tells, a jump while it stands has to be told by itself. */
  notice(next: DeckState, before: DeckState): void {
    const hasMoved = next.selectedId !== before.selectedId || timecodeSeconds(next) !== timecodeSeconds(before);
    const { isMoving = isPlaying, publish } = this.#deps;
    if (!isMoving(next) && (hasMoved || isMoving(before))) publish(next);
    this.follow();
  }

  /** Somebody listens from now on. */
  follow(): void {
    const { deck, clock, intervalSeconds, isWanted, isMoving = isPlaying, publish } = this.#deps;
    if (this.#stopWaiting !== undefined || !isWanted() || !isMoving(deck.state())) return;
    this.#stopWaiting = clock.after(intervalSeconds, () => {
      this.#stopWaiting = undefined;
      if (isMoving(deck.state())) publish(deck.state());
      this.follow();
    });
  }

  stop(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }
}
