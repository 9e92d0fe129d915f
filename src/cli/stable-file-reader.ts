// Reads a file for upload and fails if it changes meanwhile.
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { toSystemCode } from '../base/errors.ts';
import { CliError, EXIT, toReadError } from './cli-error.ts';

const CHUNK_BYTES = 256 * 1024;
const MAX_SHOWN_LENGTH = 120;

export interface OpenFile {
  readonly handle: FileHandle;
  readonly bytes: number;
  /** Changes with every change of the file, and when another file replaces it. */
  readonly stamp: string;
}

const toShown = (path: string): string =>
  path.length > MAX_SHOWN_LENGTH ? `${path.slice(0, MAX_SHOWN_LENGTH)}…` : path || '""';

/** mtime can be set back, ctime cannot. */
const toStamp = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join();

/** @throws CliError when the file cannot be read or is none */
export const openFile = async (path: string): Promise<OpenFile> => {
  let handle: FileHandle | undefined;
  try {
    // A pipe would block the command.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await handle.stat({ bigint: true });
    if (!stat.isFile()) throw new CliError(EXIT.refused, `${toShown(path)} is not a file. Name a video or a picture.`);
    return { handle, bytes: Number(stat.size), stamp: toStamp(stat) };
  } catch (error) {
    await handle?.close();
    if (error instanceof CliError) throw error;
    const code = toSystemCode(error);
    // Names that are not UTF-8 were altered before the command got them, and do not match the file.
    if (code === 'ENOENT' && path.includes('\ufffd')) {
      throw new CliError(
        EXIT.refused,
        `${toShown(path)} cannot be read: its name is not UTF-8. Rename it and try again.`,
      );
    }
    throw toReadError(toShown(path), error, 'Check the name and try again.');
  }
};

/** Differs when the file was changed or replaced. @throws as `openFile` */
export const readStamp = async (path: string): Promise<string> => {
  const { handle, stamp } = await openFile(path);
  await handle.close();
  return stamp;
};

export const changedError = (path: string, meanwhile: string): CliError =>
  new CliError(EXIT.refused, `${toShown(path)} changed while it was ${meanwhile}. Try again.`);

/**
 * The bytes from `first` on, up to the size at the time of the stamp.
 * @throws CliError before anything is given out that may be of a changed file
 */
export const readUnchanged = async function* (
  path: string,
  { handle, bytes, stamp }: OpenFile,
  first = 0,
): AsyncGenerator<Buffer> {
  const changed = (): CliError => changedError(path, 'sent');
  const check = async (): Promise<void> => {
    if (toStamp(await handle.stat({ bigint: true })) !== stamp) throw changed();
  };
  await check();
  for (let at = first; at < bytes; ) {
    const length = Math.min(CHUNK_BYTES, bytes - at);
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(length), position: at });
    // After the read: the last chunk is only passed on when the file is unchanged.
    await check();
    if (bytesRead === 0) throw changed();
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
};
