// Runs the plan on mpv and retries after a crash.

import type { Clock } from '../../base/clock.ts';
import { AppError, toAppError } from '../../base/errors.ts';
import { type Player, type PlayerView, toMediaName } from '../ports.ts';
import { CrashLoopGuard } from './crash-loop-guard.ts';
import { type DesiredState, plan } from './plan.ts';

/** How long an operation waits for mpv to restart. */
const PLAYER_TIMEOUT_SECONDS = 5;
/** Attempts per operation before it fails. */
const MAX_ATTEMPTS = 5;

export class PlanExecutor {
  readonly #player: Player;
  readonly #clock: Clock;
  readonly #crashes: CrashLoopGuard;
  readonly #stopWatching: () => void;
  readonly #ending = new AbortController();
  #wasRunning = false;
  #lastLoaded = '';

  constructor(deps: { player: Player; clock: Clock }) {
    this.#player = deps.player;
    this.#clock = deps.clock;
    this.#crashes = new CrashLoopGuard(deps.clock);
    this.#stopWatching = deps.player.subscribe((view) => this.#watch(view));
  }

  /** Ends every wait for mpv. */
  dispose(): void {
    this.#stopWatching();
    this.#ending.abort();
  }

  /** Deadline, by the clock, of an operation that begins now. */
  deadline(): number {
    return this.#clock.nowSeconds() + PLAYER_TIMEOUT_SECONDS;
  }

  /**
   * Resolves when the player confirms the desired state.
   * @param latest deadline, by the clock, for the wait for mpv
   * @throws AppError `unplayable`; `player-unavailable` when mpv did not return in time
   */
  async execute(desired: DesiredState, latest: number): Promise<void> {
    let next = desired;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#carryOut(next, await this.#runningView(latest));
      } catch (error) {
        const isLost = toAppError(error).code === 'player-unavailable';
        if (!isLost || attempt >= MAX_ATTEMPTS || this.#clock.nowSeconds() >= latest) throw error;
        // Some steps may have been executed, so the plan asks for the position again.
        next = { ...next, targetSeconds: next.targetSeconds ?? next.resumeSeconds };
      }
    }
  }

  async #carryOut(desired: DesiredState, view: PlayerView): Promise<void> {
    for (const step of plan(view, desired)) {
      if (step.do === 'load') {
        const name = toMediaName(step.cue.picture);
        this.#crashes.check(name);
        this.#lastLoaded = name;
      }
      await this.#player.perform(step);
    }
  }

  #watch(view: PlayerView): void {
    if (!view.running && this.#wasRunning && view.exitReason !== 'killed') this.#crashes.add(this.#lastLoaded);
    this.#wasRunning = view.running;
  }

  async #runningView(latest: number): Promise<PlayerView> {
    const view = this.#player.view();
    if (view.running) return view;
    const absent = new AppError('player-unavailable', 'The player is restarting and did not come back in time.');
    const { signal } = this.#ending;
    if (signal.aborted || this.#clock.nowSeconds() >= latest) throw absent;
    return new Promise((resolve, reject) => {
      const finish = (done: () => void): void => {
        stopListening();
        stopWaiting();
        signal.removeEventListener('abort', giveUp);
        done();
      };
      const giveUp = (): void => finish(() => reject(absent));
      const stopListening = this.#player.subscribe((fresh) => {
        if (fresh.running) finish(() => resolve(fresh));
      });
      const stopWaiting = this.#clock.after(latest - this.#clock.nowSeconds(), giveUp);
      signal.addEventListener('abort', giveUp);
    });
  }
}
