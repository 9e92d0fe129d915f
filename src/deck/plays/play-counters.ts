// Sums over all plays since the start of the player, for its metrics.
import type { StateListener } from '../playback/reconciler.ts';
import type { ExitReason, Player, PlayerView } from '../ports.ts';
import type { DeckState } from '../state.ts';
import type { Ending, Play } from './play.ts';
import type { PlayRecorder } from './play-recorder.ts';

/** Upper bounds in seconds, for the time from a command to the picture. */
export const START_BUCKETS = [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5] as const;

export interface PlayTotals {
  /** Plays that have ended. */
  readonly plays: readonly { readonly door: string; readonly ended: Ending; readonly count: number }[];
  /** Of plays that have ended. */
  readonly framesDue: number;
  readonly framesLate: number;
  /** Of the running play, too. */
  readonly framesDroppedByDecoder: number;
  readonly framesDroppedByOutput: number;
  /** `playback`: a play that could not begin or go on; `clip`: a clip that was found to be unplayable. */
  readonly faults: Readonly<Record<'playback' | 'clip', number>>;
  readonly mpvRestarts: Readonly<Record<ExitReason, number>>;
  /** Starts within each bound of START_BUCKETS and beyond, not added up. */
  readonly starts: readonly number[];
  readonly startSeconds: number;
}

export class PlayCounters {
  readonly #recorder: PlayRecorder;
  readonly #plays = new Map<string, { door: string; ended: Ending; count: number }>();
  readonly #frames = { due: 0, late: 0, byDecoder: 0, byOutput: 0 };
  readonly #faults = { playback: 0, clip: 0 };
  readonly #restarts = { crashed: 0, frozen: 0, killed: 0 };
  readonly #starts: number[] = [...START_BUCKETS.map(() => 0), 0];
  readonly #stops: readonly (() => void)[];
  #startSeconds = 0;
  #wasUp: boolean;

  constructor(deps: {
    readonly recorder: PlayRecorder;
    readonly deck: { subscribe(listener: StateListener): () => void };
    readonly player: Pick<Player, 'view' | 'subscribe'>;
  }) {
    this.#recorder = deps.recorder;
    this.#wasUp = deps.player.view().running;
    this.#stops = [
      deps.recorder.subscribe({
        onBegin: (_play, waitedSeconds) => this.#begin(waitedSeconds),
        onEnd: (play) => this.#end(play),
      }),
      deps.deck.subscribe((next, before) => this.#countFaults(next, before)),
      deps.player.subscribe((view) => this.#countExit(view)),
    ];
  }

  totals(): PlayTotals {
    const running = this.#recorder.running();
    const { due, late, byDecoder, byOutput } = this.#frames;
    return {
      plays: [...this.#plays.values()],
      framesDue: due,
      framesLate: late,
      framesDroppedByDecoder: byDecoder + (running?.framesDroppedByDecoder ?? 0),
      framesDroppedByOutput: byOutput + (running?.framesDroppedByOutput ?? 0),
      faults: this.#faults,
      mpvRestarts: this.#restarts,
      starts: this.#starts,
      startSeconds: this.#startSeconds,
    };
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  #begin(waitedSeconds: number | undefined): void {
    if (waitedSeconds === undefined) return;
    const bucket = START_BUCKETS.findIndex((bound) => waitedSeconds <= bound);
    const index = bucket < 0 ? START_BUCKETS.length : bucket;
    this.#starts[index] = (this.#starts[index] ?? 0) + 1;
    this.#startSeconds += waitedSeconds;
  }

  #end({ by: { door }, ended, ...play }: Play): void {
    if (ended === null) return;
    const key = `${door} ${ended}`;
    const { count = 0 } = this.#plays.get(key) ?? {};
    this.#plays.set(key, { door, ended, count: count + 1 });
    this.#frames.due += play.framesDue;
    this.#frames.late += play.framesLate;
    this.#frames.byDecoder += play.framesDroppedByDecoder;
    this.#frames.byOutput += play.framesDroppedByOutput;
  }

  #countFaults(next: DeckState, before: DeckState): void {
    if (next.fault !== undefined && next.fault !== before.fault) this.#faults.playback += 1;
    if (next.clipFaults === before.clipFaults) return;
    for (const [id, message] of next.clipFaults) if (before.clipFaults.get(id) !== message) this.#faults.clip += 1;
  }

  #countExit({ running, exitReason }: PlayerView): void {
    if (this.#wasUp && !running && exitReason !== undefined) this.#restarts[exitReason] += 1;
    this.#wasUp = running;
  }
}
