// The operations on the clip list: edits, uploads, and deletions that can be undone.
import type { Clock } from '../base/clock.ts';
import { type ClipEdit, clipAt, clipById, type DeckDocument, editClip, replaceClip } from './clips/clip-list.ts';
import { applyClipList, type ClipListEntry } from './clips/clip-list-file.ts';
import { type ClipPatch, moveClip, patchClip } from './clips/clip-patch.ts';
import type { Damages } from './clips/damage.ts';
import { createUndoDelete, type UndoDelete } from './clips/undo-delete.ts';
import type { ClipStore } from './ports.ts';
import type { WholeUpload } from './upload-ports.ts';

/** What it needs of the deck. */
interface DeckParts {
  readonly store: ClipStore;
  readonly clock: Clock;
  readonly reconciler: { setDamaged(damaged: Damages): void };
  /** Adopts a change of the list on disk once it is durable. */
  follow(change: Promise<DeckDocument>): Promise<DeckDocument>;
}

/**
 * Every change is durable before it is visible, and throws AppError `no-space` or `storage-failed` when it cannot be
 * saved. Clips are looked up when the operation runs.
 */
export class ClipDesk {
  readonly #deck: DeckParts;
  readonly #undo: UndoDelete;

  constructor(deck: DeckParts) {
    this.#deck = deck;
    this.#undo = createUndoDelete(deck);
  }

  /** @throws AppError `clip-not-found`, `invalid-value` */
  update(index: number, edit: ClipEdit): Promise<void> {
    return this.#edit((document) => replaceClip(document, editClip(clipAt(document.clips, index), edit)));
  }

  /** @throws AppError `clip-not-found`, `invalid-value` */
  patch(id: string, patch: ClipPatch): Promise<void> {
    return this.#edit((document) => replaceClip(document, patchClip(clipById(document.clips, id), patch)));
  }

  /** To a number from 1. @throws AppError `clip-not-found`, `splash-locked`, `invalid-value` */
  move(id: string, to: number): Promise<void> {
    return this.#edit((document) => moveClip(document, id, to));
  }

  /** Applies an exported list to the local files. @throws AppError `invalid-value` */
  applyList(entries: readonly ClipListEntry[]): Promise<void> {
    return this.#edit((document) => applyClipList(document, entries));
  }

  /** @returns the list with the new clip at its end */
  add(upload: WholeUpload): Promise<DeckDocument> {
    return this.#deck.follow(this.#deck.store.add(upload));
  }

  /** @throws AppError `clip-not-found`, `splash-locked` */
  async delete(index: number): Promise<void> {
    await this.#deck.follow(this.#deck.store.remove((clips) => clipAt(clips, index)));
  }

  /** Frees the space of all deleted clips at once; `restore` finds none of them any more. */
  eraseDeleted(): Promise<void> {
    return this.#undo.eraseAll();
  }

  /** Deletes a clip; `restore` can undo that for 10 s. @throws AppError `clip-not-found`, `splash-locked` */
  async hide(id: string): Promise<void> {
    await this.#deck.follow(this.#undo.hide(id));
  }

  /** @throws AppError `clip-not-found` when it was not deleted, or more than 10 s ago */
  async restore(id: string): Promise<void> {
    await this.#deck.follow(this.#undo.restore(id));
  }

  /** Marks clips whose file is no longer what it was; they play as before. */
  setDamaged(damaged: Damages): void {
    this.#deck.reconciler.setDamaged(damaged);
  }

  /** Leaves deleted clips hidden. */
  dispose(): void {
    this.#undo.dispose();
  }

  async #edit(edit: (document: DeckDocument) => DeckDocument): Promise<void> {
    await this.#deck.follow(this.#deck.store.update(edit));
  }
}
