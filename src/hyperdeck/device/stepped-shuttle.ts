// Stepped shuttle for speeds that mpv cannot run: reverse, and faster than it decodes.
import type { Clock } from '../../base/clock.ts';

/** A frame of 25 a second: more steps than this nobody can tell from motion. */
const STEP_SECONDS = 0.04;

export class SteppedShuttle {
  readonly #clock: Clock;
  #current: symbol | undefined;
  #stopWaiting: () => void = () => undefined;

  constructor(deps: { clock: Clock }) {
    this.#clock = deps.clock;
  }

  /**
   * Steps until `step` says it is over, fails, or something else begins.
   * @param step goes on by so many seconds of the clock, however long the last step took; resolves to whether there is more
   * @param onOver it is over or failed; not told when something else begins
   */
  start(step: (seconds: number, isCurrent: () => boolean) => Promise<boolean>, onOver: () => void): void {
    this.stop();
    const token = Symbol('steps');
    this.#current = token;
    const isCurrent = (): boolean => this.#current === token;
    const next = (since: number): void => {
      this.#stopWaiting = this.#clock.after(STEP_SECONDS, async () => {
        const now = this.#clock.nowSeconds();
        const goesOn = await step(now - since, isCurrent).catch(() => false);
        if (!isCurrent()) return;
        if (goesOn) return next(now);
        this.stop();
        onOver();
      });
    };
    next(this.#clock.nowSeconds());
  }

  stop(): void {
    this.#current = undefined;
    this.#stopWaiting();
  }
}
