// Tells what the running play loses, at most once a second, and when it has lost nothing more for a while.
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Bottleneck, Losses } from '../state.ts';
import { hasLostMany, type Play } from './play.ts';
import type { PlayRecorder } from './play-recorder.ts';

const INTERVAL_SECONDS = 1;
/** Without a loss for so long it is over. */
const OVER_SECONDS = 5;

const REASONS: Readonly<Record<Bottleneck, string>> = {
  decoder: 'the decoder is behind: the file is too heavy for this box',
  output: 'the output is behind: the screen mode or the scaling is too much for this box',
};

export class LossWatch {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #publish: (losses: Losses | undefined) => void;
  readonly #stopListening: () => void;
  #last: { readonly play: Play; readonly bottleneck: Bottleneck } | undefined;
  #isTold = false;
  #hasWarned = false;
  #stopInterval: (() => void) | undefined;
  #stopOver: (() => void) | undefined;

  /** @param deps.publish called with undefined once a play that lost something has ended */
  constructor(deps: {
    readonly recorder: PlayRecorder;
    readonly clock: Clock;
    readonly log: Log;
    readonly publish: (losses: Losses | undefined) => void;
  }) {
    this.#clock = deps.clock;
    this.#log = deps.log;
    this.#publish = deps.publish;
    this.#stopListening = deps.recorder.subscribe({
      onLost: (play, bottleneck) => this.#lose(play, bottleneck),
      onEnd: () => this.#end(),
    });
  }

  dispose(): void {
    this.#stopListening();
    this.#stopTimers();
  }

  #lose(play: Play, bottleneck: Bottleneck): void {
    this.#last = { play, bottleneck };
    this.#stopOver?.();
    this.#stopOver = this.#clock.after(OVER_SECONDS, () => {
      this.#stopOver = undefined;
      this.#tell(null);
    });
    if (this.#stopInterval !== undefined) return;
    // A single frame is told a second later, with those that follow it.
    this.#stopInterval = this.#clock.after(INTERVAL_SECONDS, () => {
      this.#stopInterval = undefined;
      if (this.#last !== undefined) this.#tell(this.#last.bottleneck);
    });
  }

  #tell(bottleneck: Bottleneck | null): void {
    if (this.#last === undefined) return;
    const { play } = this.#last;
    const { framesDropped, framesDroppedByDecoder, framesDroppedByOutput, framesLate } = play;
    const isMuch = hasLostMany(play);
    this.#isTold = true;
    this.#publish({
      ...{ framesDropped, framesDroppedByDecoder, framesDroppedByOutput, framesLate },
      bottleneck: isMuch ? bottleneck : null,
    });
    if (!isMuch || bottleneck === null || this.#hasWarned) return;
    this.#hasWarned = true;
    const share = `${framesDropped} of ${play.framesDue} frames dropped`;
    this.#log.warning(`${play.clip} is not fluid: ${share}, ${REASONS[bottleneck]}`);
  }

  #end(): void {
    this.#stopTimers();
    this.#last = undefined;
    this.#hasWarned = false;
    // The deck is still telling its listeners of the change that ended the play.
    if (this.#isTold) queueMicrotask(() => this.#publish(undefined));
    this.#isTold = false;
  }

  #stopTimers(): void {
    this.#stopInterval?.();
    this.#stopOver?.();
    this.#stopInterval = undefined;
    this.#stopOver = undefined;
  }
}
