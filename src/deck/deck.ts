// The deck: every operation on playback and on the clip list. Operations queue; the plan carries them out.

import type { Clock } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import { type Clip, type ProbedMedia, SPLASH_ID } from './clips/clip.ts';
import {
  type ClipEdit,
  clipAt,
  type DeckDocument,
  type DeckSettings,
  editClip,
  type PowerOnAction,
  replaceClip,
} from './clips/clip-list.ts';
import { Reconciler, type StateListener } from './playback/reconciler.ts';
import { type Sequence, toSequencePosition } from './playback/sequence.ts';
import type { ClipStore, Player } from './ports.ts';
import { toPowerOn } from './power-on.ts';
import { type ResumePoint, resumeAt } from './resume-point.ts';
import {
  createState,
  cue,
  type DeckState,
  endShuttle,
  fire,
  goTo,
  pause,
  play,
  selectedClip,
  startSequence,
  stop,
  togglePlay,
} from './state.ts';
import { applyDocument } from './state-updates.ts';

/** A run, and where in it to be. */
export interface SequenceRequest {
  readonly run: Sequence;
  readonly index: number;
  /** Position in the item's file; undefined: where the picture stands now. */
  readonly seconds: number | undefined;
  readonly playing: boolean;
  /** Factor, 1 is normal. */
  readonly speed: number;
  /** The speed is over with the next stop, play or end. */
  readonly isShuttle?: boolean;
  /** The picture is on its way in steps at this factor, of which this is one. */
  readonly stepSpeed?: number | undefined;
}

export class Deck {
  readonly #store: ClipStore;
  readonly #reconciler: Reconciler;

