// Root's file work in folders of the service user, done with that user's rights: a link swapped in there leads root nowhere.
import { lstat, readlink } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { toSystemCode } from '../errors.ts';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const ROOT: Owner = { uid: 0, gid: 0 };
/** The group `nogroup` of Debian, which owns nothing. */
const NO_GROUP = 65_534;
const MAX_LINKS = 40;

const toNames = (path: string): string[] => path.split(sep).filter((name) => name !== '');

/**
 * Whoever can change what a path leads to: the first on the way to it that is not root.
 * @throws the file system's error; a path that is not there belongs to the owner of its folder
 */
const findOwner = async (path: string): Promise<Owner> => {
  let left = toNames(resolve(path));
  let [at, links] = ['/', 0];
  while (left.length > 0) {
    const [name = '', ...rest] = left;
    const next = join(at, name);
    const found = await lstat(next).catch((error) => {
      if (toSystemCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (found === undefined) return ROOT;
    if (found.uid !== ROOT.uid) return { uid: found.uid, gid: found.gid };
    if (found.isSymbolicLink()) {
      if (++links > MAX_LINKS) throw new Error(`${path} leads in a circle`);
      left = [...toNames(resolve(at, await readlink(next))), ...rest];
      at = '/';
    } else {
      at = next;
      left = rest;
    }
  }
  return ROOT;
};

/** The whole process acts as the owner meanwhile; root's rights come back with the end of the work. */
const actAs = async <Result>({ uid, gid }: Owner, work: () => Promise<Result>): Promise<Result> => {
  const { getgroups, setgroups, seteuid, setegid } = process;
  if (uid === ROOT.uid || process.geteuid?.() !== ROOT.uid || !getgroups || !setgroups || !seteuid || !setegid)
    return work();
  const [groups, group] = [getgroups(), gid === ROOT.gid ? NO_GROUP : gid];
  setgroups([group]);
  setegid(group);
  seteuid(uid);
  try {
    return await work();
  } finally {
    seteuid(ROOT.uid);
    setegid(ROOT.gid);
    setgroups(groups);
  }
};

/** Does work with the rights of a folder's owner when the caller is root, and with the caller's rights otherwise. */
export type InFolder = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * One work at a time: all threads of the process change their rights.
 * @throws the file system's error when a folder cannot be looked at
 */
export const findOwners = async (folders: {
  readonly clipsDir: string;
  readonly stateDir: string;
}): Promise<{ readonly inClips: InFolder; readonly inState: InFolder }> => {
  const state = await findOwner(folders.stateDir);
  const clips = await findOwner(folders.clipsDir);
  return {
    // A partition that has no owners, as FAT, shows root; the player writes there all the same.
    inClips: (work) => actAs(clips.uid === ROOT.uid ? state : clips, work),
    inState: (work) => actAs(state, work),
  };
};
