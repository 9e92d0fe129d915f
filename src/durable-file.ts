// One JSON document on disk that survives power cuts: written, synced, renamed, folder synced; the last good copy stays beside it.
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toMessage, toSystemCode } from './errors.ts';

/** Where a document that was read came from. `lost`: there was one, and neither it nor its copy can be read. */
export type Origin = 'current' | 'last-good' | 'first-start' | 'lost';

export interface DurableRead<Document> {
  readonly document: Document | undefined;
  readonly origin: Origin;
  /** What was wrong with what could not be read, a sentence each. */
  readonly problems: readonly string[];
}

export interface DurableFile<Document> {
  /** Never throws for a broken file: that is moved aside (`.broken`) and the last good copy takes its place. */
  read(): Promise<DurableRead<Document>>;
  /**
   * Replaces the document. After a rejection the old one is still in place.
   * One write at a time: the caller queues.
   * @throws the file system's error (ENOSPC, EIO, EACCES, …)
   */
  write(document: Document): Promise<void>;
}

/**
 * @param options.parse checks the shape of what was read; throws on anything else
 * @param options.mode permission bits of the file
 */
export const createDurableFile = <Document>(options: {
  readonly path: string;
  readonly parse: (value: unknown) => Document;
  readonly mode?: number;
}): DurableFile<Document> => {
  const { path, parse, mode = 0o644 } = options;
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.tmp`);
  const lastGood = `${path}.last-good`;

  const readOne = async (file: string): Promise<Document | undefined> => {
    const bytes = await readIfThere(file);
    return bytes === undefined ? undefined : parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  };

  const writeTemporary = async (text: string): Promise<void> => {
    try {
      await writeSynced(temporary, text, mode);
    } catch (error) {
      if (toSystemCode(error) !== 'ENOSPC') throw error;
      // On a disk that is full to the last block nothing could be deleted any more: the last good copy gives way.
      await rm(lastGood, { force: true });
      await writeSynced(temporary, text, mode);
    }
  };

  return {
    read: async () => {
      const problems: string[] = [];
      for (const [file, origin] of [
        [path, 'current'],
        [lastGood, 'last-good'],
      ] as const) {
        try {
          const document = await readOne(file);
          if (document !== undefined) return { document, origin, problems };
        } catch (error) {
          problems.push(`${file} cannot be used (${toMessage(error)}), moved to ${file}.broken`);
          await rename(file, `${file}.broken`).catch((cause) => problems.push(`it stays: ${toMessage(cause)}`));
        }
      }
      return { document: undefined, origin: problems.length === 0 ? 'first-start' : 'lost', problems };
    },

    write: async (document) => {
      await mkdir(folder, { recursive: true });
      let kept = false;
      let replaced = false;
      try {
        await writeTemporary(JSON.stringify(document));
        kept = await keep(path, lastGood);
        await rename(temporary, path);
        replaced = true;
        await syncFolder(folder);
      } catch (error) {
        const back = replaced ? putBack({ path, temporary, lastGood, kept }) : rm(temporary, { force: true });
        await back.catch(() => undefined);
        throw error;
      }
    },
  };
};

const readIfThere = async (file: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(file);
  } catch (error) {
    if (toSystemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const writeSynced = async (file: string, text: string, mode: number): Promise<void> => {
  // A left-over temporary may carry other permission bits.
  await rm(file, { force: true });
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes `copy` a second name of `file`; false when there is no file yet. */
const keep = async (file: string, copy: string): Promise<boolean> => {
  const fresh = `${copy}.tmp`;
  await rm(fresh, { force: true });
  try {
    await link(file, fresh);
  } catch (error) {
    const code = toSystemCode(error);
    if (code === 'ENOENT') return false;
    // FAT and exFAT have no second names.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    await copyFile(file, fresh);
  }
  try {
    await rename(fresh, copy);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw error;
  }
  return true;
};

/** The former document again; where there was none, none. */
const putBack = async (files: {
  readonly path: string;
  readonly temporary: string;
  readonly lastGood: string;
  readonly kept: boolean;
}): Promise<void> => {
  const { path, temporary, lastGood, kept } = files;
  if (!kept) return rm(path, { force: true });
  await rm(temporary, { force: true });
  await link(lastGood, temporary);
  await rename(temporary, path);
};

/** Makes renames in a folder durable. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
