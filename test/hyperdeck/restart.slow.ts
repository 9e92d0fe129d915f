// What a HyperDeck has been told outlives a restart, as far as it is the device's and not a connection's.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { LogLine } from '../../src/base/log.ts';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { startDaemonWithClips } from './daemon-with-clips.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import { greetedClient, valuesOf, type WireClient } from './wire-client.ts';

interface Device {
  readonly hyperdeckTimeline: unknown;
}

let stateDir = '';

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-kept-'));
  stateDir = folder;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const QUERIES = ['clips get: version: 2', 'playrange', 'play option', 'configuration', 'remote'] as const;
const REQUESTS = [
  'clips remove: clip id: 2',
  'clips add: in: 00:00:01:00 out: 00:00:01:10 name: b.mp4',
  'playrange set: clip id: 2 count: 2',
  'play option: stop mode: black',
  'configuration: record prefix: Act 2: dusk video input: HDMI',
  'notify: transport: true',
  'remote: enable: false',
] as const;

const told = async (client: WireClient): Promise<readonly unknown[]> => {
  const answers: unknown[] = [];
  for (const query of QUERIES) answers.push((await client.ask(query)).lines);
  return answers;
};

const FILE = 'hyperdeck.json';

const warningsIn = ({ lines }: { readonly lines: readonly LogLine[] }): readonly LogLine[] =>
  lines.filter(({ text }) => text.includes('HyperDeck state'));

test('killed while the power stayed: timeline, play range, stop mode, configuration and remote come back; override and notices do not', async () => {
  const before = await createHyperDeckServer({ stateDir });
  const client = await before.connect();
  for (const request of REQUESTS) {
    expect([request, await client.say(request)]).toEqual([request, '200 ok']);
  }
  const expected = await told(client);
  await client.say('remote: override: true');
  await before.service.stop();

  const after = await createHyperDeckServer({ stateDir, goesOn: true });
  const again = await after.connect();
  expect(await told(again)).toEqual(expected);
  expect(valuesOf(await again.ask('notify'))).toMatchObject({ transport: 'false' });
  expect(await again.say('play')).toBe('111 remote control disabled');
  await again.say('remote: enable: true');
  await again.say('play');
  expect(valuesOf(await again.ask('transport info'))).toMatchObject({ status: 'play', 'clip id': '2' });
  await again.say('playrange clear');
  await again.say('clips rebuild');
  await after.service.stop();

  const last = await (await createHyperDeckServer({ stateDir })).connect();
  expect((await last.ask('playrange')).lines).toEqual(['timeline in: none', 'timeline out: none']);
  expect((await last.ask('clips count')).lines).toEqual(['clip count: 3']);
});

test('at power-on the timeline is the library, as on a deck, and a range of the other one is gone; the settings come back', async () => {
  const before = await createHyperDeckServer({ stateDir });
  const client = await before.connect();
  for (const request of REQUESTS) await client.say(request);
  expect(before.service.timeline()).toEqual({ isLibrary: false, clips: 3 });
  const [, , ...settings] = await told(client);
  await before.service.stop();
  const after = await createHyperDeckServer({ stateDir });
  const [clips, range, ...same] = await told(await after.connect());
  expect(clips).toEqual([
    'clip count: 3',
    '1: 00:00:00:00 00:00:02:00 00:00:01:00 00:00:03:00 a.mp4',
    '2: 00:00:02:00 00:00:02:00 00:00:00:00 00:00:02:00 b.mp4',
    '3: 00:00:04:00 00:00:02:00 00:00:04:00 00:00:06:00 c.mp4',
  ]);
  expect([range, same]).toEqual([['timeline in: none', 'timeline out: none'], settings]);
  expect(after.service.timeline()).toEqual({ isLibrary: true, clips: 3 });
});

test('a range of the library itself outlives power-on', async () => {
  const before = await createHyperDeckServer({ stateDir });
  await (await before.connect()).say('playrange set: clip id: 2');
  await before.service.stop();
  const after = await createHyperDeckServer({ stateDir });
  expect((await (await after.connect()).ask('playrange')).lines).toEqual(['timeline in: 50', 'timeline out: 100']);
});

