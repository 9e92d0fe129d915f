// A disk whose power can be cut: ext4 in a file. What was not synced is lost, as on a card that does as it is told.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, run, until } from '../appliance/command.ts';

const MEBIBYTES = 256;

export interface Disk {
  readonly path: string;
  /** From here on nothing reaches the disk any more. */
  cut(): Promise<void>;
  /** Whoever used it must have ended; the disk comes back with what it had. */
  restore(): Promise<void>;
  dispose(): Promise<void>;
}

export const createDisk = async (): Promise<Disk> => {
  // In memory: what counts here is the order of writes, and a busy disk would only make it slow.
  const folder = mkdtempSync('/dev/shm/cuedeck-disk-');
  const image = join(folder, 'image');
  const path = join(folder, 'mounted');
  mkdirSync(path);
  execFileSync('truncate', ['-s', `${MEBIBYTES}M`, image]);
  execFileSync('mkfs.ext4', ['-q', image]);
  const mount = () => run('mount', '-o', 'loop,noatime', image, path);
  const unmount = () =>
    until(async () => ((await attempt('umount', [path])).code === 0 ? true : undefined), 10, `${path} is not in use`);
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
