// Ports of uploads: staging on the disk, and notes of unfinished ones.
import type { ProbedMedia } from './clips/clip.ts';

/** Where uploads are written and looked at before they become clips. */
export interface UploadStaging {
  /** A fresh hidden path in the clips folder, so that the finished file is renamed and never copied. */
  temporaryPath(): string;
  /** Bytes that an upload may have now: the limit of one upload, and what is free less the reserve, below 0 when that is touched. */
  room(): Promise<{ readonly limitBytes: number; readonly freeBytes: number }>;
  /** So many bytes of its beginning tell of a file whether it can be a clip. */
  readonly tellingBytes: number;
  /**
   * Looks at the beginning of a file that is still on its way.
   * @param head the first `tellingBytes`
   * @throws AppError `unsupported-media` with the reason when no file that begins so can be a clip
   */
  checkBeginning(head: Buffer): void;
  /**
   * Makes the file durable and finds out what it is.
   * @throws AppError `unsupported-media` with the reason; `no-space`, `storage-failed`
   */
  probe(temporaryPath: string): Promise<ProbedMedia>;
  /** Removes a temporary file and its note; no error when they are gone. */
  discard(temporaryPath: string): Promise<void>;
  /** Notes what a temporary file is to become, so that the next start of CueDeck can go on with it. */
  saveNote(temporaryPath: string, note: UploadNote): Promise<void>;
  /** What the note was for is done, or is not to be tried again. */
  removeNote(temporaryPath: string): Promise<void>;
  /** Noted uploads that an earlier run left; not those from before the machine started. */
  left(): Promise<readonly LeftUpload[]>;
}

/** Of an upload whose length is known. */
export interface UploadNote {
  /** As the client calls the file. */
  readonly name: string;
  readonly totalBytes: number;
  /** The Idempotency-Key it came with. */
  readonly key?: string;
}

export interface LeftUpload extends UploadNote {
  readonly temporaryPath: string;
  /** At least 1. */
  readonly receivedBytes: number;
}
