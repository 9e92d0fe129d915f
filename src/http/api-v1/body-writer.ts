// Writes the body of a request to a file as it arrives.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import type { Clock } from '../../deck/ports.ts';
import { DeckError, toMessage, toSystemCode } from '../../errors.ts';

const IDLE_SECONDS = 30;

export interface BodyTarget {
  readonly path: string;
  /** Where in the file the body belongs. */
  readonly start: number;
  readonly clock: Clock;
  /** Told of each piece. */
  readonly onBytes: (count: number) => void;
  /** Called once, with how many bytes are in the file, however it ends. */
  readonly onEnd: (bytesWritten: number) => void;
  /** Ends it with its reason. */
  readonly refused: AbortSignal;
}

/** @throws DeckError `upload-aborted`, `no-space`, `storage-failed`, or the reason of `refused` */
export const writeBody = async (request: Request, target: BodyTarget): Promise<void> => {
  const { path, start, clock, onBytes, onEnd, refused } = target;
  const file = createWriteStream(path, { flags: start === 0 ? 'w' : 'r+', start });
  const stopWatching = watchIdle(clock, request);
  const count = (chunk: Buffer): void => onBytes(chunk.length);
  request.on('data', count);
  try {
    await pipeline(request, file, { signal: refused });
  } catch (error) {
    throw refused.aborted ? refused.reason : toUploadError(error);
  } finally {
    request.off('data', count);
    stopWatching();
    onEnd(file.bytesWritten);
  }
};

/** Ends a request of which nothing arrives any more; returns the way to stop that. */
const watchIdle = (clock: Clock, request: Request): (() => void) => {
  let stopTimer = (): void => undefined;
  const arrived = (): void => {
    stopTimer();
    stopTimer = clock.after(IDLE_SECONDS, () => request.destroy());
  };
  arrived();
  request.on('data', arrived);
  return () => {
    stopTimer();
    request.off('data', arrived);
  };
};

const toUploadError = (error: unknown): DeckError => {
  const code = toSystemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new DeckError('no-space', 'The clips partition ran full while the file was written.', { cause: error });
  }
  if (code === undefined || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return new DeckError('upload-aborted', 'The connection ended before the whole file had arrived.', { cause: error });
  }
  return new DeckError('storage-failed', `The file could not be written: ${toMessage(error)}.`, { cause: error });
};
