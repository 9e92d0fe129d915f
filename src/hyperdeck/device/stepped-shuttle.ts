// Stepped shuttle for speeds that mpv cannot run: reverse, and faster than it decodes.
import type { Clock } from '../../base/clock.ts';

/** One frame at 25 fps: shorter steps look like motion. */
const STEP_SECONDS = 0.04;

export class SteppedShuttle {
  readonly #clock: Clock;
  #current: symbol | undefined;
  #stopWaiting: () => void = () => undefined;

  constructor(deps: { clock: Clock }) {
    this.#clock = deps.clock;
  }

  /**
   * Steps until `step` reports the end or fails, or another operation begins.
   * @param step advances by the elapsed seconds; resolves to true while there is more
   * @param onOver called at the end or after a failure, not when another operation begins
   */
  start(step: (seconds: number, isCurrent: () => boolean) => Promise<boolean>, onOver: () => void): void {
    this.stop();
    const token = Symbol('steps');
    this.#current = token;
    const isCurrent = (): boolean => this.#current === token;
    const next = (since: number): void => {
      this.#stopWaiting = this.#clock.after(STEP_SECONDS, () => void advance(since));
    };
    const advance = async (since: number): Promise<void> => {
      const now = this.#clock.nowSeconds();
      const goesOn = await step(now - since, isCurrent).catch(() => false);
      if (!isCurrent()) return;
      if (goesOn) return next(now);
      this.stop();
      onOver();
    };
    next(this.#clock.nowSeconds());
  }

  stop(): void {
    this.#current = undefined;
    this.#stopWaiting();
  }
}
