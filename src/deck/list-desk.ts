// The operations on the show: edits of the lists, each durable before it is visible, and the verbs of the operator.
import type { Clock } from '../base/clock.ts';
import { AppError, toMessage } from '../base/errors.ts';
import { asOrigin, currentOrigin } from '../base/origin.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { Clip } from './clips/clip.ts';
import type { CueList } from './lists/cue-list.ts';
import { type Lists, listById } from './lists/list-edits.ts';
import type { ListDocument, ListStore } from './lists/list-store.ts';
import { adoptLists, followEdit, type Standby, type Wait, type WaitProgress } from './lists/show.ts';
import { activate, go, goToNeighbour, standBy } from './lists/take-item.ts';
import { afterWait } from './playback/end-of-clip.ts';
import type { StateListener } from './playback/reconciler.ts';
import { type DeckState, selectedClip } from './state.ts';

/** As often as the position is told. */
const STEP_SECONDS = 0.1;

/** What it needs of the deck. */
interface DeckParts {
  readonly store: ListStore;
  readonly clock: Clock;
  state(): DeckState;
  subscribe(listener: StateListener): () => void;
  run(change: (state: DeckState) => DeckState | Promise<DeckState>): Promise<void>;
  settle(change: (state: DeckState) => DeckState): Promise<void>;
  setWaited(waited: WaitProgress): void;
  /** @throws AppError `file-missing` */
  checkFile(clip: Clip): Promise<void>;
  /** Tells the log of a trouble that no operation is refused for. */
  warn(text: string): void;
}

/** Between two attempts to save which list is active, on a disk that takes nothing. */
const SAVE_RETRY_SECONDS = 30;

const isOfDisk = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'no-space' || error.code === 'storage-failed');

export class ListDesk {
  readonly #deck: DeckParts;
  readonly #queue = new SerialQueue();
  readonly #stopWatching: () => void;
  #loading: Promise<void> | undefined;
  #stopWaiting: (() => void) | undefined;
  /** The active list that the disk has. */
  #savedId: string | undefined;
  /** While the disk has another one: ends the wait for the next attempt. */
  #stopRetrying: (() => void) | undefined;

