// A disk whose power can be cut: ext4 in a file. What was not synced is lost, as on a card that does as it is told.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, run, until } from '../appliance/command.ts';

const MEBIBYTES = 256;
const UNUSED_SECONDS = 60;
/** In memory: what counts here is the order of writes, and a busy disk would only make it slow. */
const PLACE = '/dev/shm';
const PREFIX = 'cuedeck-disk-';

interface Disk {
  readonly path: string;
  /** From here on nothing reaches the disk any more. */
  cut(): Promise<void>;
  /** Whoever used it must have ended; the disk comes back with what it had. */
  restore(): Promise<void>;
  dispose(): Promise<void>;
}

/** Disks of runs that were interrupted: each holds memory and a loop device. Its folder's name says whose it was. */
const removeLeftOver = async (): Promise<void> => {
  for (const name of readdirSync(PLACE)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
    const folder = join(PLACE, name);
    // Lazily: a daemon that outlived its test may still use it.
    await attempt('umount', ['-l', join(folder, 'mounted')]);
    rmSync(folder, { recursive: true, force: true });
  }
};

export const createDisk = async (): Promise<Disk> => {
  await removeLeftOver();
  const folder = mkdtempSync(join(PLACE, `${PREFIX}${process.pid}-`));
  const image = join(folder, 'image');
  const path = join(folder, 'mounted');
  mkdirSync(path);
  execFileSync('truncate', ['-s', `${MEBIBYTES}M`, image]);
  execFileSync('mkfs.ext4', ['-q', image]);
  const mount = () => run('mount', '-o', 'loop,noatime', image, path);
  const unmount = () =>
    until(
      async () => ((await attempt('umount', [path])).code === 0 ? true : undefined),
      UNUSED_SECONDS,
      `${path} is not in use`,
    );
  await mount();
  return {
    path,
    cut: async () => {
      await run('xfs_io', '-x', '-c', 'shutdown', path);
    },
    restore: async () => {
      await unmount();
      await mount();
    },
    dispose: async () => {
      await unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
