// A read-only root of its own, in memory, with the programs of this machine: what the scripts of the image do to theirs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

export const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

/**
 * @param script of the image, which is `/script` there
 * @param prepare shell lines that run in the root before it is closed
 * @param lines what is run there; `/folder` holds the files of the temporary folder
 * @returns all that was said
 */
export const runInRoot = async (
  script: string,
  prepare: (folder: string) => readonly string[],
  lines: readonly string[],
): Promise<string> => {
  const folder = await temporaryFolder();
  const root = join(folder, 'root');
  mkdirSync(root);
  writeFileSync(join(folder, 'lines'), lines.join('\n'));
  const work = [
    'set -e',
    `mount -t tmpfs -o mode=755 root '${root}'`,
    `cp ${script} '${root}/script'`,
    `cd '${root}'`,
    'mkdir usr proc run dev',
    'for name in bin sbin lib lib64; do ln -s usr/$name $name; done',
    `cp '${folder}/lines' lines`,
    'mount --bind /usr usr',
    'mount --bind /proc proc',
    'mount --bind /dev dev',
    'mount -t tmpfs run run',
    ...prepare(folder),
    'mount -o remount,ro .',
    'exec chroot . env PATH=/opener:/usr/bin:/usr/sbin sh lines',
  ].join('\n');
  const { stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', work], { encoding: 'utf8', timeout: 30_000 });
  return stdout + stderr;
};