  constructor(deck: DeckParts) {
    this.#deck = deck;
    this.#stopWatching = deck.subscribe((next, before) => {
      if (next.waiting !== before.waiting) this.#followWait(next.waiting);
    });
  }

  /** Reads the lists, once; every operation waits for it. @throws AppError `storage-failed` */
  load(): Promise<void> {
    this.#loading ??= this.#read().catch((error) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async all(): Promise<Lists> {
    await this.load();
    return this.#deck.state().show.lists;
  }

  /** @throws AppError `list-not-found` */
  async get(id: string): Promise<CueList> {
    return listById(await this.all(), id);
  }

  /**
   * Changes the lists; the output stays as it is.
   * @param change computes them when the operation runs; may throw
   * @throws AppError `no-space`, `storage-failed`
   */
  edit(change: (lists: Lists, clips: readonly Clip[]) => Lists): Promise<void> {
    return this.#save(({ lists, listId }) => {
      const next = change(lists, this.#deck.state().document.clips);
      return { lists: next, listId: next.some(({ id }) => id === listId) ? listId : undefined };
    });
  }

  /**
   * Makes a list the active one, from its first item; the output stays as it is. Playing from a list needs no disk: if it
   * takes nothing, the choice is saved later.
   * @throws AppError `list-not-found`; `storage-failed` when the lists cannot be read
   */
  async activate(listId: string | undefined): Promise<void> {
    await this.load();
    await this.#queue.run(async () => {
      if (listId !== undefined) listById(this.#deck.state().show.lists, listId);
      await this.#deck.settle((state) => activate(state, listId, newRound()));
      await this.#saveActive();
    });
  }

  /** @param choose what stands by; undefined: nothing. @throws AppError `clip-not-found`, `item-not-found` */
  async standBy(choose: (clips: readonly Clip[]) => Standby | undefined): Promise<void> {
    await this.#loaded();
    await this.#deck.run((state) => standBy(state, choose(state.document.clips)));
  }

  /** @throws AppError `nothing-standing-by`, `file-missing`, `unplayable`, `player-unavailable` */
  go(): Promise<void> {
    return this.#take(go);
  }

  /** @throws AppError `end-of-list`, `file-missing`, `unplayable`, `player-unavailable` */
  goToNeighbour(way: 'next' | 'previous'): Promise<void> {
    return this.#take((state) => goToNeighbour(state, way));
  }

  /** Ends the wait that runs; edits are still saved. */
  async dispose(): Promise<void> {
    this.#stopWatching();
    this.#stopWaiting?.();
    if (this.#stopRetrying !== undefined) await this.#queue.run(() => this.#saveActive()).catch(() => undefined);
    await this.#queue.drained();
    this.#stopRetrying?.();
  }

  /** Clips are fired and stand by also without the lists. */
  #loaded(): Promise<void> {
    return this.load().catch(() => undefined);
  }

  async #read(): Promise<void> {
    const document = await this.#deck.store.load();
    this.#savedId = document.listId;
    await this.#deck.settle((state) => {
      const { show, isActivated } = adoptLists(state.show, document);
      return isActivated ? activate({ ...state, show }, show.listId, newRound()) : { ...state, show };
    });
  }

  async #save(change: (document: ListDocument) => ListDocument): Promise<void> {
    await this.load();
    await this.#queue.run(async () => {
      const { lists, listId } = this.#deck.state().show;
      const next = change({ lists, listId });
      await this.#deck.store.save(next, { lists, listId: this.#savedId });
      this.#savedId = next.listId;
      await this.#deck.settle((state) => {
        const { clips } = state.document;
        return { ...state, show: followEdit(state.show, next.lists, clips, clips) };
      });
    });
  }

  /** Warns once, and tries again until the disk has it. */
  async #saveActive(): Promise<void> {
    const isWarned = this.#stopRetrying !== undefined;
    this.#stopRetrying?.();
    this.#stopRetrying = undefined;
    const { lists, listId } = this.#deck.state().show;
    if (listId === this.#savedId) return;
    try {
      await this.#deck.store.save({ lists, listId }, { lists, listId: this.#savedId });
      this.#savedId = listId;
    } catch (error) {
      if (!isOfDisk(error)) throw error;
      if (!isWarned) this.#deck.warn(`Which list is active is not saved yet: ${toMessage(error)}`);
      const retry = (): Promise<void> => this.#queue.run(() => this.#saveActive());
      this.#stopRetrying = this.#deck.clock.after(SAVE_RETRY_SECONDS, () => void retry().catch(() => undefined));
    }
  }

  async #take(change: (state: DeckState) => DeckState): Promise<void> {
    await this.#loaded();
    await this.#deck.run((state) => this.#checked(state, change(state)));
  }

  /** Checks the file of what comes on. */
  async #checked(before: DeckState, next: DeckState): Promise<DeckState> {
    if (next.cues !== before.cues) await this.#deck.checkFile(selectedClip(next));
    return next;
  }

  #followWait(wait: Wait | undefined): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    if (wait === undefined) return;
    const stopTimer = this.#deck.clock.after(wait.seconds, () => {
      const run = (): Promise<void> => this.#endWait(wait);
      // Otherwise the origin of the `go` that waited.
      void (currentOrigin() === undefined ? asOrigin({ door: 'follow', from: '' }, run) : run());
    });
    const stopSteps = this.#showProgress(wait);
    this.#stopWaiting = () => {
      stopTimer();
      stopSteps();
    };
  }

  /** Returns a function that stops it. */
  #showProgress(wait: Wait): () => void {
    const { clock } = this.#deck;
    const startedAt = clock.nowSeconds();
    let stop: () => void;
    const step = (): void => {
      const seconds = Math.min(wait.seconds, clock.nowSeconds() - startedAt);
      if (seconds < wait.seconds) stop = clock.after(STEP_SECONDS, step);
      this.#deck.setWaited({ wait, seconds });
    };
    stop = clock.after(STEP_SECONDS, step);
    return () => stop();
  }

  #endWait(wait: Wait): Promise<void> {
    return this.#deck
      .run((state) => this.#checked(state, afterWait(state, wait)))
      .catch((error) =>
        this.#deck.settle((state) => {
          if (state.waiting !== wait) return state;
          const fault = { clipId: state.selectedId, message: toMessage(error) };
          return { ...state, waiting: undefined, fault };
        }),
      )
      .catch(() => undefined);
  }
}

/** A new order for a shuffled list. */
const newRound = (): number => Math.floor(Math.random() * 0x7fff_ffff);
