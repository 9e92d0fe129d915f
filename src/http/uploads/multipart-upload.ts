// Reads a multipart upload to disk and rejects it early.
import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { AppError, toMessage } from '../../base/errors.ts';
import { quote } from '../../base/quote.ts';
import type { BeginningCheck } from './first-bytes-check.ts';
import { toDiskError, uploadAborted } from './upload-pipeline.ts';
import { tooLarge } from './upload-quota.ts';

/** The one file part of an upload. */
export const FILE_PART = 'videoFile';

export interface Arrival {
  /**
   * The client's name of the file, once it is completely written.
   * @throws AppError as soon as a refusal is certain, even while the body is still coming
   */
  readonly fileName: Promise<string>;
  /** Resolves when reading the body and writing the file have ended. */
  readonly ended: Promise<void>;
}

/** @param deps.temporaryPath path of the file; it may remain there after a rejection */
export const receiveForm = (deps: {
  readonly request: Request;
  readonly response: Response;
  readonly temporaryPath: string;
  readonly limitBytes: number;
  readonly checkBeginning: BeginningCheck;
  /** Rejects the rest of the body with its reason. */
  readonly rejected: AbortSignal;
}): Arrival => {
  const { request, response, temporaryPath, limitBytes, checkBeginning, rejected } = deps;
  const { promise: fileName, resolve, reject } = withResolvers<string>();
  let refused: AppError | undefined;
  let stream: Readable | undefined;
  let received: string | undefined;

  const fail = (error: AppError): void => {
    refused ??= error;
    reject(refused);
    // Stops writing while the client gets the error.
    stream?.destroy(refused);
  };
  rejected.addEventListener('abort', () => fail(rejected.reason));
  const toError = (error: unknown): AppError => refused ?? toUploadError(error, request, limitBytes);

  const disk = multer.diskStorage({
    destination: (_request, _file, done) => done(null, dirname(temporaryPath)),
    filename: (_request, _file, done) => done(null, basename(temporaryPath)),
  });
  const storage: multer.StorageEngine = {
    _handleFile: (from, file, done) => {
      stream = file.stream;
      stream.on('data', (chunk: Buffer) => {
        const error = checkBeginning(chunk);
        if (error !== undefined) fail(error);
      });
      disk._handleFile(from, file, (error, info) => {
        if (error) fail(toError(error));
        else received = file.originalname;
        done(error, info);
      });
    },
    _removeFile: (from, file, done) => disk._removeFile(from, file, done),
  };
  const read = multer({
    storage,
    defParamCharset: 'utf8',
    limits: {
      fileSize: limitBytes,
      files: 1,
      parts: 3,
      fields: 2,
      fieldSize: 1024,
      fieldNameSize: 100,
      fieldNestingDepth: 2,
      fieldArrayIndexLimit: 10,
      headerPairs: 50,
    },
    // multer itself would read an unknown part to its end before it reports it.
    fileFilter: (_request, file, done) => {
      if (refused === undefined && file.fieldname !== FILE_PART) fail(wrongPart(file.fieldname));
      if (refused === undefined) done(null, true);
      else done(refused);
    },
  }).any();

  const ended = new Promise<void>((resolveEnded) => {
    read(request, response, (error: unknown) => {
      if (error) fail(toError(error));
      else if (received === undefined) fail(missingPart());
      else resolve(received);
      resolveEnded();
    });
  });
  return { fileName, ended };
};

const withResolvers = <Value>() => {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
};

const ALLOWED = `allowed: one file part named ${FILE_PART} in a multipart/form-data body`;

const missingPart = (): AppError => new AppError('missing-parameter', `${FILE_PART} is missing; ${ALLOWED}.`);

const noFileName = (): AppError =>
  new AppError('invalid-value', `${FILE_PART} came as a text, without a file name; ${ALLOWED}.`);

const wrongPart = (name: string): AppError =>
  new AppError('invalid-value', `A file part named ${quote(name)} is refused; ${ALLOWED}.`);

const toUploadError = (error: unknown, request: Request, limitBytes: number): AppError => {
  if (error instanceof AppError) return error;
  if (request.destroyed && !request.complete) {
    return uploadAborted();
  }
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') return tooLarge(limitBytes);
    if (error.code === 'LIMIT_FILE_COUNT') {
      return new AppError('repeated-parameter', `More than one file part came; ${ALLOWED}.`);
    }
    if (error.code === 'LIMIT_FIELD_VALUE' && error.field === FILE_PART) return noFileName();
    return new AppError('invalid-value', `The form is refused (${error.message}); ${ALLOWED}.`);
  }
  return (
    toDiskError(error) ?? new AppError('invalid-value', `The form can't be read (${toMessage(error)}); ${ALLOWED}.`)
  );
};
