// The deck: the one place where its state changes. Operations queue here, and the plan carries them out on the player.
import { DeckError, toDeckError } from '../errors.ts';
import { type Clip, type ProbedMedia, SPLASH_ID } from './clip.ts';
import { type ClipEdit, clipAt, type DeckDocument, editClip, replaceClip } from './clip-list.ts';
import { Driver } from './driver.ts';
import type { ClipStore, Clock, Player, PlayerView } from './ports.ts';
import { type Run, toPlace } from './run.ts';
import {
  adoptDocument,
  afterEnd,
  createState,
  cue,
  type DeckState,
  goTo,
  isOnSplash,
  observe,
  pause,
  play,
  startRun,
  stop,
  togglePlay,
} from './state.ts';
import { Turns } from './turns.ts';
import { type Surroundings, toWanted } from './wanted.ts';

/** A run, and where in it to be. */
export interface RunRequest {
  readonly run: Run;
  readonly index: number;
  /** Position in the item's file; undefined: where the picture stands now. */
  readonly seconds: number | undefined;
  readonly playing: boolean;
  /** Factor, 1 is normal. */
  readonly speed: number;
}

type Listener = (state: DeckState, before: DeckState) => void;

export class Deck {
  readonly #player: Player;
  readonly #store: ClipStore;
  readonly #driver: Driver;
  readonly #listeners = new Set<Listener>();
  readonly #turns = new Turns({ afterEach: () => this.#commit(observe(this.#state, this.#player.view())) });
  readonly #stopWatching: () => void;
  #state: DeckState;
  #surroundings: Surroundings;
  #wasRunning = false;