test('it is written about a second behind, and not at all while nothing changes', async () => {
  const { connect, pass } = await createHyperDeckServer({ stateDir });
  const client = await connect();
  await client.say('play');
  await pass(1);
  await client.say('configuration: audio codec: PCM');
  expect(readdirSync(stateDir)).toEqual([]);
  await client.say('play option: stop mode: black');
  await expect.poll(() => readdirSync(stateDir)).toEqual([FILE]);
});

test.each(['', '{', '[]', '{"version":2}', '{"version":1,"entries":[{}]}'])(
  'a broken file (%j) is put aside with one warning, and the device is as it comes',
  async (text) => {
    writeFileSync(join(stateDir, FILE), text);
    const { connect, log } = await createHyperDeckServer({ stateDir });
    const client = await connect();
    expect((await client.ask('clips count')).lines).toEqual(['clip count: 3']);
    expect(warningsIn(log)).toHaveLength(1);
    expect(readdirSync(stateDir)).toEqual([`${FILE}.broken`]);
  },
);

test('a timeline of clips that are all gone is none: the list has been replaced', async () => {
  const before = await createHyperDeckServer({ stateDir });
  await (await before.connect()).say('clips remove: clip id: 1');
  await before.service.stop();
  const clips = [videoClip('x'), videoClip('y')];
  const { connect } = await createHyperDeckServer({ stateDir, clips, goesOn: true });
  expect((await (await connect()).ask('clips count')).lines).toEqual(['clip count: 2']);
});

test('a disk that takes nothing changes nothing for the show, and is told of once', async () => {
  const { connect, log, service } = await createHyperDeckServer({ stateDir });
  rmSync(stateDir, { recursive: true });
  writeFileSync(stateDir, 'no folder');
  const client = await connect();
  await client.say('play option: stop mode: black');
  await expect.poll(() => warningsIn(log).length).toBe(1);
  expect((await client.ask('play option')).lines).toEqual(['stop mode: black']);
  await service.stop();
  expect(warningsIn(log)).toHaveLength(1);
});

test('the daemon keeps it beside its list', async () => {
  const folder = createDaemonFolder();
  const ask = async (request: string): Promise<readonly string[] | undefined> => {
    const daemon = await startDaemon({ folder, environment: { CUEDECK_HYPERDECK_PORT: '0' } });
    onTestFinished(daemon.dispose);
    const port = Number((await daemon.line(/^listening hyperdeck /)).split(':').at(-1));
    const { lines } = await (await greetedClient(port)).ask(request);
    await daemon.end();
    return lines;
  };
  await ask('remote: enable: false');
  expect(readdirSync(join(folder, 'state'))).toContain(FILE);
  expect(await ask('remote')).toEqual(['enabled: false', 'override: false']);
});

test('the daemon: killed, its timeline comes back; ended in order, it is the library again', async () => {
  const listed = ['1.mp4', '2.mp4', '3.mp4'].map((file) => ({ media: 'numbered-25.mp4' as const, file }));
  const fixture = await startDaemonWithClips(listed);
  const { folder } = fixture.daemon;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await (await fixture.connect()).say('clips remove: clip id: 2');
  const kept = (path: string): string =>
    existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : '';
  await expect.poll(() => kept('state/hyperdeck.json'), { timeout: 10_000 }).toContain('"entries":[');
  await expect.poll(() => kept('run/whereabouts.json'), { timeout: 10_000 }).toContain('splash');
  const device = async (url: string) =>
    ((await (await fetch(`${url}/api/v1/device`)).json()) as Device).hyperdeckTimeline;
  expect(await device(fixture.daemon.url)).toEqual({ isLibrary: false, clips: 2 });
  await fixture.daemon.end('SIGKILL');

  const begin = () => startDaemon({ folder, environment: { CUEDECK_HYPERDECK_PORT: '0' } });
  const killed = await begin();
  expect(await device(killed.url)).toEqual({ isLibrary: false, clips: 2 });
  await killed.end();
  const ended = await begin();
  onTestFinished(ended.dispose);
  expect(await device(ended.url)).toEqual({ isLibrary: true, clips: 3 });
});
