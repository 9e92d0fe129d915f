// Finds, adopts and removes files of the clips folder; every step survives a power cut.
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toSystemCode } from '../base/errors.ts';
import { makeFolder } from '../storage/folder.ts';
import { openRegularFile } from '../storage/regular-file.ts';
import { syncFolder } from '../storage/synced-file.ts';
import { isHidden, TRASH_PREFIX, toNumberedName } from './file-name.ts';

/** Every ext4 partition has one. */
export const REPAIR_FOLDER = 'lost+found';

export interface ClipsFolder {
  readonly path: string;
  pathOf(file: string): string;
  /** Creates the folder if it is missing, and lists every name in it. */
  names(): Promise<readonly string[]>;
  /** Names of files that may be clips, in alphabetical order, and names of everything that is not a file. */
  candidates(): Promise<{ readonly files: readonly string[]; readonly others: readonly string[] }>;
  canOpen(path: string): Promise<boolean>;
  /**
   * A free name similar to `wanted`, used by no file and no clip.
   * @param isTaken tells whether an entry of the list has that name, even if its file is missing
   */
  freeName(wanted: string, isTaken: (name: string) => boolean): Promise<string>;
  /** Gives a finished upload its name, durably. */
  adopt(temporaryPath: string, file: string): Promise<void>;
  /** Hides a clip's file under its id, durably; false when there is none. */
  hide(file: string, id: string): Promise<boolean>;
  /** Undoes `hide`. */
  unhide(file: string, id: string): Promise<void>;
  /** Removes the hidden file for good. */
  erase(id: string): Promise<void>;
  /** Removes a file; no error when it is gone. */
  discard(path: string): Promise<void>;
  /** Calls back when a file has come or is gone for good; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export const createClipsFolder = (path: string): ClipsFolder => {
  const pathOf = (file: string): string => join(path, file);
  const trashOf = (id: string): string => join(path, `${TRASH_PREFIX}${id}`);
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const remove = (file: string): Promise<void> => rm(file, { force: true }).then(notify);
  const unhide = (file: string, id: string): Promise<void> => rename(trashOf(id), pathOf(file));
  return {
    path,
    pathOf,
    names: async () => {
      await makeFolder(path);
      return readdir(path);
    },
    candidates: async () => {
      const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => !isHidden(name));
      const namesOf = (found: typeof entries): readonly string[] =>
        found.map(({ name }) => name).sort(inAlphabeticalOrder);
      return {
        files: namesOf(entries.filter((entry) => entry.isFile())),
        others: namesOf(entries.filter((entry) => !entry.isFile() && entry.name !== REPAIR_FOLDER)),
      };
    },
    canOpen,
    freeName: async (wanted, isTaken) => {
      for (let number = 1; ; number += 1) {
        const name = toNumberedName(wanted, number);
        if (!isTaken(name) && !(await isOnDisk(pathOf(name)))) return name;
      }
    },
    adopt: async (temporaryPath, file) => {
      await rename(temporaryPath, pathOf(file));
      await orUndo(syncFolder(path), () => rename(pathOf(file), temporaryPath));
      notify();
    },
    hide: async (file, id) => {
      try {
        await rename(pathOf(file), trashOf(id));
      } catch (error) {
        if (toSystemCode(error) === 'ENOENT') return false;
        throw error;
      }
      await orUndo(syncFolder(path), () => unhide(file, id));
      return true;
    },
    unhide,
    erase: (id) => remove(trashOf(id)),
    discard: remove,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Undoes a step that failed, and rethrows its error. */
const orUndo = async (step: Promise<void>, back: () => Promise<void>): Promise<void> => {
  try {
    await step;
  } catch (error) {
    await back().catch(() => undefined);
    throw error;
  }
};

const isOnDisk = async (path: string): Promise<boolean> => {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (toSystemCode(error) === 'ENOENT') return false;
    throw error;
  }
};

const canOpen = async (path: string): Promise<boolean> => {
  try {
    await (await openRegularFile(path)).close();
    return true;
  } catch {
    return false;
  }
};

// Natural order: clip 2 before clip 10, in any locale.
const { compare: inAlphabeticalOrder } = new Intl.Collator('en', { numeric: true });
