// A player whose file descriptors are used up: every program that it starts meanwhile must wait for better times.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openMany } from '../fixtures/many-connections.ts';
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

test('where few files may be open, connections from everywhere leave enough for clips and for the owner', async () => {
  const token = 'a-token-of-the-owner';
  const few = await startDaemon({
    command: ['prlimit', '--nofile=200:200'],
    environment: { CUEDECK_TOKEN: token },
  });
  onTestFinished(() => few.dispose());
  const half = 'GET /status HTTP/1.1\r\nHost: a\r\nX: ';
  await openMany(Number(new URL(few.url).port), 400, half, (index) => `127.0.1.${1 + (index % 200)}`);
  const owner = { headers: { Authorization: `Bearer ${token}` } };
  const form = new FormData();
  form.set('videoFile', new Blob([readFileSync(media('short-25.mp4'))]), 'clip.mp4');
  expect((await fetch(`${few.url}/status`, owner)).status).toBe(200);
  expect((await fetch(`${few.url}/upload`, { ...owner, method: 'POST', body: form })).status).toBe(200);
  expect((await fetch(`${few.url}/select_clip?id=1`, owner)).status).toBe(200);
});
