// The checksum of a file, which goes on where it was interrupted.
import { lstat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { AppError } from '../../base/errors.ts';
import { readFromCard } from './card-reader.ts';
import { isUntouched } from './check-rules.ts';
import type { FileFacts } from './checksum-record.ts';

/** Whole: programs that put a file's times back often have no finer ones. */
export const toChangedMs = (mtimeMs: number): number => Math.round(mtimeMs);

/** @throws the file system's error */
export const readFacts = async (path: string): Promise<FileFacts> => {
  const { size, mtimeMs, ino, ctimeMs } = await lstat(path);
  return { file: { bytes: size, changedMs: toChangedMs(mtimeMs), inode: ino }, touchedMs: ctimeMs };
};

export interface Summed extends FileFacts {
  readonly crc32: number;
}

/**
 * @returns a function that reads the file to its end; after an interruption its next call goes on from there, unless somebody
 * has touched the file. It throws the signal's reason, AppError `busy` for a file that is being written, and the file system's error.
 */
export const createFileChecksum = (path: string): ((signal: AbortSignal) => Promise<Summed>) => {
  let facts: FileFacts | undefined;
  let bytes = 0;
  let sum = 0;
  return async (signal) => {
    const found = await readFacts(path);
    if (facts === undefined || !isUntouched(facts, found)) [facts, bytes, sum] = [found, 0, 0];
    await readFromCard(path, {
      begin: bytes,
      signal,
      take: (piece) => {
        sum = crc32(piece, sum);
        bytes += piece.length;
      },
    });
    const after = await readFacts(path);
    if (!isUntouched(found, after)) throw new AppError('busy', 'The file changes while it is read.');
    return { ...after, crc32: sum };
  };
};
