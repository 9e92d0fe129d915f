// Why clips have no picture. A failure that is not the file's fault is forgotten after a while, for another attempt.
import type { AppError } from '../../base/errors.ts';

export interface PictureFailures {
  of(clipId: string): AppError | undefined;
  /** @param tryAgain called when it is forgotten by itself */
  record(clipId: string, failure: AppError, tryAgain: () => void): void;
  /** Forgets those of clips that are gone. */
  keep(clipIds: ReadonlySet<string>): void;
  dispose(): void;
}

/** @param retrySeconds until another attempt, unless the file cannot be shown at all */
export const createPictureFailures = (retrySeconds: number): PictureFailures => {
  const failures = new Map<string, AppError>();
  const timers = new Map<string, NodeJS.Timeout>();
  const forget = (clipId: string): void => {
    clearTimeout(timers.get(clipId));
    timers.delete(clipId);
    failures.delete(clipId);
  };
  return {
    of: (clipId) => failures.get(clipId),
    record: (clipId, failure, tryAgain) => {
      forget(clipId);
      failures.set(clipId, failure);
      if (failure.code === 'unsupported-media') return;
      const timer = setTimeout(() => {
        forget(clipId);
        tryAgain();
      }, retrySeconds * 1000);
      timers.set(clipId, timer.unref());
    },
    keep: (clipIds) => {
      for (const id of failures.keys()) if (!clipIds.has(id)) forget(id);
    },
    dispose: () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
};
