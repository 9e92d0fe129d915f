// Ports of uploads: staging on the disk, and notes of unfinished ones.
import type { ProbedMedia } from './clips/clip.ts';

/** Where uploads are written and probed before they become clips. */
export interface UploadStaging {
  /** A new hidden path in the clips folder; the finished file is renamed, never copied. */
  temporaryPath(): string;
  /** Bytes for uploads: the limit of one, and the free space less the reserve (below 0 when the reserve is in use). */
  room(): Promise<{ readonly limitBytes: number; readonly freeBytes: number }>;
  /** Number of leading bytes that decide whether a file can be a clip. */
  readonly tellingBytes: number;
  /**
   * Checks the first bytes of a file that is still arriving.
   * @param head the first `tellingBytes`
   * @throws AppError `unsupported-media` with the reason when no file with these bytes can be a clip
   */
  checkBeginning(head: Buffer): void;
  /**
   * Syncs the file to disk and probes it.
   * @throws AppError `unsupported-media` with the reason; `no-space`, `storage-failed`
   */
  probe(temporaryPath: string): Promise<ProbedMedia>;
  /** Removes a temporary file and its note; no error when they are gone. */
  discard(temporaryPath: string): Promise<void>;
  /** Records what a temporary file will become, so that the upload can resume after a restart. */
  saveNote(temporaryPath: string, note: UploadNote): Promise<void>;
  /** Removes the note of an upload that is finished or given up. */
  removeNote(temporaryPath: string): Promise<void>;
  /** An upload, or a part of one, has ended, whatever its result. */
  ended(): void;
  /** Interrupted uploads of an earlier run, not those from before the machine booted. */
  left(): Promise<readonly LeftUpload[]>;
}

/** What came over the network, before the disk had it. */
export interface Arrived {
  readonly bytes: number;
  readonly crc32: number;
}

/** An upload that may become a clip. */
export interface WholeUpload {
  /** Synced file in the clips folder. */
  readonly temporaryPath: string;
  /** At the client. */
  readonly fileName: string;
  readonly probed: ProbedMedia;
  readonly arrived?: Arrived | undefined;
}

/** Note of an upload whose length is known. */
export interface UploadNote {
  /** The file's name at the client. */
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
