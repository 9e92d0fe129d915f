// Undo of deletions, and its expiry.

import type { Clock } from '../../base/clock.ts';
import type { ClipStore } from '../ports.ts';
import { clipById, type DeckDocument } from './clip-list.ts';

const RETENTION_SECONDS = 10;
/** Allows for the time between the press of the button and the arrival of the request. */
const GRACE_SECONDS = 1;

export interface UndoDelete {
  /** @throws AppError `clip-not-found`, `splash-locked`, `no-space`, `storage-failed` */
  hide(id: string): Promise<DeckDocument>;
  /** @throws AppError `clip-not-found`, `no-space`, `storage-failed` */
  restore(id: string): Promise<DeckDocument>;
  /** Erases all deleted files now: there is no undo for them any more. */
  eraseAll(): Promise<void>;
  /** Leaves deleted files hidden; the next start erases them. */
  dispose(): void;
}

export const createUndoDelete = (deps: { readonly store: ClipStore; readonly clock: Clock }): UndoDelete => {
  const { store, clock } = deps;
  /** Cancels of pending erasures by clip id; a restored clip keeps its id. */
  const due = new Map<string, () => void>();
  const erase = (id: string): Promise<void> => {
    due.get(id)?.();
    due.delete(id);
    return store.erase(id);
  };
  return {
    hide: async (id) => {
      const document = await store.hide((clips) => clipById(clips, id));
      due.get(id)?.();
      due.set(
        id,
        clock.after(RETENTION_SECONDS + GRACE_SECONDS, () => void erase(id)),
      );
      return document;
    },
    restore: async (id) => {
      const erasure = due.get(id);
      const document = await store.restore(id);
      erasure?.();
      if (due.get(id) === erasure) due.delete(id);
      return document;
    },
    eraseAll: async () => {
      await Promise.all([...due.keys()].map(erase));
    },
    dispose: () => {
      for (const stop of due.values()) stop();
    },
  };
};
