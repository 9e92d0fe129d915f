// Holds the deck state and reconciles mpv with it: one change at a time, across crashes, rolled back when rejected.

import type { Clock } from '../../base/clock.ts';
import { toAppError } from '../../base/errors.ts';
import { currentOrigin, type Origin } from '../../base/origin.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { clearClipFault, clearClipFaults, recordClipFault } from '../clips/clip-faults.ts';
import type { Damages } from '../clips/damage.ts';
import type { WaitProgress } from '../lists/show.ts';
import type { Player, PlayerView } from '../ports.ts';
import { type DeckState, isOnSplash, type Losses } from '../state.ts';
import { applyPlayerView } from '../state-updates.ts';
import { cue } from '../transport.ts';
import { type OutputContext, toDesiredState } from './desired-state.ts';
import { afterEnd } from './end-of-clip.ts';
import { PlanExecutor } from './plan-executor.ts';
import { alone } from './sequence.ts';

/** Where a change comes from. */
export interface Cause {
  readonly origin: Origin;
  /** When it was asked for, by the clock. */
  readonly askedSeconds: number;
}

/** @param cause undefined for what the player does by itself */
export type StateListener = (state: DeckState, before: DeckState, cause?: Cause) => void;

type Change = (state: DeckState) => DeckState | Promise<DeckState>;

export class Reconciler {
  readonly #player: Player;
  readonly #clock: Clock;
  readonly #executor: PlanExecutor;
  readonly #listeners = new Set<StateListener>();
  readonly #queue = new SerialQueue({ afterEach: () => this.#adoptView(this.#player.view()) });
  readonly #stopWatching: () => void;
  #state: DeckState;
  #context: OutputContext;
  #wasRunning = false;

  constructor(deps: { player: Player; clock: Clock; state: DeckState; context: OutputContext }) {
    this.#player = deps.player;
    this.#clock = deps.clock;
    this.#executor = new PlanExecutor(deps);
    this.#state = deps.state;
    this.#context = deps.context;
    this.#stopWatching = this.#player.subscribe((view) => this.#watch(view));
  }

  state(): DeckState {
    return this.#state;
  }

