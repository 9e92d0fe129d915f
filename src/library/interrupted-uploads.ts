// Notes beside interrupted uploads, so that the next start can resume them.
import { constants } from 'node:fs';
import { lstat, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftUpload, UploadNote } from '../deck/upload-ports.ts';
import { anyText, count, object, parseUntrusted } from '../schema/schema.ts';
import { UPLOAD_PREFIX } from './file-name.ts';

const SUFFIX = '.json';
const MAX_NOTE_BYTES = 16 * 1024;

/** Unsynced data survives a killed program, but after a power cut it may be only zeros. */
const readBoot = (): Promise<string> => readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');

const noteOf = (temporaryPath: string): string => `${temporaryPath}${SUFFIX}`;

/** Without space for the note the upload continues; it only cannot resume after a restart. */
export const writeNote = async (temporaryPath: string, note: UploadNote): Promise<void> => {
  const text = JSON.stringify({ ...note, boot: await readBoot() });
  await writeFile(noteOf(temporaryPath), text, { flag: 'wx', mode: 0o600 }).catch(() => undefined);
};

export const removeNote = (temporaryPath: string): Promise<void> => rm(noteOf(temporaryPath), { force: true });

/** Uploads in the folder that can resume; other files with such names cannot. */
export const findLeftUploads = async (clipsDir: string): Promise<readonly LeftUpload[]> => {
  const names: readonly string[] = await readdir(clipsDir).catch(() => []);
  const boot = await readBoot();
  const found = await Promise.all(
    names
      .filter((name) => name.startsWith(UPLOAD_PREFIX) && !name.endsWith(SUFFIX) && names.includes(`${name}${SUFFIX}`))
      .map((name) => readLeft(join(clipsDir, name), boot).catch(() => undefined)),
  );
  return found.filter((left) => left !== undefined);
};

const readLeft = async (temporaryPath: string, boot: string): Promise<LeftUpload | undefined> => {
  const note = parseNote(JSON.parse(await readSmall(noteOf(temporaryPath))), boot);
  const stats = await lstat(temporaryPath);
  if (note === undefined || !stats.isFile() || stats.nlink !== 1) return undefined;
  return stats.size > 0 && stats.size <= note.totalBytes
    ? { ...note, temporaryPath, receivedBytes: stats.size }
    : undefined;
};

const NOTE = object({ name: anyText, totalBytes: count, boot: anyText }, { key: anyText });

const parseNote = (value: unknown, now: string): UploadNote | undefined => {
  const kept = parseUntrusted(NOTE, value);
  if (kept === undefined || now === '' || kept.boot !== now) return undefined;
  const { boot: _boot, ...note } = kept;
  return note;
};

/** A pipe or a link in the folder must neither block the start nor lead elsewhere. */
const readSmall = async (path: string): Promise<string> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    return stats.isFile() && stats.size <= MAX_NOTE_BYTES ? await file.readFile('utf8') : 'null';
  } finally {
    await file.close();
  }
};
