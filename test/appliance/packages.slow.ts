// The Debian packages: the same bytes each time, each with what it runs and nothing of the other.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { run } from './command.ts';
import { buildPackages } from './packages.ts';

const hash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

test('built twice, they are the same to the byte', async () => {
  const folder = await temporaryFolder();
  const [one, other] = ['one', 'other'].map((name) => join(folder, name));
  for (const path of [one, other]) mkdirSync(String(path));
  const first = await buildPackages(String(one));
  // Other times on the files, as in another clone.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const second = await buildPackages(String(other));
  expect([hash(second.player), hash(second.talkgroup)]).toEqual([hash(first.player), hash(first.talkgroup)]);
});

test('the owner of each file is root, and settings are kept over an upgrade', async () => {
  const { player, talkgroup } = await buildPackages(await temporaryFolder());
  for (const path of [player, talkgroup]) {
    const lines = (await run('dpkg-deb', '--contents', path)).split('\n');
    expect(lines.filter((line) => !line.includes(' root/root '))).toEqual([]);
    expect(lines.filter((line) => /node_modules|\.map$|\.ts$/.test(line))).toEqual([]);
  }
  expect((await run('dpkg-deb', '--info', player, 'conffiles')).split('\n')).toEqual([
    '/etc/avahi/services/cuedeck.service',
    '/etc/cloud/cloud.cfg.d/99_cuedeck.cfg',
    '/etc/cuedeck/player.conf',
  ]);
  expect(await run('dpkg-deb', '--info', talkgroup, 'conffiles')).toBe('/etc/cuedeck/talkgroup.conf');
});

test('the player brings its page, its manual and the completion of its command', async () => {
  const { player } = await buildPackages(await temporaryFolder());
  const folder = await temporaryFolder();
  await run('dpkg-deb', '--extract', player, folder);
  const brought = ['dist/web/index.html', 'dist/cuedeck-player.js', 'cuedeck.1.gz', 'cuedeck.bash'];
  expect(brought.filter((name) => !existsSync(join(folder, 'usr/lib/cuedeck', name)))).toEqual([]);
});

test('the licences of all that is bundled in go with them', async () => {
  const { player } = await buildPackages(await temporaryFolder());
  const folder = await temporaryFolder();
  await run('dpkg-deb', '--extract', player, folder);
  const text = readFileSync(join(folder, 'usr/share/doc/cuedeck/third-party-licences.txt'), 'utf8');
  for (const name of [
    'express',
    'multer',
    'lowdb',
    'systeminformation',
    'check-disk-space',
    'hostile',
    'mqtt',
    'ws',
    'tar',
    'preact',
  ])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+: \\S+$`, 'm'));
});
