// Where the deck's state lives and the player is brought to it: one change at a time, over the player's deaths, back when refused.

import type { Clock } from '../../base/clock.ts';
import { toDeckError } from '../../base/errors.ts';
import { Turns } from '../../base/serial-queue.ts';
import { clearTrouble, noteTrouble } from '../clips/clip-faults.ts';
import type { Player, PlayerView } from '../ports.ts';
import { cue, type DeckState, isOnSplash } from '../state.ts';
import { observe } from '../state-updates.ts';
import { type Surroundings, toWanted } from './desired-state.ts';
import { afterEnd } from './end-of-clip.ts';
import { Driver } from './plan-executor.ts';
import { alone } from './sequence.ts';

export type StateListener = (state: DeckState, before: DeckState) => void;

export type Change = (state: DeckState) => DeckState | Promise<DeckState>;

export class Stage {
  readonly #player: Player;
  readonly #driver: Driver;
  readonly #listeners = new Set<StateListener>();
  readonly #turns = new Turns({ afterEach: () => this.#look(this.#player.view()) });
  readonly #stopWatching: () => void;
  #state: DeckState;
  #surroundings: Surroundings;
  #wasRunning = false;

  constructor(parts: { player: Player; clock: Clock; state: DeckState; surroundings: Surroundings }) {
    this.#player = parts.player;
    this.#driver = new Driver(parts);
    this.#state = parts.state;
    this.#surroundings = parts.surroundings;
    this.#stopWatching = this.#player.subscribe((view) => this.#watch(view));
  }

  state(): DeckState {
    return this.#state;
  }

  subscribe(listener: StateListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Queues an operation: works out what it wants, brings the player there, and only then changes the state. */
  run(change: Change): Promise<void> {
    const latest = this.#driver.patience();
    return this.#turns.take(async () => {
      const wanted = await change(this.#state);
      await this.#reach(wanted, latest).catch(async (error) => {
        await this.#restore(wanted, error);
        throw error;
      });
    });
  }

  /** A change that nothing the player does can refuse: it holds at once, and the player follows when it can. */
  settle(change: Change): Promise<void> {
    return this.#turns.take(async () => {
      this.#commit(await change(this.#state));
      if (this.#player.view().running)
        await this.#reach(this.#state).catch((error) => this.#restore(this.#state, error));
    });
  }

  /** Keeps what went wrong with a clip's file, for the operator. */
  note(clipId: string, error: unknown): void {
    this.#commit(noteTrouble(this.#state, clipId, error));
  }

  /** Other words belong over the picture. */
  surround(change: Partial<Surroundings>): void {
    this.#surroundings = { ...this.#surroundings, ...change };
    this.#recover();
  }

  /** Ends the watch over the player; operations that wait are still answered. */
  async dispose(): Promise<void> {
    this.#stopWatching();
    this.#driver.dispose();
    this.#listeners.clear();
    await this.#turns.drained();
  }

  async #reach(wanted: DeckState, latest = this.#driver.patience()): Promise<void> {
    try {
      await this.#driver.drive(toWanted(wanted, this.#surroundings), latest);
    } catch (error) {
      const place = wanted.place && alone(wanted.place);
      if (toDeckError(error).code !== 'unplayable' || place === undefined || place === wanted.place) throw error;
      // One of the clips that follow may be what can't be played.
      return this.#reach({ ...wanted, place }, latest);
    }
    this.#commit({ ...clearTrouble(wanted, wanted.selectedId), targetSeconds: undefined });
  }

  /** What was wanted can't be shown: back to the former state, or to the splash screen with the fault kept for the operator. */
  async #restore(wanted: DeckState, error: unknown): Promise<void> {
    this.note(wanted.selectedId, error);
    // A player that is gone puts up the former state by itself when it comes back.
    if (toDeckError(error).code !== 'unplayable') return;
    if (wanted.selectedId !== this.#state.selectedId || wanted.place !== this.#state.place) {
      await this.#reach(this.#state).catch((second) => this.#restore(this.#state, second));
      return;
    }
    const splash = this.#state.document.clips[0];
    if (isOnSplash(this.#state) || splash === undefined) return;
    const fault = { clipId: this.#state.selectedId, message: toDeckError(error).message };
    await this.#reach({ ...cue(this.#state, splash), fault }).catch(() => undefined);
  }

  #watch(view: PlayerView): void {
    if (view.running && !this.#wasRunning) this.#recover();
    this.#wasRunning = view.running;
    if (!this.#turns.isBusy() || !view.running) this.#look(view);
  }

  #look(view: PlayerView): void {
    this.#commit(observe(this.#state, view));
    if (view.ended && !this.#turns.isBusy() && afterEnd(this.#state) !== undefined) this.#goOn();
  }

  /** After the end of a clip or a leg: what its end action or its run wants to be shown next. */
  #goOn(): void {
    const goOn = async (): Promise<void> => {
      const next = this.#player.view().ended ? afterEnd(this.#state) : undefined;
      if (next === undefined) return;
      await this.#reach(next).catch(async (error) => {
        const fault = { clipId: this.#state.selectedId, message: toDeckError(error).message };
        this.#commit({ ...this.#state, transport: 'ended', fault });
        await this.#restore(next, error);
      });
    };
    this.#turns.take(goOn).catch(() => undefined);
  }

  #recover(): void {
    this.run((state) => state).catch(() => undefined);
  }

  #commit(next: DeckState): void {
    const before = this.#state;
    if (next === before) return;
    this.#state = next;
    for (const listener of this.#listeners) listener(next, before);
  }
}
