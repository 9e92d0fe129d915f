// What the clips on disk offer besides the deck's port.
import type { ProbedMedia } from '../deck/clips/clip.ts';
import type { DeckDocument } from '../deck/clips/clip-list.ts';
import type { ClipStore } from '../deck/ports.ts';

export interface ClipLibrary extends ClipStore {
  /** Calls back when a clip's file has come or is gone for good; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /**
   * Gives a clip another file and removes its own, both or neither.
   * @param result.temporaryPath synced file in the clips folder; renamed, or removed on failure
   * @param result.from file that the clip must still have
   * @throws AppError `clip-not-found`, `no-space`, `storage-failed`; `file-missing` when the clip has another file by now
   */
  replaceFile(result: FileResult): Promise<DeckDocument>;
  /**
   * Probes files of the clips folder that are not in the list, and appends them in batches.
   * Unplayable files are logged and left alone. Never rejects; ends early when `signal` is aborted.
   * @param options.onFound called at once and after each batch: the document or the list of files to probe has changed
   */
  reconcile(options: { readonly onFound: () => void; readonly signal: AbortSignal }): Promise<void>;
}

interface FileResult {
  readonly id: string;
  readonly from: string;
  readonly temporaryPath: string;
  readonly fileName: string;
  readonly probed: ProbedMedia;
}
