// What opens the read-only root of a box for apt and dpkg, while several of them run: in a root of its own, in memory.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

/** A root with the programs of this machine, read-only, in which `apt-get` and `dpkg` are these scripts. */
const runInRoot = async (programs: Readonly<Record<string, string>>, script: string): Promise<string> => {
  const folder = await temporaryFolder();
  const root = join(folder, 'root');
  mkdirSync(root);
  const mounts = Object.entries(programs).map(([name, text]) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return `mount --bind '${folder}/${name}' usr/bin/${name}`;
  });
  writeFileSync(join(folder, 'script'), script);
  const prepare = [
    'set -e',
    `mount -t tmpfs -o mode=755 root '${root}'`,
    `cp image/writable '${root}/writable'`,
    `cd '${root}'`,
    'mkdir usr proc run dev boot boot/firmware opener',
    'for name in bin sbin lib lib64; do ln -s usr/$name $name; done',
    'for name in apt-get dpkg; do ln -s /writable opener/$name; done',
    `cp '${folder}/script' script`,
    'mount --bind /usr usr',
    'mount --bind /proc proc',
    'mount --bind /dev dev',
    'mount -t tmpfs run run',
    ...mounts,
    'mount -o remount,ro .',
    'exec chroot . env PATH=/opener:/usr/bin:/usr/sbin sh script',
  ].join('\n');
  const { stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', prepare], { encoding: 'utf8', timeout: 30_000 });
  return stdout + stderr;
};

const IS_CLOSED = 'touch /x 2> /dev/null && echo open || echo closed';
const until = (file: string): string => `until [ -e /run/${file} ]; do sleep 0.05; done`;

test.runIf(canMount).for([
  ['the first', 'apt-get', 'dpkg'],
  ['the second', 'dpkg', 'apt-get'],
])(
  'of two programs at once %s to end leaves it open to the other, and the last one closes it',
  async ([, first, last]) => {
    const programs = {
      'apt-get': `touch /run/began-apt-get; ${until('end-apt-get')}; touch /written-apt-get && echo written`,
      dpkg: `touch /run/began-dpkg; ${until('end-dpkg')}; touch /written-dpkg && echo written`,
    };
    const said = await runInRoot(
      programs,
      [
        IS_CLOSED,
        `apt-get install x & one=$!; ${until('began-apt-get')}`,
        `dpkg -i x & two=$!; ${until('began-dpkg')}`,
        `touch /run/end-${first}; wait ${first === 'apt-get' ? '$one' : '$two'}`,
        `touch /run/end-${last}; wait`,
        IS_CLOSED,
      ].join('\n'),
    );
    expect(said).toBe('closed\nwritten\nwritten\nclosed\n');
  },
);

test.runIf(canMount)('a root that its owner opened stays open', async () => {
  const said = await runInRoot(
    { 'apt-get': 'echo "ran $1"', dpkg: 'echo "ran $1"; exit 3' },
    ['apt-get install', 'dpkg -i', 'echo $?', IS_CLOSED, 'mount -o remount,rw /', 'apt-get update', IS_CLOSED].join(
      '\n',
    ),
  );
  expect(said).toBe('ran install\nran -i\n3\nclosed\nran update\nopen\n');
});
