// Makes files whose bytes are on the disk before they have their name, and follows no link.
import { constants } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toSystemCode } from '../base/errors.ts';
import { readRegularFile } from './regular-file.ts';

/** Owner of a file, if not the caller: root works in folders of the service user. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Permissions of a new file. */
export interface Rights {
  readonly mode: number;
  readonly owner?: Owner | undefined;
}

/**
 * Writes a new file and syncs it; removes an existing file of that name first.
 * @throws the file system's error (EEXIST: somebody took the name)
 */
export const writeSynced = async (
  file: string,
  content: string | Buffer,
  mode: number,
  owner?: Owner,
): Promise<void> => {
  // A leftover temporary file may have other permission bits.
  await rm(file, { force: true });
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle = await open(file, flags, mode);
  try {
    // By the descriptor, since the name may belong to a link by now.
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Makes `to` a hard link of `from`; where that is impossible (FAT, exFAT, a file of another user), a copy.
 * @throws the file system's error (ELOOP: `from` is a link); Error when `from` is no file
 */
export const linkOrCopy = async (from: string, to: string, { mode, owner }: Rights): Promise<void> => {
  try {
    await link(from, to);
  } catch (error) {
    const code = toSystemCode(error);
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    // Neither end may be a link: root writes in folders of the service user.
    await writeSynced(to, await readRegularFile(from), mode, owner);
  }
};

/**
 * Replaces a file without keeping a copy, since it can be made again.
 * @throws the file system's error; the old one is still in place
 */
export const replaceFile = async (
  path: string,
  content: string | Buffer,
  mode: number,
  owner?: Owner,
): Promise<void> => {
  const temporary = join(dirname(path), `.${basename(path)}.tmp`);
  try {
    await writeSynced(temporary, content, mode, owner);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
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
