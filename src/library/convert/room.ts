// The room on the disk that a conversion needs, and whether it has run out.
import { statfs } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import { RESERVE_BYTES } from '../../deck/disk-reserve.ts';
import { orStorageError } from '../storage-error.ts';
import { MAX_BYTES_PER_SECOND } from './target.ts';

/** A result may be larger than its original: newer codecs need less. */
const MAX_GROWTH = 3;
const MIN_RESULT_BYTES = 4 * 1024 * 1024;

/** Bytes that converting needs free, besides the reserve. */
const toNeededBytes = (durationSeconds: number, bytes: number): number =>
  Math.min(durationSeconds * MAX_BYTES_PER_SECOND, MAX_GROWTH * bytes) + MIN_RESULT_BYTES;

const toMegabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * @param folder that the result will lie in
 * @throws AppError `no-space`, `storage-failed`
 */
export const checkRoom = async (folder: string, clip: Clip, bytes: number): Promise<void> => {
  const free = await orStorageError('find out what is free on the disk', () => freeBytesOf(folder));
  const freeBytes = Math.max(0, free - RESERVE_BYTES);
  const neededBytes = toNeededBytes(clip.durationSeconds, bytes);
  if (freeBytes >= neededBytes) return;
  const numbers = `up to ${toMegabytes(neededBytes)} MB are needed, ${toMegabytes(freeBytes)} MB are free`;
  throw new AppError('no-space', `${clip.name} cannot be converted: ${numbers}.`);
};

/** Whether a conversion would take the space that the list, state and uploads need; false when nobody knows. */
export const isAlmostFull = async (folder: string): Promise<boolean> => {
  const freeBytes = await freeBytesOf(folder).catch(() => Number.POSITIVE_INFINITY);
  return freeBytes <= RESERVE_BYTES / 2;
};
