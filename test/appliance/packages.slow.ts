// The Debian packages: the same bytes each time, each with what it runs and nothing of the other.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { attempt, run } from './command.ts';
import { canBoot } from './needs.ts';
import { buildPackages, findPackage } from './packages.ts';

const hash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-debs-'));
let player: string;
let talkgroup: string;
let appliance: string;

beforeAll(async () => {
  ({ player, talkgroup } = await buildPackages(folder));
  appliance = findPackage(folder, 'cuedeck-appliance');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('built twice, they are the same to the byte', async () => {
  // Other times on the files, as in another clone.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const again = await temporaryFolder();
  const second = { ...(await buildPackages(again)), appliance: findPackage(again, 'cuedeck-appliance') };
  expect([second.player, second.talkgroup, second.appliance].map(hash)).toEqual(
    [player, talkgroup, appliance].map(hash),
  );
});

test('the owner of each file is root, and settings are kept over an upgrade', async () => {
  for (const path of [player, talkgroup, appliance]) {
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
  expect(await run('dpkg-deb', '--info', appliance, 'conffiles')).toBe('/etc/ssh/sshd_config.d/cuedeck.conf');
});

test('the player brings its page, its manual and the completion of its command', async () => {
  const unpacked = await temporaryFolder();
  await run('dpkg-deb', '--extract', player, unpacked);
  const brought = ['dist/web/index.html', 'dist/cuedeck-player.js', 'cuedeck.1.gz', 'cuedeck.bash'];
  expect(brought.filter((name) => !existsSync(join(unpacked, 'usr/lib/cuedeck', name)))).toEqual([]);
});

test('the talkgroup service brings its dashboard and its command', async () => {
  const unpacked = await temporaryFolder();
  await run('dpkg-deb', '--extract', talkgroup, unpacked);
  const page = ['index.html', 'dashboard.js', 'dashboard.css'].map((name) => `dist/dashboard/${name}`);
  const brought = [...page, 'dist/cuedeck-talkgroup.js', 'dist/cuedeck.js', 'cuedeck.1.gz', 'cuedeck.bash'];
  expect(brought.filter((name) => !existsSync(join(unpacked, 'usr/lib/cuedeck-talkgroup', name)))).toEqual([]);
});

test('the licences of all that is bundled in go with them', async () => {
  const unpacked = await temporaryFolder();
  await run('dpkg-deb', '--extract', player, unpacked);
  const text = readFileSync(join(unpacked, 'usr/share/doc/cuedeck/third-party-licences.txt'), 'utf8');
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

test.runIf(canBoot('lintian'))('lintian finds no error in them', async () => {
  const { code, text } = await attempt('lintian', ['--fail-on', 'error', player, talkgroup, appliance]);
  expect([code, text.split('\n').filter((line) => line.startsWith('E:'))]).toEqual([0, []]);
});
