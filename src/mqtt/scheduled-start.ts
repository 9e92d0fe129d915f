// Scheduled start: cues a clip and starts it at a wall-clock instant.

import type { Clock } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import type { Clip } from '../deck/clips/clip.ts';
import type { Deck } from '../deck/deck.ts';
import type { WallClock } from '../deck/ports.ts';
import { play } from '../deck/state.ts';
import { CommandError } from './command-error.ts';
import { toClockJson } from './reports/payloads.ts';
import { toCorrection } from './sync/correction.ts';

/** A start further away is a mistake in a date. */
const MAX_LEAD_SECONDS = 24 * 3600;
/** A nearer instant is refused before anything on the screen is touched: no clip is cued in so little time. */
const MIN_LEAD_SECONDS = 0.2;
/** The wall clock may be set right while a start is waited for: it is looked at again so often. */
const POLL_INTERVAL_SECONDS = 5;
/** Timers are late by one or two milliseconds; what is left then is slept through exactly, with everything else held up. */
const BUSY_WAIT_SECONDS = 0.003;
/** The first frames have the processor to themselves; the answer has time. */
const ANSWER_DELAY_SECONDS = 0.15;
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4));

export interface ScheduledStartRequest {
  readonly pick: (clips: readonly Clip[]) => Clip;
  /** Seconds since 1970. */
  readonly atSeconds: number;
  /** Also with a clock that nobody vouches for. */
  readonly force: boolean;
  readonly scope: string;
  /** The clip is cued and waits for its instant. */
  readonly onReady: (news: Readonly<Record<string, unknown>>) => void;
}

/** A start that has happened, for those who keep together afterwards. */
export interface StartedClip {
  readonly clip: Clip;
  readonly atSeconds: number;
  readonly scope: string;
  /** The clip took longer to cue than there was time: the others are ahead. */
  readonly isLate: boolean;
}

export class ScheduledStart {
  readonly #deck: Deck;
  readonly #clock: Clock;
  readonly #wall: WallClock;
  readonly #boundSeconds: number;
  readonly #onStarted: (started: StartedClip) => void;

  /** @param parts.boundSeconds a clock that may be wrong by more is refused */
  constructor(deps: {
    deck: Deck;
    clock: Clock;
    wall: WallClock;
    boundSeconds: number;
    onStarted: (started: StartedClip) => void;
  }) {
    this.#deck = deps.deck;
    this.#clock = deps.clock;
    this.#wall = deps.wall;
    this.#boundSeconds = deps.boundSeconds;
    this.#onStarted = deps.onStarted;
  }

  /**
   * Resolves when the clip runs: on the instant, or at once where it took longer to cue, since a show goes on.
   * @returns how late it was
   * @throws CommandError `clock-unsure`, `too-late`, `taken-back`; AppError as a selection, `invalid-value`
   */
  async run({
    pick,
    atSeconds,
    force,
    scope,
    onReady,
  }: ScheduledStartRequest): Promise<Readonly<Record<string, unknown>>> {
    this.#check(atSeconds, force);
    await this.#deck.cue(pick);
    const clip = pick(this.#deck.state().document.clips);
    await this.#deck.change((state) => {
      if (state.selectedId !== clip.id || state.transport !== 'stopped') throw cancelledError();
      return { ...state, armedAt: atSeconds };
    });
    onReady({ phase: 'ready', at: toIso(atSeconds), clock: toClockJson(this.#wall) });
    await this.#until(atSeconds);
    await this.#deck.change((state) => {
      if (state.selectedId !== clip.id || state.armedAt !== atSeconds) throw cancelledError();
      return play(state);
    });
    const lateSeconds = this.#wall.nowSeconds() - atSeconds;
    this.#onStarted({ clip, atSeconds, scope, isLate: toCorrection(lateSeconds, 'gone', 0) === 'jump' });
    await new Promise<void>((resolve) => this.#clock.after(ANSWER_DELAY_SECONDS, resolve));
    return { phase: 'started', at: toIso(atSeconds), lateSeconds: Math.round(lateSeconds * 1e6) / 1e6 };
  }

  #check(atSeconds: number, force: boolean): void {
    const waitSeconds = atSeconds - this.#wall.nowSeconds();
    if (waitSeconds < MIN_LEAD_SECONDS) throw tooLate(waitSeconds);
    if (waitSeconds > MAX_LEAD_SECONDS) {
      throw new AppError('invalid-value', `at=${toIso(atSeconds)} is refused; allowed: within the next 24 hours.`);
    }
    if (force) return;
    const reading = this.#wall.reading();
    if (reading === undefined) {
      throw new CommandError(
        'clock-unsure',
        'Nobody keeps the clock of this player (neither chrony nor systemd-timesyncd answers); force=true starts anyway.',
      );
    }
    if (reading.uncertaintySeconds > this.#boundSeconds) {
      throw new CommandError(
        'clock-unsure',
        `The clock may be wrong by ${toMs(reading.uncertaintySeconds)} ms; allowed: ${toMs(this.#boundSeconds)} ms. force=true starts anyway.`,
      );
    }
  }

  async #until(atSeconds: number): Promise<void> {
    for (;;) {
      if (this.#deck.state().armedAt !== atSeconds) return;
      const left = atSeconds - this.#wall.nowSeconds();
      if (left <= 0) return;
      if (left <= BUSY_WAIT_SECONDS) {
        Atomics.wait(NEVER_WOKEN, 0, 0, left * 1000);
        return;
      }
      await new Promise<void>((resolve) =>
        this.#clock.after(Math.min(POLL_INTERVAL_SECONDS, left - BUSY_WAIT_SECONDS), resolve),
      );
    }
  }
}

const cancelledError = (): CommandError => new CommandError('taken-back', 'Another operation took the start back.');

const tooLate = (waitSeconds: number): CommandError =>
  new CommandError(
    'too-late',
    waitSeconds < 0
      ? `The instant was ${toSpan(-waitSeconds)} ago.`
      : `The instant is in ${toSpan(waitSeconds)}; allowed: ${toMs(MIN_LEAD_SECONDS)} ms or more.`,
  );

const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString();

const toSpan = (seconds: number): string => (seconds < 10 ? `${toMs(seconds)} ms` : `${Math.round(seconds)} s`);

const toMs = (seconds: number): string => (seconds * 1000).toFixed(1);