  constructor(parts: { player: Player; store: ClipStore; clock: Clock; blackPath: string }) {
    this.#player = parts.player;
    this.#store = parts.store;
    this.#surroundings = {
      pathOf: (clip) => parts.store.pathOf(clip),
      blackPath: parts.blackPath,
      splashCaption: [],
      mark: [],
    };
    this.#driver = new Driver(parts);
    this.#state = createState(parts.store.document());
    this.#stopWatching = this.#player.subscribe((view) => this.#watch(view));
  }

  state(): DeckState {
    return this.#state;
  }

  /** Calls back with the new and the former state after every change; returns the way to stop that. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Puts up what the power-on setting asks for, as soon as the player is there. */
  powerOn(): Promise<void> {
    return this.#settle(async (state) => {
      const { powerOn, lastClipId } = state.document.settings;
      const clip = state.document.clips.find(({ id }) => id === lastClipId);
      if (powerOn === 'splash' || clip === undefined || !(await this.#store.isThere(clip))) return state;
      return powerOn === 'play-last' ? play(cue(state, clip)) : cue(state, clip);
    });
  }

  /**
   * Cues a clip: its in point is on screen, paused.
   * @throws DeckError `clip-not-found`, `file-missing`, `unplayable`, `player-unavailable`
   */
  async select(index: number): Promise<void> {
    await this.#run((state) => this.#cueFile(state, clipAt(state.document.clips, index)));
    this.#rememberSelection();
  }

  togglePlay(): Promise<void> {
    return this.#run(togglePlay);
  }

  play(): Promise<void> {
    return this.#run(play);
  }

  pause(): Promise<void> {
    return this.#run(pause);
  }

  stop(): Promise<void> {
    return this.#run(stop);
  }

  /** @throws DeckError `not-seekable`, `invalid-value` */
  goTo(seconds: number): Promise<void> {
    return this.#run((state) => goTo(state, seconds));
  }

  /**
   * Puts a run on: clips that play one after another, standing or playing.
   * @param request computes the run from the state when its turn comes
   * @throws DeckError `clip-not-found`, `unplayable`, `player-unavailable`, and whatever `request` throws
   */
  startRun(request: (state: DeckState) => RunRequest): Promise<void> {
    return this.#run((state) => {
      const { run, index, ...rest } = request(state);
      const place = toPlace(run, index, state.document.clips);
      if (place === undefined) throw new DeckError('clip-not-found', `The run has no clip ${index}.`);
      return startRun(state, { place, ...rest });
    });
  }

  /** @throws DeckError `clip-not-found`, `invalid-value`, `no-space`, `storage-failed` */
  async updateClip(index: number, edit: ClipEdit): Promise<void> {
    await this.#store.update((document) => replaceClip(document, editClip(clipAt(document.clips, index), edit)));
    await this.#adopt();
  }

  /** @throws DeckError `clip-not-found`, `splash-locked`, `no-space`, `storage-failed` */
  async deleteClip(index: number): Promise<void> {
    await this.#store.remove((clips) => clipAt(clips, index));
    await this.#adopt();
  }

  /** @throws DeckError `no-space`, `storage-failed` */
  async addClip(upload: { temporaryPath: string; fileName: string; probed: ProbedMedia }): Promise<void> {
    await this.#store.add(upload);
    await this.#adopt();
  }

  /** @throws DeckError `no-space`, `storage-failed` */
  async toggleShowSplash(): Promise<void> {
    await this.#updateSettings(({ settings }) => ({ showSplash: !settings.showSplash }));
  }

  /** Words over the splash screen. */
  setSplashCaption(lines: readonly string[]): void {
    this.#surroundings = { ...this.#surroundings, splashCaption: lines };
    this.#recover();
  }

  /** A mark over whatever is shown, so that somebody finds the screen; no lines take it away. */
  setMark(lines: readonly string[]): void {
    this.#surroundings = { ...this.#surroundings, mark: lines };
    this.#recover();
  }

  /** Ends the watch over the player; operations that wait are still answered. */
  async dispose(): Promise<void> {
    this.#stopWatching();
    this.#driver.dispose();
    this.#listeners.clear();
    await this.#turns.drained();
  }

  async #updateSettings(change: (document: DeckDocument) => Partial<DeckDocument['settings']>): Promise<void> {
    await this.#store.update((document) => ({
      ...document,
      settings: { ...document.settings, ...change(document) },
    }));
    await this.#adopt();
  }

  /** The list on disk changed by itself: files were found in the clips folder. */
  followStore(): void {
    this.#adopt().catch(() => undefined);
  }

  /** The list is on disk already. */
  #adopt(): Promise<void> {
    return this.#settle((state) => adoptDocument(state, this.#store.document()));
  }

  /** A change that nothing the player does can refuse: it holds at once, and the player follows when it can. */
  #settle(change: (state: DeckState) => DeckState | Promise<DeckState>): Promise<void> {
    return this.#turns.take(async () => {
      this.#commit(await change(this.#state));
      if (this.#player.view().running)
        await this.#reach(this.#state).catch((error) => this.#restore(this.#state, error));
    });
  }

  #rememberSelection(): void {
    const { settings } = this.#state.document;
    const { selectedId } = this.#state;
    if (settings.powerOn === 'splash' || selectedId === SPLASH_ID || settings.lastClipId === selectedId) return;
    // A full disk must not turn a selection that is on screen into an error.
    this.#updateSettings(() => ({ lastClipId: selectedId })).catch(() => undefined);
  }

  async #cueFile(state: DeckState, clip: Clip): Promise<DeckState> {
    if (clip.kind !== 'splash' && !(await this.#store.isThere(clip))) {
      throw new DeckError('file-missing', `The file of ${clip.name} (${clip.file}) is gone from the disk.`);
    }
    return cue(state, clip);
  }

  /** Queues an operation: works out what it wants, brings the player there, and only then changes the state. */
  #run(change: (state: DeckState) => DeckState | Promise<DeckState>): Promise<void> {
    return this.#turns.take(async () => {
      const wanted = await change(this.#state);
      await this.#reach(wanted).catch(async (error) => {
        await this.#restore(wanted, error);
        throw error;
      });
    });
  }

  async #reach(wanted: DeckState): Promise<void> {
    await this.#driver.drive(toWanted(wanted, this.#surroundings));
    this.#commit({ ...wanted, targetSeconds: undefined });
  }

  /** What was wanted can't be shown: back to the former state, or to the splash screen with the fault kept for the operator. */
  async #restore(wanted: DeckState, error: unknown): Promise<void> {
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
    if (!this.#turns.isBusy() || !view.running) this.#commit(observe(this.#state, view));
    if (view.ended && !this.#turns.isBusy()) this.#goOn();
  }

  /** After the end of a leg: the next one, or what the run wants to be shown when it is over. */
  #goOn(): void {
    const { place } = this.#state;
    if (place === undefined || afterEnd(this.#state) === undefined) return;
    const isStillThere = (state: DeckState): boolean => state.place === place && this.#player.view().ended;
    this.#run((state) => (isStillThere(state) ? (afterEnd(state) ?? state) : state)).catch((error) => {
      const fault = { clipId: this.#state.selectedId, message: toDeckError(error).message };
      if (this.#state.place === place) this.#commit({ ...this.#state, transport: 'ended', fault });
    });
  }

  #recover(): void {
    this.#run((state) => state).catch(() => undefined);
  }

  #commit(next: DeckState): void {
    const before = this.#state;
    if (next === before) return;
    this.#state = next;
    for (const listener of this.#listeners) listener(next, before);
  }
}