  constructor(deps: { player: Player; store: ClipStore; clock: Clock; blackPath: string }) {
    this.#store = deps.store;
    this.#reconciler = new Reconciler({
      ...deps,
      state: createState(deps.store.document()),
      context: {
        pathOf: (clip) => deps.store.pathOf(clip),
        blackPath: deps.blackPath,
        splashCaption: [],
        overlay: [],
      },
    });
  }

  state(): DeckState {
    return this.#reconciler.state();
  }

  /** Calls back with new and former state after every change; returns the way to stop that. */
  subscribe(listener: StateListener): () => void {
    return this.#reconciler.subscribe(listener);
  }

  /**
   * Puts up what the power-on setting asks for, as soon as the player is there.
   * @param before where it was cut off while the power stayed: there it goes on instead
   */
  powerOn(before?: ResumePoint): Promise<void> {
    return this.#reconciler.settle(async (state) => {
      for (const next of [before && resumeAt(state, before), toPowerOn(state, (clip) => this.#store.isMissing(clip))])
        if (next !== undefined && (await this.#store.isThere(selectedClip(next)))) return next;
      return state;
    });
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
   * @param pick chooses in the list as it is when the turn comes; may throw
   * @throws AppError as `select`
   */
  async cue(
    pick: (clips: readonly Clip[]) => Clip,
    options: { readonly playing: boolean } = { playing: false },
  ): Promise<void> {
    const change = options.playing ? fire : cue;
    await this.#reconciler.run(async (state) => {
      const clip = pick(state.document.clips);
      await this.#checkFile(clip);
      return change(state, clip);
    });
    this.#rememberSelection();
  }

  /** While the player is away the clip stands for all to see, so what is asked for is that it plays. */
  togglePlay(): Promise<void> {
    return this.#reconciler.run(this.state().playerRunning ? togglePlay : play);
  }

  play(): Promise<void> {
    return this.#reconciler.run(play);
  }

  pause(): Promise<void> {
    return this.#reconciler.run(pause);
  }

  /** Nobody moves the picture in steps any more: it stands. Never waits for the player. */
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
   * Any other operation of this folder on the state.
   * @param change computes what is wanted from the state when its turn comes
   * @throws AppError `player-unavailable`, and whatever `change` throws
   */
  change(change: (state: DeckState) => DeckState): Promise<void> {
    return this.#reconciler.run(change);
  }

  /**
   * Puts a run on: clips that play one after another, standing or playing.
   * @param request computes the run from the state when its turn comes
   * @throws AppError `clip-not-found`, `unplayable`, `player-unavailable`, and whatever `request` throws
   */
  async startSequence(request: (state: DeckState) => SequenceRequest): Promise<void> {
    await this.#reconciler.run((state) => {
      const { run, index, ...rest } = request(state);
      const place = toSequencePosition(run, index, state.document.clips);
      if (place === undefined) throw new AppError('clip-not-found', `The run has no clip ${index}.`);
      return startSequence(state, { place, ...rest });
    });
    this.#rememberSelection();
  }

  /** @throws AppError `clip-not-found`, `invalid-value`, `no-space`, `storage-failed` */
  async updateClip(index: number, edit: ClipEdit): Promise<void> {
    await this.edit((store) =>
      store.update((document) => replaceClip(document, editClip(clipAt(document.clips, index), edit))),
    );
  }

  /** @throws AppError `clip-not-found`, `splash-locked`, `no-space`, `storage-failed` */
  async deleteClip(index: number): Promise<void> {
    await this.edit((store) => store.remove((clips) => clipAt(clips, index)));
  }

  /**
   * @returns the list with the new clip at its end
   * @throws AppError `no-space`, `storage-failed`
   */
  addClip(upload: { temporaryPath: string; fileName: string; probed: ProbedMedia }): Promise<DeckDocument> {
    return this.edit((store) => store.add(upload));
  }

  /** @throws AppError `no-space`, `storage-failed` */
  async toggleShowSplash(): Promise<void> {
    await this.updateSettings(({ showSplash }) => ({ showSplash: !showSplash }));
  }

  /** @throws AppError `no-space`, `storage-failed`, and whatever `change` throws */
  async updateSettings(change: (settings: DeckSettings) => Partial<DeckSettings>): Promise<void> {
    await this.edit((store) =>
      store.update((document) => ({ ...document, settings: { ...document.settings, ...change(document.settings) } })),
    );
  }

  /**
   * An edit of what is on disk; the deck follows when it is durable.
   * @returns the document after it
   * @throws what the edit throws
   */
  async edit(edit: (store: ClipStore) => Promise<DeckDocument>): Promise<DeckDocument> {
    const document = await edit(this.#store);
    await this.#adopt();
    return document;
  }

  /**
   * What the deck does when power comes on.
   * @throws AppError `no-space`, `storage-failed`
   */
  async setPowerOn(powerOn: PowerOnAction): Promise<void> {
    const { selectedId } = this.state();
    const last = selectedId === SPLASH_ID ? {} : { lastClipId: selectedId };
    await this.updateSettings(() => ({ powerOn, ...last }));
  }

  /** Words over the splash screen. */
  setSplashCaption(lines: readonly string[]): void {
    this.#reconciler.setContext({ splashCaption: lines });
  }

  /** A mark over whatever is shown, so that somebody finds the screen; no lines take it away. */
  setOverlay(lines: readonly string[]): void {
    this.#reconciler.setContext({ overlay: lines });
  }

  /** Ends the watch over the player; operations that wait are still answered. */
  dispose(): Promise<void> {
    return this.#reconciler.dispose();
  }

  /** The list on disk changed by itself: files were found in the clips folder. */
  followStore(): void {
    this.#adopt().catch(() => undefined);
  }

  /** The list is on disk already. */
  #adopt(): Promise<void> {
    return this.#reconciler.settle((state) => ({
      ...applyDocument(state, this.#store.document()),
      examining: this.#store.examining(),
    }));
  }

  #rememberSelection(): void {
    const { document, selectedId } = this.state();
    const { settings } = document;
    if (settings.powerOn === 'splash' || selectedId === SPLASH_ID || settings.lastClipId === selectedId) return;
    // A full disk must not turn a selection that is on screen into an error.
    this.updateSettings(() => ({ lastClipId: selectedId })).catch(() => undefined);
  }

  async #checkFile(clip: Clip): Promise<void> {
    if (clip.kind === 'splash' || (await this.#store.isThere(clip))) return;
    const error = new AppError('file-missing', `The file of ${clip.name} (${clip.file}) is gone from the disk.`);
    this.#reconciler.recordFault(clip.id, error);
    throw error;
  }
}
