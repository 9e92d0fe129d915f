// SHA-256 of clip files, so that an uploader can skip and verify files.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError, toReason } from '../base/errors.ts';
import { openRegularFile } from '../storage/regular-file.ts';

interface Checksum {
  readonly bytes: number;
  /** Hex digits. */
  readonly sha256: string;
}

/** Hashing a chunk blocks the event loop for less than a millisecond. */
const CHUNK_BYTES = 64 * 1024;
const MAX_CACHED = 500;

/** @returns the checksum of a file, cached while the file is unchanged */
export const createChecksums = (): ((path: string) => Promise<Checksum>) => {
  const cache = new Map<string, Promise<Checksum>>();
  return async (path) => {
    try {
      const { size, mtimeMs } = await stat(path);
      const key = `${path}\n${size}\n${mtimeMs}`;
      const known = cache.get(key) ?? read(path, size);
      cache.set(key, known);
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
      known.catch(() => cache.delete(key));
      return await known;
    } catch (error) {
      throw new AppError('file-missing', `The file cannot be read: ${toReason(error)}.`, { cause: error });
    }
  };
};

const read = async (path: string, bytes: number): Promise<Checksum> => {
  const hash = createHash('sha256');
  const file = await openRegularFile(path);
  await pipeline(file.createReadStream({ highWaterMark: CHUNK_BYTES }), hash);
  return { bytes, sha256: hash.digest('hex') };
};
