// Reads a file as the card has it, past the page cache.
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { toSystemCode } from '../../base/errors.ts';
import { openRegularFile } from '../../storage/regular-file.ts';

/** A multiple of every block size; read within 0.1 s by a slow card, so that a clip that starts need not wait. */
const PIECE_BYTES = 1024 * 1024;

/** A clip that just played may have kept the card busy for longer. */
const MAX_PAUSE_MS = 1000;

const CACHED = constants.O_RDONLY | constants.O_NOFOLLOW;
const UNCACHED = CACHED | constants.O_DIRECT;

/** A buffer that begins at a page of memory, which reading past the cache needs. Only resizable ones do. */
const createAlignedBuffer = (): Uint8Array =>
  new Uint8Array(new ArrayBuffer(PIECE_BYTES, { maxByteLength: PIECE_BYTES }));

/** File systems in memory and on networks may have no way past the cache. */
const orCached = async <Result>(flags: number, step: (flags: number) => Promise<Result>): Promise<Result> => {
  try {
    return await step(flags);
  } catch (error) {
    if (toSystemCode(error) !== 'EINVAL' || flags === CACHED) throw error;
    return step(CACHED);
  }
};

/**
 * @param begin offset, a multiple of 1 MiB
 * @param take gets each piece, in memory that the next one overwrites
 * @throws the signal's reason; the file system's error
 */
export const readFromCard = (
  path: string,
  { begin, signal, take }: { readonly begin: number; readonly signal: AbortSignal; take(piece: Uint8Array): void },
): Promise<void> => {
  const buffer = createAlignedBuffer();
  let offset = begin;
  const readAll = async (file: FileHandle): Promise<void> => {
    const { size } = await file.stat();
    while (offset < size) {
      signal.throwIfAborted();
      const startedMs = performance.now();
      const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, offset);
      if (bytesRead === 0) return;
      take(buffer.subarray(0, bytesRead));
      offset += bytesRead;
      // Others get the card for as long.
      const pauseMs = Math.min(performance.now() - startedMs, MAX_PAUSE_MS);
      await setTimeout(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  };
  return orCached(UNCACHED, async (flags) => {
    const file = await openRegularFile(path, flags);
    try {
      await readAll(file);
    } finally {
      await file.close();
    }
  });
};
