// The heads on disk: each a film with a record beside it, which is written last. What is not whole is removed.
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toSystemCode } from '../../base/errors.ts';
import * as schema from '../../schema/schema.ts';
import { openRegularFile } from '../../storage/regular-file.ts';
import { replaceFile } from '../../storage/synced-file.ts';

const RECORD = schema.object({
  clipId: schema.filledText,
  /** Of the clip, as `identify` says it. */
  file: schema.filledText,
  inSeconds: schema.amount,
  fromSeconds: schema.amount,
  keySeconds: schema.amount,
  bytes: schema.amount,
  /** SHA-256 of the head. */
  digest: schema.filledText,
});

export type HeadRecord = schema.ValueOf<typeof RECORD>;

const MODE = 0o644;
const BUFFER_BYTES = 256 * 1024;

/** What another file at this path, or a change of this one, makes different. @throws the file system's error */
export const identify = async (path: string): Promise<string> => {
  const { size, mtimeMs, ctimeMs } = await stat(path);
  return `${path} ${size} ${mtimeMs} ${ctimeMs}`;
};

/** The file is not there now, as on a disk that is mounted later. */
export const isAway = (error: unknown): boolean => toSystemCode(error) === 'ENOENT';

/** @throws the file system's error; the signal's reason when it is aborted */
const digestOf = async (path: string, signal: AbortSignal): Promise<string> => {
  const hash = createHash('sha256');
  // One for all: those of a stream would stay in memory for a while.
  const buffer = Buffer.alloc(BUFFER_BYTES);
  const file = await openRegularFile(path);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
};

export interface HeadFiles {
  /** Makes the folder where it is missing. @returns the records by the names of the heads @throws the file system's error */
  open(): Promise<ReadonlyMap<string, HeadRecord>>;
  pathOf(name: string): string;
  /**
   * Gives a head its name when all of it is on the disk.
   * @param temporary path of the head
   * @throws the file system's error; the signal's reason when it is aborted
   */
  save(
    name: string,
    temporary: string,
    record: Omit<HeadRecord, 'bytes' | 'digest'>,
    signal: AbortSignal,
  ): Promise<HeadRecord>;
  /** Whether it is the one that was saved. @throws the signal's reason when it is aborted */
  isWhole(name: string, record: HeadRecord, signal: AbortSignal): Promise<boolean>;
  remove(name: string): void;
}

const recordOf = (name: string): string => name.replace(/nut$/, 'json');

export const createHeadFiles = (folder: string): HeadFiles => {
  const erase = (name: string): void => void rm(join(folder, name), { force: true }).catch(() => undefined);
  const remove = (name: string): void => {
    erase(recordOf(name));
    erase(name);
  };
  const read = async (name: string): Promise<HeadRecord | undefined> => {
    try {
      return schema.parseUntrusted(RECORD, JSON.parse(await readFile(join(folder, name), 'utf8')));
    } catch {
      return undefined;
    }
  };
  return {
    open: async () => {
      await mkdir(folder, { recursive: true });
      const names = new Set(await readdir(folder));
      const records = new Map<string, HeadRecord>();
      for (const name of names) {
        const record = name.endsWith('.nut') && names.has(recordOf(name)) ? await read(recordOf(name)) : undefined;
        if (record !== undefined) records.set(name, record);
      }
      for (const name of names) if (!records.has(name.replace(/json$/, 'nut'))) erase(name);
      return records;
    },
    pathOf: (name) => join(folder, name),
    save: async (name, temporary, record, signal) => {
      const digest = await digestOf(temporary, signal);
      const handle = await open(temporary, 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      const { size: bytes } = await stat(temporary);
      const whole = { ...record, bytes, digest };
      try {
        await rename(temporary, join(folder, name));
        await replaceFile(join(folder, recordOf(name)), JSON.stringify(whole), MODE);
      } catch (error) {
        remove(name);
        throw error;
      }
      return whole;
    },
    isWhole: async (name, { bytes, digest }, signal) => {
      try {
        const path = join(folder, name);
        return (await stat(path)).size === bytes && (await digestOf(path, signal)) === digest;
      } catch {
        signal.throwIfAborted();
        return false;
      }
    },
    remove,
  };
};
