// `cuedeck fleet push --convert`: files become what every player plays best before they are sent.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CUEDECK } from '../e2e/cuedeck.ts';
import { media } from '../media/media.ts';
import { type FleetFixture, startFleet } from './fleet-fixture.ts';

let fleet: FleetFixture;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cuedeck-push-'));
  fleet = await startFleet({ p1: '', p2: '' });
}, 240_000);
afterAll(async () => {
  await fleet.stop();
  rmSync(folder, { recursive: true, force: true });
});

const clipsOf = async (id: string) => {
  const answer = await fetch(`${fleet.daemon(id).url}/api/v1/clips`);
  const clips = (await answer.json()) as readonly { readonly file: string; readonly media?: { videoCodec: string } }[];
  return clips.slice(1).map(({ file, media: found }) => `${file} ${found?.videoCodec}`);
};

/** Folders that conversions left in the temporary folder. */
const left = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('cuedeck-convert-'));

test('video is converted once for all players; what needs it not goes as it is, and a second push sends nothing', async () => {
  const before = left();
  copyFileSync(media('old.avi'), join(folder, 'Film.avi'));
  const files = [join(folder, 'Film.avi'), media('fast-start.mp4'), media('still.png')];
  const { code, out, err } = await fleet.fleet('push', '--convert', ...files);
  expect([code, err, out.trim().split('\n').sort()]).toEqual([
    0,
    '',
    ['p1', 'p2'].flatMap((id) => ['Film.mp4', 'fast-start.mp4', 'still.png'].map((name) => `${id}: got ${name}`)),
  ]);
  for (const id of ['p1', 'p2'])
    expect(await clipsOf(id)).toEqual(['Film.mp4 h264', 'fast-start.mp4 h264', 'still.png png']);
  const again = await fleet.fleet('push', '--convert', join(folder, 'Film.avi'), '--to', 'p1');
  expect(again.out).toBe('p1: has Film.mp4 already\n');
  expect([left(), readdirSync(folder)]).toEqual([before, ['Film.avi']]);
});

test('a file that is no video is told of, and nothing is sent', async () => {
  const path = join(folder, 'notes.txt');
  writeFileSync(path, 'These are notes and no film.'.repeat(100));
  const { code, err } = await fleet.fleet('push', '--convert', path, '--to', 'p2');
  expect([code, err.startsWith(`${path}: The file is refused: `)]).toEqual([1, true]);
});

test('interrupted, it leaves nothing behind', async () => {
  const before = left();
  const child = spawn(CUEDECK, ['fleet', 'push', '--convert', media('long-gop-25.ts')], {
    env: { PATH: process.env.PATH, CUEDECK_MQTT_URL: fleet.broker.url },
    stdio: 'ignore',
  });
  while (left().length === before.length) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGINT');
  expect([(await once(child, 'exit'))[0], left()]).toEqual([1, before]);
});
