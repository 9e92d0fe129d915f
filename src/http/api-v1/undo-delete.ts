// Undo of deletions, and its expiry.

import type { Clock } from '../../base/clock.ts';
import { toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { clipById } from '../../deck/clips/clip-list.ts';
import type { Deck } from '../../deck/deck.ts';

const RETENTION_SECONDS = 10;
/** The button is pressed before the time is over, the request comes after it. */
const GRACE_SECONDS = 1;

export interface UndoDelete {
  /** @throws AppError `clip-not-found`, `splash-locked`, `no-space`, `storage-failed` */
  remove(id: string): Promise<void>;
  /** @throws AppError `clip-not-found`, `no-space`, `storage-failed` */
  restore(id: string): Promise<void>;
}

export const createUndoDelete = (deps: {
  readonly deck: Deck;
  readonly clock: Clock;
  readonly log: Log;
}): UndoDelete => {
  const { deck, clock, log } = deps;
  /** Ways to call off what is due, by the clip's id, which stays its own when it comes back. */
  const due = new Map<string, () => void>();
  const erase = (id: string): void => {
    due.delete(id);
    deck
      .edit(async (store) => {
        await store.erase(id);
        return store.document();
      })
      .catch((error) => log.error(`A deleted clip's file could not be removed: ${toMessage(error)}`));
  };
  return {
    remove: async (id) => {
      await deck.edit((store) => store.hide((clips) => clipById(clips, id)));
      due.get(id)?.();
      due.set(
        id,
        clock.after(RETENTION_SECONDS + GRACE_SECONDS, () => erase(id)),
      );
    },
    restore: async (id) => {
      const erasure = due.get(id);
      await deck.edit((store) => store.restore(id));
      erasure?.();
      if (due.get(id) === erasure) due.delete(id);
    },
  };
};
