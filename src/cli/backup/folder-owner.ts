// Finds the owner of a folder: whoever can change what its path leads to.
import { lstat, readlink } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { toSystemCode } from '../../base/errors.ts';
import type { Owner } from '../../storage/synced-file.ts';

const ROOT = 0;
/** The group `nogroup` of Debian, which owns nothing, so that root's group is not passed on. */
const NO_GROUP = 65_534;
const MAX_LINKS = 40;

const toNames = (path: string): string[] => path.split(sep).filter((name) => name !== '');

/**
 * The first owner on the path to a folder that is not root.
 * @returns undefined when root owns the whole path; a missing folder belongs to the owner of the folder above
 * @throws the file system's error
 */
export const findOwner = async (path: string): Promise<Owner | undefined> => {
  let left = toNames(resolve(path));
  let [at, links] = ['/', 0];
  while (left.length > 0) {
    const [name = '', ...rest] = left;
    const next = join(at, name);
    const found = await lstat(next).catch((error) => {
      if (toSystemCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (found === undefined) return undefined;
    if (found.uid !== ROOT) return { uid: found.uid, gid: found.gid === ROOT ? NO_GROUP : found.gid };
    if (found.isSymbolicLink()) {
      links += 1;
      if (links > MAX_LINKS) throw new Error(`${path} leads in a circle`);
      left = [...toNames(resolve(at, await readlink(next))), ...rest];
      at = '/';
    } else {
      at = next;
      left = rest;
    }
  }
  return undefined;
};
