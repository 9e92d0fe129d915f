// Records what plays on the output: each play from its start to its end, with the frames that were lost.
import type { Clock } from '../../base/clock.ts';
import type { StateListener } from '../playback/reconciler.ts';
import type { FrameCounts, Player, PlayerView, WallClock } from '../ports.ts';
import type { Bottleneck, DeckState } from '../state.ts';
import { addLost, isAnyLost, toLost } from './lost-frames.ts';
import type { Play } from './play.ts';
import { followPlay, type RunningPlay, toBottleneck, toPlay } from './running-play.ts';

interface PlayListener {
  /** @param waitedSeconds from the command to the picture that runs; undefined without a command */
  readonly onBegin?: (play: Play, waitedSeconds: number | undefined) => void;
  readonly onEnd?: (play: Play) => void;
  /** @param play the play with the new losses counted */
  readonly onLost?: (play: Play, bottleneck: Bottleneck) => void;
}

export class PlayRecorder {
  readonly #clock: Clock;
  readonly #wall: Pick<WallClock, 'nowSeconds'>;
  readonly #listeners = new Set<PlayListener>();
  readonly #stops: readonly (() => void)[];
  #running: RunningPlay | undefined;
  #counts: FrameCounts;

  constructor(deps: {
    readonly deck: { subscribe(listener: StateListener): () => void };
    readonly player: Pick<Player, 'view' | 'subscribe'>;
    readonly clock: Clock;
    readonly wall: Pick<WallClock, 'nowSeconds'>;
  }) {
    this.#clock = deps.clock;
    this.#wall = deps.wall;
    this.#counts = deps.player.view().frameCounts;
    this.#stops = [
      deps.deck.subscribe((next, before, cause) => this.#follow(next, before, cause)),
      deps.player.subscribe((view) => this.#count(view)),
    ];
  }

  /** What plays now, or stands paused; undefined when nothing does. */
  running(): Play | undefined {
    return this.#running && toPlay(this.#running, this.#wall.nowSeconds(), null);
  }

  /** Calls back at each start, end and loss; returns an unsubscribe function. */
  subscribe(listener: PlayListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends what still plays, since the player stops. */
  dispose(): void {
    for (const stop of this.#stops) stop();
    const running = this.#running;
    this.#running = undefined;
    if (running !== undefined) this.#tellEnd(toPlay(running, this.#wall.nowSeconds(), 'stop'));
    this.#listeners.clear();
  }

  #follow(next: DeckState, before: DeckState, cause: Parameters<StateListener>[2]): void {
    const former = this.#running;
    // Nothing runs and nothing begins: the usual case while the picture stands.
    if (former === undefined && next.transport !== 'playing') return;
    const [nowSeconds, wallSeconds] = [this.#clock.nowSeconds(), this.#wall.nowSeconds()];
    const { running, ended } = followPlay(former, { next, before, cause, nowSeconds, wallSeconds });
    this.#running = running;
    if (ended !== undefined) this.#tellEnd(toPlay(ended.play, wallSeconds, ended.how));
    if (running === undefined || (former !== undefined && ended === undefined)) return;
    const waited = cause && nowSeconds - cause.askedSeconds;
    for (const { onBegin } of this.#listeners) onBegin?.(toPlay(running, running.startedAt, null), waited);
  }

  #count({ frameCounts, running: isUp }: PlayerView): void {
    if (frameCounts === this.#counts) return;
    const lost = toLost(this.#counts, frameCounts);
    this.#counts = frameCounts;
    if (this.#running === undefined || !isUp || !this.#running.head.moves || !isAnyLost(lost)) return;
    this.#running = { ...this.#running, lost: addLost(this.#running.lost, lost) };
    const play = toPlay(this.#running, this.#wall.nowSeconds(), null);
    const bottleneck = toBottleneck(this.#running);
    for (const { onLost } of this.#listeners) onLost?.(play, bottleneck);
  }

  #tellEnd(play: Play): void {
    for (const { onEnd } of this.#listeners) onEnd?.(play);
  }
}
