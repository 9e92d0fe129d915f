// The port for the lists on disk.
import type { Lists } from './list-edits.ts';

/** What is kept of the show through a power cut. */
export interface ListDocument {
  readonly lists: Lists;
  /** The active list. */
  readonly listId: string | undefined;
}

export interface ListStore {
  /** @throws AppError `storage-failed` when they may be whole and cannot be read now */
  load(): Promise<ListDocument>;
  /**
   * Writes what differs. One at a time: the caller queues.
   * @throws AppError `no-space`, `storage-failed`; each list is then either as before or as after
   */
  save(next: ListDocument, before: ListDocument): Promise<void>;
}

/** Keeps lists in memory alone. */
export const createMemoryListStore = (document: ListDocument = { lists: [], listId: undefined }): ListStore => {
  let kept = document;
  return {
    load: async () => kept,
    save: async (next) => {
      kept = next;
    },
  };
};
