// The deck: every operation on playback, and its settings. Operations queue; the plan carries them out.

import { type Clock, toLocalTime } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import { ClipDesk } from './clip-desk.ts';
import { type Clip, SPLASH_ID } from './clips/clip.ts';
import { clipAt, type DeckDocument, type DeckSettings, type PowerOnAction, patchSettings } from './clips/clip-list.ts';
import { ListDesk } from './list-desk.ts';
import { createMemoryListStore, type ListStore } from './lists/list-store.ts';
import { createMaster, type Master } from './master/master.ts';
import { createOverlayDriver, type OverlayDriver } from './overlay/overlay-driver.ts';
import { toOutputContext } from './playback/desired-state.ts';
import { Reconciler, type StateListener } from './playback/reconciler.ts';
import { type SequenceRequest, toStartedSequence } from './playback/sequence-request.ts';
import type { ClipStore, Player, WallClock } from './ports.ts';
import { choosePowerOn, toRememberedClip } from './power-on.ts';
import type { ResumePoint } from './resume-point.ts';
import { type Begin, createState, type DeckState } from './state.ts';
import { applyStore } from './state-updates.ts';
import { cue, endShuttle, fire, goTo, pause, play, stop, togglePlay } from './transport.ts';

interface Start {
  /** Absent: as in the settings. */
  readonly begin?: Begin | undefined;
  /** Absent: the clock's own. */
  readonly wall?: Pick<WallClock, 'nowSeconds'>;
}

export class Deck {
  readonly #store: ClipStore;
  readonly #reconciler: Reconciler;
  /** The clip list. */
  readonly clips: ClipDesk;
  /** Volume, mute and fades over whatever plays. */
  readonly master: Master;
  /** What lies over the picture, whatever plays. */
  readonly overlay: OverlayDriver;
  /** The show: lists of cues, and what stands by. */
  readonly lists: ListDesk;

