// One small system file, replaced whole or not at all.
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toSystemCode } from '../base/errors.ts';
import { syncFolder } from '../storage/synced-file.ts';

/** Maps bytes to characters one to one, so that any content survives. */
const ENCODING = 'latin1';

const unlessAbsent = async <Result>(asking: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await asking;
  } catch (error) {
    if (toSystemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** The file's text; undefined when it is missing. */
export const readSystemFile = (path: string): Promise<string | undefined> => unlessAbsent(readFile(path, ENCODING));

/**
 * Writes the text durably and reads it back. Mode and owner stay; links are followed.
 * After a rejection the file has the former or the new text, never a part: the caller restores the former one.
 * @param text undefined removes the file
 * @param mode permission bits of a new file
 */
export const replaceSystemFile = async (path: string, text: string | undefined, mode = 0o644): Promise<void> => {
  if ((await readSystemFile(path)) === text) return;
  if (text === undefined) return rm(path, { force: true });
  const target = (await unlessAbsent(realpath(path))) ?? path;
  const temporary = join(dirname(target), `.${basename(target)}.cuedeck`);
  try {
    await writeCopy(target, temporary, text, mode);
    await rename(temporary, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    // Bind-mounted, as in a container or over a read-only root: it cannot be replaced by rename.
    if (!['EBUSY', 'EROFS'].includes(toSystemCode(error) ?? '')) throw error;
    await overwrite(target, text);
  }
  if ((await readFile(target, ENCODING)) !== text) throw new Error(`${path} does not hold what was written`);
};

const writeCopy = async (target: string, temporary: string, text: string, mode: number): Promise<void> => {
  const former = await unlessAbsent(stat(target));
  await rm(temporary, { force: true });
  await withFile(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, async (file) => {
    if (former !== undefined && former.uid !== process.getuid?.()) await file.chown(former.uid, former.gid);
    await file.chmod((former?.mode ?? mode) & 0o7777);
    await file.writeFile(text, ENCODING);
    await file.sync();
  });
};

const LINE_FEED = 0x0a;

/**
 * In place only one write within a sector is atomic. So empty lines, which mean nothing in these files, first extend
 * the file to its length, and are removed after that write: at any moment the file has the former or the new text.
 */
const overwrite = (target: string, text: string): Promise<void> =>
  withFile(target, constants.O_WRONLY, async (file) => {
    const bytes = Buffer.from(text, ENCODING);
    const { size } = await file.stat();
    const padded = Buffer.alloc(Math.max(size, bytes.length), LINE_FEED);
    if (size < padded.length) {
      await file.write(padded, 0, padded.length - size, size);
      await file.sync();
    }
    bytes.copy(padded);
    await file.write(padded, 0, padded.length, 0);
    await file.sync();
    await file.truncate(bytes.length);
    await file.sync();
  });

const withFile = async (path: string, flags: number, work: (file: FileHandle) => Promise<void>): Promise<void> => {
  const file = await open(path, flags);
  try {
    await work(file);
  } finally {
    await file.close();
  }
};
