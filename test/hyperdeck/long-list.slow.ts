// Three thousand clips come complete and in order in every client library that people run.
import { copyFileSync, linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as released2 from 'hyperdeck-connection-2';
import * as released3 from 'hyperdeck-connection-3';
import { Hyperdeck as HyperdeckLib, Logger } from 'hyperdeck-js-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSplashClip } from '../../src/deck/clips/clip.ts';
import { DEFAULT_SETTINGS } from '../../src/deck/clips/clip-list.ts';
import { toRecord } from '../../src/library/clip-record.ts';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { SPLASH_PATH, videoClip } from '../fakes/memory-clip-store.ts';
import { media } from '../media/media.ts';
import { greetedClient } from './wire-client.ts';

const HOST = '127.0.0.3';
const PORT = 9993;
const COUNT = 3000;

const NAMES = Array.from({ length: COUNT }, (_, n) => `Clip ${n + 1} – Überfahrt ${'x'.repeat(n % 40)}.mp4`);

let daemon: Daemon;

beforeAll(async () => {
  const folder = createDaemonFolder();
  const first = join(folder, 'first.mp4');
  copyFileSync(media('short-25.mp4'), first);
  for (const name of NAMES) linkSync(first, join(folder, 'clips', name));
  const clips = NAMES.map((file, n) => videoClip(`id${n}`, { file, name: file, durationSeconds: 1, outSeconds: 1 }));
  const document = { clips: [createSplashClip(SPLASH_PATH), ...clips], settings: DEFAULT_SETTINGS };
  writeFileSync(join(folder, 'state', 'clips.json'), JSON.stringify(toRecord(document)));
  daemon = await startDaemon({
    folder,
    environment: { CUEDECK_HTTP_HOST: HOST, CUEDECK_HYPERDECK_PORT: String(PORT) },
  });
  // Which of the files are there is known a moment later.
  const client = await greetedClient(PORT, HOST);
  for (const latest = performance.now() + 30_000; performance.now() < latest; ) {
    if ((await client.ask('clips count')).lines?.[0] === `clip count: ${COUNT}`) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await client.close();
});
afterAll(() => daemon?.dispose());

test.each([
  ['2.0.1', released2],
  ['3.1.0', released3],
] as const)('hyperdeck-connection %s', async (_version, library) => {
  const { Commands, Hyperdeck } = library as typeof released3;
  const deck = new Hyperdeck({ pingPeriod: 0 });
  const connected = new Promise((resolve) => deck.once('connected', resolve));
  deck.connect(HOST, PORT);
  await connected;
  const { clipCount, clips } = await deck.sendCommand(new Commands.ClipsGetCommand());
  expect([clipCount, clips.map(({ clipId, name }) => [clipId, name])]).toEqual([
    COUNT,
    NAMES.map((name, index) => [index + 1, name]),
  ]);
  expect(new Set(clips.map(({ duration }) => duration))).toEqual(new Set(['00:00:01:00']));
  const disk = await deck.sendCommand(new Commands.DiskListCommand());
  expect(disk.clips.map(({ name }) => name)).toEqual(NAMES);
  await deck.disconnect();
});

test('hyperdeck-js-lib 1.8.0', async () => {
  Logger.setLevel(Logger.OFF);
  const deck = new HyperdeckLib(HOST);
  await deck.onConnected();
  const { params = {} } = await deck.clipsGet();
  expect(Object.keys(params)).toHaveLength(COUNT + 1);
  expect(params['3000']).toBe(`${NAMES.at(-1)} 00:49:59:00 00:00:01:00`);
  deck.destroy();
});
