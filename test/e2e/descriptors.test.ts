// A player whose file descriptors are used up: every program that it starts meanwhile must wait for better times.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { createClient } from './client.ts';
import { createDaemonFolder, startDaemon } from './daemon.ts';

const folder = createDaemonFolder();
copyFileSync(media('short-25.mp4'), join(folder, 'clips', 'clip.mp4'));
const daemon = await startDaemon({ folder });
afterAll(() => daemon.dispose());

const pid = String(daemon.process.pid);

/** How many descriptors the player may have from now on; those that it has stay. */
const allow = (count: number): void => {
  execFileSync('prlimit', ['--pid', pid, `--nofile=${count}:`]);
};

/** From this number on it has none. */
const lowestFree = (): number => {
  const used = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  for (let number = 0; ; number += 1) if (!used.has(number)) return number;
};

const findMpv = (): string =>
  execFileSync('pgrep', ['--parent', pid, '--exact', 'mpv'], { encoding: 'utf8' }).trim().split('\n')[0] ?? '';

test('the player outlives the want of descriptors, and mpv is back when there are some again', async () => {
  const { when } = createClient(daemon.url);
  await when(({ CLIPS }) => CLIPS.length === 2);
  const before = findMpv();
  allow(lowestFree());
  process.kill(Number(before), 'SIGKILL');
  await daemon.line(/too many files|EMFILE/i);
  allow(1024);
  const { CLIPS } = await when(() => true);
  expect([CLIPS.length, daemon.process.exitCode]).toEqual([2, null]);
  await expect.poll(() => findMpv(), { timeout: 30_000 }).toMatch(/^\d+$/);
  expect(findMpv()).not.toBe(before);
  await expect.poll(async () => (await fetch(`${daemon.url}/select_clip?id=1`)).status, { timeout: 30_000 }).toBe(200);
});
