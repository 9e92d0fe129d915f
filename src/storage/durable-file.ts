// Stores one JSON document so that it survives power cuts: write, sync, rename, sync the folder; the last good copy stays beside it.
import { constants } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toMessage, toReason, toSystemCode } from '../base/errors.ts';
import { makeFolder } from './folder.ts';
import { linkOrCopy, type Owner, type Rights, syncFolder, writeSynced } from './synced-file.ts';

/** Origin of a document. `lost`: neither the document nor its copy can be read. */
type Origin = 'current' | 'last-good' | 'first-start' | 'lost';

interface DurableRead<Document> {
  readonly document: Document | undefined;
  readonly origin: Origin;
  /** Problems of unreadable files, one sentence each. */
  readonly problems: readonly string[];
}

export interface DurableFile<Document> {
  /**
   * A damaged file is moved aside (`.broken`, `.broken.2`, …) and the last good copy takes its place.
   * @throws Error naming the file and the cause when it may be whole and cannot be read now; nothing is moved then
   */
  read(): Promise<DurableRead<Document>>;
  /**
   * Replaces the document. After a rejection the old one is unchanged.
   * One write at a time: the caller queues.
   * @throws the file system's error (ENOSPC, EIO, EACCES, …)
   */
  write(document: Document): Promise<void>;
}

/**
 * @param options.parse validates the read document; throws when it is invalid
 * @param options.mode permission bits of the file
 * @param options.owner owner of the file
 */
export const createDurableFile = <Document>(options: {
  readonly path: string;
  readonly parse: (value: unknown) => Document;
  readonly mode?: number;
  readonly owner?: Owner | undefined;
}): DurableFile<Document> => {
  const { path, parse, mode = 0o644, owner } = options;
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.tmp`);
  const lastGood = `${path}.last-good`;

  const readOne = async (file: string): Promise<Document | Damage | undefined> => {
    const bytes = await readIfThere(file);
    if (bytes === undefined || 'damage' in bytes) return bytes;
    try {
      return parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    } catch (error) {
      return { damage: error };
    }
  };

  const writeTemporary = async (text: string): Promise<void> => {
    try {
      await writeSynced(temporary, text, mode, owner);
    } catch (error) {
      if (toSystemCode(error) !== 'ENOSPC') throw error;
      // On a completely full disk nothing could be deleted any more, so the last good copy is sacrificed.
      await rm(lastGood, { force: true });
      await writeSynced(temporary, text, mode, owner);
    }
  };

  return {
    read: async () => {
      const problems: string[] = [];
      const current = await readOne(path);
      if (current !== undefined && !isDamage(current)) return { document: current, origin: 'current', problems };
      // Both are read before anything is moved.
      const copy = await readOne(lastGood);
      if (isDamage(current)) problems.push(await setAside(path, current));
      if (copy !== undefined && !isDamage(copy)) return { document: copy, origin: 'last-good', problems };
      if (isDamage(copy)) problems.push(await setAside(lastGood, copy));
      return { document: undefined, origin: problems.length === 0 ? 'first-start' : 'lost', problems };
    },

    write: async (document) => {
      await makeFolder(folder);
      let kept = false;
      let replaced = false;
      try {
        await writeTemporary(JSON.stringify(document));
        kept = await copyLastGood(path, lastGood, { mode, owner });
        await rename(temporary, path);
        replaced = true;
        await syncFolder(folder);
      } catch (error) {
        const back = replaced
          ? rollBack({ path, temporary, lastGood, kept, mode, owner })
          : rm(temporary, { force: true });
        await back.catch(() => undefined);
        throw error;
      }
    },
  };
};

/** Permanent damage of a file. */
interface Damage {
  readonly damage: unknown;
}

const isDamage = (read: unknown): read is Damage => typeof read === 'object' && read !== null && 'damage' in read;

/** A bad sector, a damaged file system or a folder in place of the file: retrying will not help. */
const DAMAGE_CODES = ['EIO', 'EUCLEAN', 'EBADMSG', 'EISDIR'];

const unreadable = (file: string, cause: unknown): Error =>
  new Error(`${file} cannot be read and stays as it is: ${toReason(cause)}`, { cause });

/** @throws Error when the file may be whole: no right to read it, too many open files, … */
const readIfThere = async (file: string): Promise<Buffer | Damage | undefined> => {
  try {
    // A pipe in its place would block the start for ever.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile() && !stat.isDirectory()) return { damage: new Error('it is no file') };
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = toSystemCode(error) ?? '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (DAMAGE_CODES.includes(code)) return { damage: error };
    throw unreadable(file, error);
  }
};

/**
 * Moves a damaged file out of the way, never over an earlier one.
 * @returns a sentence about what was done
 * @throws Error when a folder is in the place of the file and cannot be moved: nothing could ever be written there
 */
const setAside = async (file: string, { damage }: Damage): Promise<string> => {
  const what = `${file} cannot be used (${toMessage(damage)})`;
  try {
    const place = await freePlace(`${file}.broken`);
    await rename(file, place);
    return `${what}, moved to ${place}`;
  } catch (error) {
    if (toSystemCode(damage) === 'EISDIR') throw unreadable(file, damage);
    return `${what} and cannot be moved aside: ${toMessage(error)}`;
  }
};

const freePlace = async (path: string): Promise<string> => {
  for (let number = 1; ; number++) {
    const place = number === 1 ? path : `${path}.${number}`;
    try {
      await lstat(place);
    } catch (error) {
      if (toSystemCode(error) === 'ENOENT') return place;
      throw error;
    }
  }
};

/** Copies `file` to `copy`; false when there is no file yet. */
const copyLastGood = async (file: string, copy: string, rights: Rights): Promise<boolean> => {
  const fresh = `${copy}.tmp`;
  await rm(fresh, { force: true });
  try {
    await linkOrCopy(file, fresh, rights);
  } catch (error) {
    if (toSystemCode(error) === 'ENOENT') return false;
    throw error;
  }
  try {
    await rename(fresh, copy);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw error;
  }
  return true;
};

/** Restores the previous document, or removes the file if there was none. */
const rollBack = async (
  files: Rights & {
    readonly path: string;
    readonly temporary: string;
    readonly lastGood: string;
    readonly kept: boolean;
  },
): Promise<void> => {
  const { path, temporary, lastGood, kept } = files;
  if (!kept) return rm(path, { force: true });
  await rm(temporary, { force: true });
  await linkOrCopy(lastGood, temporary, files);
  await rename(temporary, path);
};
