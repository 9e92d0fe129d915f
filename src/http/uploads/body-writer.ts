// Writes the body of a request to a file as it arrives.
import { constants, createWriteStream, type WriteStream } from 'node:fs';
import type { Request } from 'express';
import type { Clock } from '../../base/clock.ts';
import { AppError, toMessage, toSystemCode } from '../../base/errors.ts';
import { watchArrival } from './arrival-rate.ts';

const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
const FURTHER = constants.O_WRONLY | constants.O_NOFOLLOW;

export interface BodyTarget {
  readonly path: string;
  /** Where in the file the body belongs. */
  readonly start: number;
  readonly clock: Clock;
  /** Told of each piece. */
  readonly onBytes: (chunk: Buffer) => void;
  /** Called once, with how many bytes are in the file, however it ends. */
  readonly onEnd: (bytesWritten: number) => void;
  /** Told when the body comes too slowly. */
  readonly onSlow: (error: AppError) => void;
  /** Ends it with its reason. */
  readonly refused: AbortSignal;
}

/** @throws AppError `upload-aborted`, `no-space`, `storage-failed`, or the reason of `refused` */
export const writeBody = async (request: Request, target: BodyTarget): Promise<void> => {
  const { path, start, clock, onBytes, onEnd, onSlow, refused } = target;
  // Node takes numbers here, which its types leave out.
  const flags = (start === 0 ? FRESH : FURTHER) as never;
  const file = createWriteStream(path, { flags, start });
  const stopWatching = watchArrival(clock, request, onSlow);
  request.on('data', onBytes);
  try {
    await pour(request, file, refused);
  } catch (error) {
    throw refused.aborted ? refused.reason : toUploadError(error);
  } finally {
    request.off('data', onBytes);
    stopWatching();
    await closed(file);
    onEnd(file.bytesWritten);
  }
};

/** Leaves the request open when it fails: the client is to be told why. */
const pour = (request: Request, file: WriteStream, refused: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      request.unpipe(file);
      reject(error);
    };
    const end = (): void => {
      if (!request.complete)
        fail(new AppError('upload-aborted', 'The connection ended before the whole file had arrived.'));
    };
    file.once('finish', resolve).once('error', fail);
    request.once('error', fail).once('close', end);
    refused.addEventListener('abort', () => fail(refused.reason));
    request.pipe(file);
    if (request.destroyed) end();
  });

const closed = (file: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (file.closed) return resolve();
    file.once('close', resolve);
    file.destroy();
  });

const toUploadError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const code = toSystemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('no-space', 'The clips partition ran full while the file was written.', { cause: error });
  }
  if (code === undefined || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return new AppError('upload-aborted', 'The connection ended before the whole file had arrived.', { cause: error });
  }
  return new AppError('storage-failed', `The file could not be written: ${toMessage(error)}.`, { cause: error });
};
