// Undo of deletions, and its expiry.

import type { Clock } from '../../base/clock.ts';
import type { ClipStore } from '../ports.ts';
import { clipById, type DeckDocument } from './clip-list.ts';

const RETENTION_SECONDS = 10;
/** The button is pressed before the time is over, the request comes after it. */
const GRACE_SECONDS = 1;

export interface UndoDelete {
  /** @throws AppError `clip-not-found`, `splash-locked`, `no-space`, `storage-failed` */
  hide(id: string): Promise<DeckDocument>;
  /** @throws AppError `clip-not-found`, `no-space`, `storage-failed` */
  restore(id: string): Promise<DeckDocument>;
  /** What is deleted stays hidden; the next start erases it. */
  dispose(): void;
}

export const createUndoDelete = (deps: { readonly store: ClipStore; readonly clock: Clock }): UndoDelete => {
  const { store, clock } = deps;
  /** Ways to call off what is due, by the clip's id, which stays its own when it comes back. */
  const due = new Map<string, () => void>();
  const erase = (id: string): void => {
    due.delete(id);
    void store.erase(id);
  };
  return {
    hide: async (id) => {
      const document = await store.hide((clips) => clipById(clips, id));
      due.get(id)?.();
      due.set(
        id,
        clock.after(RETENTION_SECONDS + GRACE_SECONDS, () => erase(id)),
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
    dispose: () => {
      for (const stop of due.values()) stop();
    },
  };
};