  /**
   * @param deps.lists absent: they are not kept
   * @param deps.warn takes sentences for the log
   */
  constructor(
    deps: {
      player: Player;
      store: ClipStore;
      lists?: ListStore;
      clock: Clock;
      blackPath: string;
      warn?: (text: string) => void;
    } & Start,
  ) {
    this.#store = deps.store;
    this.#reconciler = new Reconciler({
      ...deps,
      state: createState(deps.store.document(), deps.begin),
      context: toOutputContext(deps.store, deps.blackPath),
    });
    this.clips = new ClipDesk({ ...deps, reconciler: this.#reconciler, follow: (change) => this.#follow(change) });
    this.master = createMaster({
      ...deps,
      sound: this.state().master,
      savedSound: deps.store.document().settings.sound,
      fadedTo: this.state().fade.to,
      onChange: (change) => this.#reconciler.setMaster(change),
      save: (sound) => this.updateSettings(() => ({ sound })),
    });
    this.overlay = createOverlayDriver({
      ...deps,
      time: { nowSeconds: () => (deps.wall ?? deps.clock).nowSeconds(), toLocalTime },
      overlay: this.state().overlay,
      onChange: (overlay) => this.#reconciler.setMaster({ overlay }),
    });
    this.lists = new ListDesk({
      store: deps.lists ?? createMemoryListStore(),
      clock: deps.clock,
      state: () => this.state(),
      subscribe: (listener) => this.subscribe(listener),
      run: async (change) => {
        await this.#reconciler.run(change);
        this.#rememberSelection();
      },
      settle: (change) => this.#reconciler.settle(change),
      setWaited: (waited) => this.#reconciler.setWaited(waited),
      checkFile: (clip) => this.#checkFile(clip),
      warn: deps.warn ?? (() => undefined),
    });
  }

  state(): DeckState {
    return this.#reconciler.state();
  }

  /** Calls back with the new and the previous state after every change; returns an unsubscribe function. */
  subscribe(listener: StateListener): () => void {
    return this.#reconciler.subscribe(listener);
  }

  /**
   * Applies the power-on setting as soon as the player runs.
   * @param before resume point of a player that was killed; it goes on from there instead
   */
  powerOn(before?: ResumePoint): Promise<void> {
    return this.#reconciler.settle((state) => choosePowerOn(state, this.#store, before));
  }

  /**
   * Cues a clip: its in point is on screen, paused.
   * @throws AppError `clip-not-found`, `file-missing`, `unplayable`, `player-unavailable`
   */
  select(index: number): Promise<void> {
    return this.cue((clips) => clipAt(clips, index));
  }

  /**
   * Cues a clip, or fires it: it runs from its in point.
   * @param pick chooses a clip from the list when the operation runs; may throw
   * @throws AppError as `select`
   */
  async cue(pick: (clips: readonly Clip[]) => Clip, options = { playing: false }): Promise<void> {
    await this.#reconciler.run(async (state) => {
      const clip = pick(state.document.clips);
      await this.#checkFile(clip);
      return options.playing ? fire(state, clip) : cue(state, clip);
    });
    this.#rememberSelection();
  }

  /** While the player restarts, clients see a paused clip, so a toggle means play. */
  togglePlay(): Promise<void> {
    return this.#reconciler.run(this.state().playerRunning ? togglePlay : play);
  }

  play(): Promise<void> {
    return this.#reconciler.run(play);
  }

  pause(): Promise<void> {
    return this.#reconciler.run(pause);
  }

  /** Ends a stepped shuttle; the picture holds. Never waits for the player. */
  endShuttle(): Promise<void> {
    return this.#reconciler.settle(endShuttle);
  }

  stop(): Promise<void> {
    return this.#reconciler.run(stop);
  }

  /** @throws AppError `not-seekable`, `invalid-value` */
  goTo(seconds: number): Promise<void> {
    return this.change((state) => goTo(state, seconds));
  }

  /**
   * Runs any other operation of this folder on the state.
   * @param change computes the new state when the operation runs
   * @throws AppError `player-unavailable`, and whatever `change` throws
   */
  change(change: (state: DeckState) => DeckState): Promise<void> {
    return this.#reconciler.run(change);
  }

  /**
   * Starts a sequence, paused or playing.
   * @param request computes the sequence from the state when the operation runs
   * @throws AppError `clip-not-found`, `unplayable`, `player-unavailable`, and whatever `request` throws
   */
  async startSequence(request: (state: DeckState) => SequenceRequest): Promise<void> {
    await this.#reconciler.run((state) => toStartedSequence(state, request(state)));
    this.#rememberSelection();
  }

  /**
   * They are durable before they are visible.
   * @param change computes the changed settings; its errors are passed on
   * @throws AppError `no-space`, `storage-failed`
   */
  async updateSettings(change: (settings: DeckSettings) => Partial<DeckSettings>): Promise<void> {
    await this.#follow(this.#store.update((document) => patchSettings(document, change)));
  }

  /** Sets what the deck does at power-on. */
  setPowerOn(powerOn: PowerOnAction): Promise<void> {
    const { selectedId } = this.state();
    return this.updateSettings(() => ({ powerOn, ...(selectedId !== SPLASH_ID && { lastClipId: selectedId }) }));
  }

  /** What the running play has lost; undefined: nothing. */
  setLosses(losses: DeckState['losses']): void {
    this.#reconciler.setLosses(losses);
  }

  /** Text over the splash screen. */
  setSplashLines(lines: readonly string[]): void {
    this.#reconciler.setContext({ splashLines: lines });
  }

  /** Text over any picture, to identify the screen; an empty list removes it. */
  setOverlay(lines: readonly string[]): void {
    this.#reconciler.setContext({ overlay: lines });
  }

  /** Forgets the faults of clips whose files are back. */
  clearFaults(clipIds: readonly string[]): void {
    this.#reconciler.clearFaults(clipIds);
  }

  /** Stops observing the player; waiting operations are still answered. */
  async dispose(): Promise<void> {
    this.clips.dispose();
    this.overlay.dispose();
    await this.master.dispose();
    await Promise.all([this.lists.dispose(), this.#reconciler.dispose()]);
  }

  /** Adopts a list that changed on disk: files were found in the clips folder. */
  followStore(): void {
    this.#adopt().catch(() => undefined);
  }

  /** Adopts a change of the list on disk once it is durable. */
  async #follow(change: Promise<DeckDocument>): Promise<DeckDocument> {
    const document = await change;
    await this.#adopt();
    return document;
  }

  /** Adopts a list that is already on disk. */
  #adopt(): Promise<void> {
    return this.#reconciler.settle((state) => applyStore(state, this.#store));
  }

  #rememberSelection(): void {
    const lastClipId = toRememberedClip(this.state());
    // A full disk must not make a selection fail that is already shown.
    if (lastClipId !== undefined) this.updateSettings(() => ({ lastClipId })).catch(() => undefined);
  }

  async #checkFile(clip: Clip): Promise<void> {
    if (clip.kind === 'splash' || (await this.#store.isThere(clip))) return;
    const error = new AppError('file-missing', `The file of ${clip.name} (${clip.file}) is gone from the disk.`);
    this.#reconciler.recordFault(clip.id, error);
    throw error;
  }
}
