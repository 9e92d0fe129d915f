// The deck: every operation on playback and on the clip list. Operations queue; the plan carries them out.

import type { Clock } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import { type Clip, type ProbedMedia, SPLASH_ID } from './clips/clip.ts';
import {
  type ClipEdit,
  clipAt,
  clipById,
  type DeckDocument,
  type DeckSettings,
  editClip,
  type PowerOnAction,
  patchSettings,
  replaceClip,
} from './clips/clip-list.ts';
import { applyClipList, type ClipListEntry } from './clips/clip-list-file.ts';
import { type ClipPatch, moveClip, patchClip } from './clips/clip-patch.ts';
import { createUndoDelete, type UndoDelete } from './clips/undo-delete.ts';
import { toOutputContext } from './playback/desired-state.ts';
import { Reconciler, type StateListener } from './playback/reconciler.ts';
import { type SequenceRequest, toStartedSequence } from './playback/sequence-request.ts';
import type { ClipStore, Player } from './ports.ts';
import { choosePowerOn, toRememberedClip } from './power-on.ts';
import type { ResumePoint } from './resume-point.ts';
import { createState, cue, type DeckState, endShuttle, fire, goTo, pause, play, stop, togglePlay } from './state.ts';
import { applyDocument } from './state-updates.ts';

export class Deck {
  readonly #store: ClipStore;
  readonly #undo: UndoDelete;
  readonly #reconciler: Reconciler;

  constructor(deps: { player: Player; store: ClipStore; clock: Clock; blackPath: string }) {
    this.#store = deps.store;
    this.#undo = createUndoDelete(deps);
    this.#reconciler = new Reconciler({
      ...deps,
      state: createState(deps.store.document()),
      context: toOutputContext(deps.store, deps.blackPath),
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
   * @param pick chooses in the list as it is when the turn comes; may throw
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
    await this.#reconciler.run((state) => toStartedSequence(state, request(state)));
    this.#rememberSelection();
  }

  // The list. Every change of it is durable before it is seen, and throws AppError `no-space` or `storage-failed` when it
  // cannot be; the clips are those of the list when the turn comes.

  /** @throws AppError `clip-not-found`, `invalid-value` */
  updateClip(index: number, edit: ClipEdit): Promise<void> {
    return this.#edit((document) => replaceClip(document, editClip(clipAt(document.clips, index), edit)));
  }

  /** @throws AppError `clip-not-found`, `invalid-value` */
  patchClip(id: string, patch: ClipPatch): Promise<void> {
    return this.#edit((document) => replaceClip(document, patchClip(clipById(document.clips, id), patch)));
  }

  /** To a number from 1. @throws AppError `clip-not-found`, `splash-locked`, `invalid-value` */
  moveClip(id: string, to: number): Promise<void> {
    return this.#edit((document) => moveClip(document, id, to));
  }

  /** Of the selected clip, 0 to 100. @throws AppError `splash-locked` on the splash screen, `invalid-value` */
  async setVolume(percent: number): Promise<void> {
    const { selectedId } = this.state();
    if (selectedId === SPLASH_ID) throw new AppError('splash-locked', 'The splash screen has no sound.');
    await this.patchClip(selectedId, { volumePercent: percent });
  }

  /** Takes over an exported list for the files that are here. @throws AppError `invalid-value` */
  applyClipList(entries: readonly ClipListEntry[]): Promise<void> {
    return this.#edit((document) => applyClipList(document, entries));
  }

  /** @returns the list with the new clip at its end */
  addClip(upload: { temporaryPath: string; fileName: string; probed: ProbedMedia }): Promise<DeckDocument> {
    return this.#follow(this.#store.add(upload));
  }

  /** @throws AppError `clip-not-found`, `splash-locked` */
  async deleteClip(index: number): Promise<void> {
    await this.#follow(this.#store.remove((clips) => clipAt(clips, index)));
  }

  /** Deletes it; `restoreClip` brings it back for 10 s. @throws AppError `clip-not-found`, `splash-locked` */
  async hideClip(id: string): Promise<void> {
    await this.#follow(this.#undo.hide(id));
  }

  /** @throws AppError `clip-not-found` when it was not deleted, or too long ago */
  async restoreClip(id: string): Promise<void> {
    await this.#follow(this.#undo.restore(id));
  }

  /** @param change computes what is to be other; what it throws is passed on */
  updateSettings(change: (settings: DeckSettings) => Partial<DeckSettings>): Promise<void> {
    return this.#edit((document) => patchSettings(document, change));
  }

  /** What the deck does when power comes on. */
  setPowerOn(powerOn: PowerOnAction): Promise<void> {
    const { selectedId } = this.state();
    return this.updateSettings(() => ({ powerOn, ...(selectedId !== SPLASH_ID && { lastClipId: selectedId }) }));
  }

  /** Words over the splash screen. */
  setSplashLines(lines: readonly string[]): void {
    this.#reconciler.setContext({ splashLines: lines });
  }

  /** A mark over whatever is shown, so that somebody finds the screen; no lines take it away. */
  setOverlay(lines: readonly string[]): void {
    this.#reconciler.setContext({ overlay: lines });
  }

  /** Ends the watch over the player; operations that wait are still answered. */
  dispose(): Promise<void> {
    this.#undo.dispose();
    return this.#reconciler.dispose();
  }

  /** The list on disk changed by itself: files were found in the clips folder. */
  followStore(): void {
    this.#adopt().catch(() => undefined);
  }

  async #edit(edit: (document: DeckDocument) => DeckDocument): Promise<void> {
    await this.#follow(this.#store.update(edit));
  }

  /** The deck follows a change of what is on disk when it is durable. */
  async #follow(change: Promise<DeckDocument>): Promise<DeckDocument> {
    const document = await change;
    await this.#adopt();
    return document;
  }

  /** The list is on disk already. */
  #adopt(): Promise<void> {
    return this.#reconciler.settle((state) => ({
      ...applyDocument(state, this.#store.document()),
      examining: this.#store.examining(),
    }));
  }

  #rememberSelection(): void {
    const lastClipId = toRememberedClip(this.state());
    // A full disk must not turn a selection that is on screen into an error.
    if (lastClipId !== undefined) this.updateSettings(() => ({ lastClipId })).catch(() => undefined);
  }

  async #checkFile(clip: Clip): Promise<void> {
    if (clip.kind === 'splash' || (await this.#store.isThere(clip))) return;
    const error = new AppError('file-missing', `The file of ${clip.name} (${clip.file}) is gone from the disk.`);
    this.#reconciler.recordFault(clip.id, error);
    throw error;
  }
}