  subscribe(listener: StateListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Queues an operation: computes the new state, brings the player there, and then commits it. */
  run(change: Change): Promise<void> {
    const latest = this.#executor.deadline();
    const cause = this.#toCause(currentOrigin());
    return this.#queue.run(async () => {
      const wanted = await change(this.#state);
      await this.#reach(wanted, latest, cause).catch(async (error) => {
        await this.#restore(wanted, error);
        throw error;
      });
    });
  }

  /** Commits a change that the player cannot reject; the player follows when it can. */
  settle(change: Change): Promise<void> {
    const cause = this.#toCause(currentOrigin());
    return this.#queue.run(async () => {
      const next = await change(this.#state);
      this.#commit({ ...next, ...this.#beside() }, cause);
      if (this.#player.view().running)
        await this.#reach(this.#state).catch((error) => this.#restore(this.#state, error));
    });
  }

  /** Shows what the running play has lost. */
  setLosses(losses: Losses | undefined): void {
    this.#commit({ ...this.#state, losses });
  }

  /** Shows what the master, or what lies over the picture, has changed to. */
  setMaster(change: Partial<Pick<DeckState, 'master' | 'fade' | 'fadeLevel' | 'overlay'>>): void {
    this.#commit({ ...this.#state, ...change });
  }

  /** Shows how much of a wait has passed. */
  setWaited(waited: WaitProgress): void {
    this.#commit({ ...this.#state, waited });
  }

  /** Records a fault of a clip's file for the operator. */
  recordFault(clipId: string, error: unknown): void {
    this.#commit(recordClipFault(this.#state, clipId, error));
  }

  /** Clears the faults of clips whose files are back. */
  clearFaults(clipIds: readonly string[]): void {
    this.#commit(clearClipFaults(this.#state, clipIds));
  }

  setDamaged(damaged: Damages): void {
    this.#commit({ ...this.#state, damaged });
  }

  /** Changes the output context, such as the overlay. */
  setContext(change: Partial<OutputContext>): void {
    this.#context = { ...this.#context, ...change };
    this.#recover();
  }

  /** Stops observing the player; waiting operations are still answered. */
  async dispose(): Promise<void> {
    this.#stopWatching();
    this.#executor.dispose();
    this.#listeners.clear();
    await this.#queue.drained();
  }

  #toCause(origin: Origin | undefined): Cause | undefined {
    return origin && { origin, askedSeconds: this.#clock.nowSeconds() };
  }

  async #reach(wanted: DeckState, latest = this.#executor.deadline(), cause?: Cause): Promise<void> {
    try {
      await this.#executor.execute(toDesiredState(wanted, this.#context), latest);
    } catch (error) {
      const place = wanted.place && alone(wanted.place);
      if (toAppError(error).code !== 'unplayable' || place === undefined || place === wanted.place) throw error;
      // One of the following clips of the segment may be the unplayable one.
      return this.#reach({ ...wanted, place }, latest, cause);
    }
    const next = { ...clearClipFault(wanted, wanted.selectedId), targetSeconds: undefined };
    this.#commit({ ...next, ...this.#beside() }, cause);
  }

  /** What changes beside the queue, and may have done so since an operation began. */
  #beside(): Pick<DeckState, 'losses' | 'master' | 'fade' | 'fadeLevel' | 'waited' | 'overlay'> {
    const { losses, master, fade, fadeLevel, waited, overlay } = this.#state;
    return { losses, master, fade, fadeLevel, waited, overlay };
  }

  /** Restores the previous state after a failure, or the splash screen, and records the fault. */
  async #restore(wanted: DeckState, error: unknown): Promise<void> {
    this.recordFault(wanted.selectedId, error);
    // After a restart the player returns to the previous state by itself.
    if (toAppError(error).code !== 'unplayable') return;
    if (wanted.selectedId !== this.#state.selectedId || wanted.place !== this.#state.place) {
      await this.#reach(this.#state).catch((second) => this.#restore(this.#state, second));
      return;
    }
    const splash = this.#state.document.clips[0];
    if (isOnSplash(this.#state) || splash === undefined) return;
    const fault = { clipId: this.#state.selectedId, message: toAppError(error).message };
    await this.#reach({ ...cue(this.#state, splash), fault }).catch(() => undefined);
  }

  #watch(view: PlayerView): void {
    if (view.running && !this.#wasRunning) this.#recover();
    this.#wasRunning = view.running;
    if (!this.#queue.isBusy() || !view.running) this.#adoptView(view);
  }

  #adoptView(view: PlayerView): void {
    this.#commit(applyPlayerView(this.#state, view));
    if (view.ended && !this.#queue.isBusy() && afterEnd(this.#state) !== undefined) this.#goOn();
  }

  /** At the end of a clip or segment: continues with its end action or sequence. */
  #goOn(): void {
    const goOn = async (): Promise<void> => {
      const next = this.#player.view().ended ? afterEnd(this.#state) : undefined;
      if (next === undefined) return;
      const cause = this.#toCause({ door: 'follow', from: '' });
      await this.#reach(next, undefined, cause).catch(async (error) => {
        const fault = { clipId: this.#state.selectedId, message: toAppError(error).message };
        this.#commit({ ...this.#state, transport: 'ended', fault });
        await this.#restore(next, error);
      });
    };
    this.#queue.run(goOn).catch(() => undefined);
  }

  #recover(): void {
    this.run((state) => state).catch(() => undefined);
  }

  #commit(next: DeckState, cause?: Cause): void {
    const before = this.#state;
    if (next === before) return;
    this.#state = next;
    for (const listener of this.#listeners) listener(next, before, cause);
  }
}
