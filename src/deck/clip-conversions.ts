// Port of conversions: clips that are being re-encoded to what the player plays best.

/** `ready`: checked, and waits for the clip to stand still. `done` and `failed` stay until the clip is converted again, or taken back. */
export const CONVERSION_STATES = ['waiting', 'converting', 'checking', 'ready', 'done', 'failed'] as const;

export interface ClipConversion {
  readonly state: (typeof CONVERSION_STATES)[number];
  /** Share of the work that is done, 0 to 1. */
  readonly progress: number;
  /** It stands still while something else needs the machine. */
  readonly paused: boolean;
  /** Why it failed. */
  readonly message?: string;
}

export interface ClipConversions {
  /** Undefined for a clip that nobody has converted since the start. */
  of(clipId: string): ClipConversion | undefined;
  /**
   * Queues a clip; one is converted at a time. Does nothing while it is being converted.
   * @throws AppError `clip-not-found`, `splash-locked`, `unsupported-media` for a still, `file-missing`, `no-space`, `storage-failed`
   */
  start(clipId: string): Promise<void>;
  /** Ends a conversion, or forgets its end. Resolves when nothing of it is left; the clip has its original unless it was done. */
  cancel(clipId: string): Promise<void>;
  /** Calls back after each change; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}
