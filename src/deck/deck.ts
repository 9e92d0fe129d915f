// The deck: the one place where its state changes. Operations queue here, and the plan carries them out on the player.
import { DeckError, toDeckError } from '../errors.ts';
import { type Clip, type ProbedMedia, SPLASH_ID, toSection, toSectionPosition } from './clip.ts';
import { type ClipEdit, clipAt, type DeckDocument, editClip, indexOfClip, replaceClip } from './clip-list.ts';
import { CrashRecord } from './crash-record.ts';
import { plan, type Wanted } from './plan.ts';
import type { ClipStore, Clock, Cue, Player, PlayerView } from './ports.ts';
import {
  adoptDocument,
  createState,
  cue,
  type DeckState,
  goTo,
  isOnSplash,
  observe,
  pause,
  play,
  selectedClip,
  stop,
  togglePlay,
} from './state.ts';
import { Turns } from './turns.ts';

/** An operation that finds no player waits this long for the next one. */
const PLAYER_PATIENCE_SECONDS = 5;
/** Plans that may fail on a dying player before an operation gives up. */
const MOST_ATTEMPTS = 5;

type Listener = (state: DeckState, before: DeckState) => void;

export class Deck {
  readonly #player: Player;
  readonly #store: ClipStore;
  readonly #clock: Clock;
  readonly #blackPath: string;
  readonly #crashes: CrashRecord;
  readonly #listeners = new Set<Listener>();
  readonly #turns = new Turns({ afterEach: () => this.#commit(observe(this.#state, this.#player.view())) });
  readonly #stopWatching: () => void;
  #state: DeckState;
  #caption: readonly string[] = [];
  #wasRunning = false;
  #lastLoadedPath = '';

  constructor(parts: { player: Player; store: ClipStore; clock: Clock; blackPath: string }) {
    this.#player = parts.player;
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#blackPath = parts.blackPath;
    this.#crashes = new CrashRecord(parts.clock);
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

  /** Puts up what the power-on setting asks for. */
  async powerOn(): Promise<void> {
    const { powerOn, lastClipId } = this.#state.document.settings;
    const index = powerOn === 'splash' || lastClipId === undefined ? -1 : this.#indexOf(lastClipId);
    if (index > 0) {
      const started = this.#run(async (state) => {
        const cued = await this.#cueFile(state, clipAt(state.document.clips, index));
        return powerOn === 'play-last' ? play(cued) : cued;
      });
      if (
        await started.then(
          () => true,
          () => false,
        )
      )
        return;
    }
    await this.#run((state) => state);
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
    this.#caption = lines;
    this.#recover();
  }

  /** Ends the watch over the player; operations that wait are still answered. */
  async dispose(): Promise<void> {
    this.#stopWatching();
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

  /** The list is on disk already, so nothing that the player does can refuse it. */
  #adopt(): Promise<void> {
    return this.#turns.take(async () => {
      this.#commit(adoptDocument(this.#state, this.#store.document()));
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
    let state = wanted;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const view = await this.#runningView();
        const steps = plan(view, this.#toWanted(state));
        for (const step of steps) {
          if (step.do === 'load') this.#crashes.check(step.cue.picture.path);
          if (step.do === 'load') this.#lastLoadedPath = step.cue.picture.path;
          await this.#player.perform(step);
        }
        this.#commit({ ...state, targetSeconds: undefined });
        return;
      } catch (error) {
        if (attempt >= MOST_ATTEMPTS || toDeckError(error).code !== 'player-unavailable') throw error;
        state = { ...state, targetSeconds: state.targetSeconds ?? state.positionSeconds };
      }
    }
  }

  /** What was wanted can't be shown: back to the former state, or to the splash screen with the fault kept for the operator. */
  async #restore(wanted: DeckState, error: unknown): Promise<void> {
    // A player that is gone puts up the former state by itself when it comes back.
    if (toDeckError(error).code !== 'unplayable') return;
    if (wanted.selectedId !== this.#state.selectedId) {
      await this.#reach(this.#state).catch((second) => this.#restore(this.#state, second));
      return;
    }
    const splash = this.#state.document.clips[0];
    if (isOnSplash(this.#state) || splash === undefined) return;
    const fault = { clipId: this.#state.selectedId, message: toDeckError(error).message };
    await this.#reach({ ...cue(this.#state, splash), fault }).catch(() => undefined);
  }

  #toWanted(state: DeckState): Wanted {
    const clip = selectedClip(state);
    const section = toSection(clip);
    return {
      cue: { picture: this.#toPicture(state, clip), section },
      playing: state.transport === 'playing',
      targetSeconds: state.targetSeconds,
      resumeSeconds: toSectionPosition(section, state.positionSeconds),
      speed: state.speed,
      caption: isOnSplash(state) && state.screen === 'splash' ? this.#caption : [],
    };
  }

  #toPicture(state: DeckState, clip: Clip): Cue['picture'] {
    if (clip.kind !== 'splash') return { kind: clip.kind, path: this.#store.pathOf(clip) };
    return { kind: 'screen', path: state.screen === 'splash' ? this.#store.pathOf(clip) : this.#blackPath };
  }

  #watch(view: PlayerView): void {
    if (!view.running && this.#wasRunning && view.loss !== 'killed') this.#crashes.add(this.#lastLoadedPath);
    if (view.running && !this.#wasRunning) this.#recover();
    this.#wasRunning = view.running;
    if (!this.#turns.isBusy() || !view.running) this.#commit(observe(this.#state, view));
  }

  #recover(): void {
    this.#run((state) => state).catch(() => undefined);
  }

  async #runningView(): Promise<PlayerView> {
    const view = this.#player.view();
    if (view.running) return view;
    return new Promise((resolve, reject) => {
      const finish = (done: () => void): void => {
        stopListening();
        stopWaiting();
        done();
      };
      const stopListening = this.#player.subscribe((fresh) => {
        if (fresh.running) finish(() => resolve(fresh));
      });
      const stopWaiting = this.#clock.after(PLAYER_PATIENCE_SECONDS, () =>
        finish(() =>
          reject(new DeckError('player-unavailable', 'The player is restarting and did not come back in time.')),
        ),
      );
    });
  }

  #indexOf(id: string): number {
    return indexOfClip(this.#state.document.clips, id);
  }

  #commit(next: DeckState): void {
    const before = this.#state;
    if (next === before) return;
    this.#state = next;
    for (const listener of this.#listeners) listener(next, before);
  }
}
