// Files whose bytes change under the player, while size and times stay: it says so, and plays them as before.
import { closeSync, existsSync, openSync, readFileSync, statSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { media } from '../media/media.ts';
import { createClient } from './client.ts';
import { createDaemonFolder, type Daemon, startDaemon } from './daemon.ts';

const WAIT = { timeout: 120_000, interval: 50 };
const folder = createDaemonFolder();
let daemon: Daemon = await startDaemon({ folder });
afterAll(() => daemon.dispose());

interface Shown {
  readonly id: string;
  readonly file: string;
  readonly damaged?: { readonly what: string };
  readonly trouble?: string;
}
const clipsOf = async (): Promise<readonly Shown[]> =>
  (await (await fetch(`${daemon.url}/api/v1/clips`)).json()) as readonly Shown[];
const damagedFiles = async () =>
  (await clipsOf()).flatMap(({ file, damaged }) => (damaged === undefined ? [] : [[file, damaged.what]]));
const restart = async (): Promise<void> => {
  await daemon.end();
  daemon = await startDaemon({ folder });
};

const put = async (name: string, body: Buffer, range?: string) => {
  const headers = range === undefined ? {} : { 'Content-Range': range };
  return (await fetch(`${daemon.url}/api/v1/uploads/${name}`, { method: 'PUT', body: new Uint8Array(body), headers }))
    .status;
};

/** As a card does that loses a write. */
const damage = (file: string): void => {
  const path = join(folder, 'clips', file);
  const { atime, mtime, size } = statSync(path);
  const opened = openSync(path, 'r+');
  writeSync(opened, Buffer.alloc(512, 'old'), 0, 512, size - 512);
  closeSync(opened);
  utimesSync(path, atime, mtime);
};

test('what arrives by form, by PUT and in parts is noted in the list as it came', async () => {
  const source = media('short-25.mp4');
  const whole = readFileSync(source);
  const half = Math.floor(whole.length / 2);
  expect((await createClient(daemon.url).upload(source, 'form.mp4')).status).toBe(200);
  expect(await put('put.mp4', whole)).toBe(200);
  await put('parts.mp4', whole.subarray(0, half), `bytes 0-${half - 1}/${whole.length}`);
  expect(await put('parts.mp4', whole.subarray(half), `bytes ${half}-${whole.length - 1}/${whole.length}`)).toBe(200);
  const { clips } = JSON.parse(readFileSync(join(folder, 'state', 'clips.json'), 'utf8'));
  const received = clips.slice(1).map((clip: { file: string; received: unknown }) => [clip.file, clip.received]);
  const arrived = { bytes: whole.length, crc32: crc32(whole), changedMs: expect.any(Number) };
  expect(received).toEqual(['form.mp4', 'put.mp4', 'parts.mp4'].map((file) => [file, arrived]));
});

test('a clip that was damaged before it was read for the first time is found', async () => {
  await daemon.end();
  damage('form.mp4');
  daemon = await startDaemon({ folder });
  await vi.waitFor(async () => expect(await damagedFiles()).toEqual([['form.mp4', 'changed']]), WAIT);
  const told = daemon.lines.filter((line) => line.includes('Damaged:'));
  expect(told).toEqual([
    expect.stringContaining('form.mp4 (form.mp4). Damaged: the card has changed the data of this file'),
  ]);
});

test('so is one that was whole until then, and both are known to the next start', async () => {
  // Checksums are on the disk once the player ends. Each try gives it more time.
  let seconds = 0;
  let checked: readonly string[] = [];
  while (checked.length < 3) {
    seconds += 1;
    await setTimeout(seconds * 1000);
    await restart();
    const path = join(folder, 'state', 'checksums.json');
    checked = existsSync(path) ? Object.keys(JSON.parse(readFileSync(path, 'utf8')).clips) : [];
  }
  await daemon.end();
  damage('parts.mp4');
  daemon = await startDaemon({ folder });
  const both = [
    ['form.mp4', 'changed'],
    ['parts.mp4', 'changed'],
  ];
  await vi.waitFor(async () => expect(await damagedFiles()).toEqual(both), WAIT);
  await restart();
  await vi.waitFor(async () => expect(await damagedFiles()).toEqual(both), WAIT);
  expect(daemon.lines.filter((line) => line.includes('Damaged:'))).toEqual([]);
}, 600_000);

test('it plays as before; the right bytes in its place heal it', async () => {
  const [, { id } = { id: '' }] = await clipsOf();
  const body = JSON.stringify({ clipId: id });
  const headers = { 'Content-Type': 'application/json' };
  const fired = await fetch(`${daemon.url}/api/v1/transport/fire`, { method: 'POST', headers, body });
  expect([fired.status, (await fired.json()) as unknown]).toEqual([200, expect.objectContaining({ clipId: id })]);
  await fetch(`${daemon.url}/api/v1/transport/stop`, { method: 'POST' });
  await daemon.end();
  const path = join(folder, 'clips', 'form.mp4');
  const { atime, mtime } = statSync(path);
  const opened = openSync(path, 'r+');
  writeSync(opened, readFileSync(media('short-25.mp4')), 0);
  closeSync(opened);
  utimesSync(path, atime, mtime);
  daemon = await startDaemon({ folder });
  await vi.waitFor(async () => expect(await damagedFiles()).toEqual([['parts.mp4', 'changed']]), WAIT);
}, 600_000);
