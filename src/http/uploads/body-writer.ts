// Writes the body of a request to a file as it arrives.
import { constants, createWriteStream, type WriteStream } from 'node:fs';
import type { Request } from 'express';
import { AppError, toSystemCode } from '../../base/errors.ts';
import { toDiskError, uploadAborted } from './upload-pipeline.ts';

const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
const FURTHER = constants.O_WRONLY | constants.O_NOFOLLOW;

interface BodyTarget {
  readonly path: string;
  /** Offset of the body in the file. */
  readonly start: number;
  /** Aborts the body with its reason. */
  readonly rejected: AbortSignal;
}

/**
 * @param onEnd called once at the end, with the size of the file
 * @throws AppError `upload-aborted`, `no-space`, `storage-failed`, or the reason of `rejected`
 */
export const writeBody = async (
  request: Request,
  { path, start, rejected }: BodyTarget,
  onEnd: (bytesWritten: number) => void,
): Promise<void> => {
  // Node accepts numbers here, which its types omit.
  const flags = (start === 0 ? FRESH : FURTHER) as never;
  const file = createWriteStream(path, { flags, start });
  try {
    await pour(request, file, rejected);
  } catch (error) {
    throw rejected.aborted ? rejected.reason : toUploadError(error);
  } finally {
    await closed(file);
    onEnd(file.bytesWritten);
  }
};

/** Leaves the request open after a failure, so that the client gets the reason. */
const pour = (request: Request, file: WriteStream, rejected: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      request.unpipe(file);
      reject(error);
    };
    const end = (): void => {
      if (!request.complete) fail(uploadAborted());
    };
    file.once('finish', resolve).once('error', fail);
    request.once('error', fail).once('close', end);
    rejected.addEventListener('abort', () => fail(rejected.reason));
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
  const isOfConnection = code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
  return (isOfConnection ? undefined : toDiskError(error)) ?? uploadAborted(error);
};
