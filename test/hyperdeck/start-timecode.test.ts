// A file's own start timecode: found in the file, told where the clip's timecode is told, and taken where one is.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClip } from '../../src/deck/clips/clip.ts';
import { probeMedia } from '../../src/library/probe/probe.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { type MediaName, media } from '../media/media.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import { valuesOf, type WireClient } from './wire-client.ts';

describe('in the file', () => {
  test.each([
    ['numbered-25.mp4', 'a.mov', '01:00:00:00'],
    ['numbered-25.mp4', 'b.mp4', '10:11:12:13'],
    ['numbered-25.mp4', 'c.mkv', '01:02:03:04'],
    ['numbered-2997.mp4', 'd.mov', '00:59:58;02'],
    ['numbered-2997.mp4', 'e.mov', '00:59:58:02'],
    ['numbered-5994.mp4', 'f.mov', '01:00:00;30'],
    ['numbered-50.mp4', 'g.mov', '23:59:58:40'],
    ['old.avi', 'h.avi', '02:03:04:05'],
    ['numbered-25.mp4', 'none.mp4', undefined],
  ] as const)('%s as %s has %s', async (source: MediaName, name, timecode) => {
    const path = join(await temporaryFolder(), name);
    const tag = timecode === undefined ? [] : ['-timecode', timecode];
    execFileSync('ffmpeg', ['-v', 'error', '-i', media(source), '-c', 'copy', '-map', '0:v', ...tag, path]);
    const { info } = await probeMedia(path);
    expect(info.startTimecode).toBe(timecode);
    expect(createClip('x', name, await probeMedia(path)).media?.startTimecode).toBe(timecode);
  });
});

const clip = (
  id: string,
  rate: readonly [number, number],
  startTimecode: string | undefined,
  section: { readonly inSeconds?: number; readonly outSeconds?: number } = {},
) =>
  videoClip(id, {
    ...section,
    // Looping clips are files of their own to the player; the fake one has frames of 40 ms.
    loop: true,
    media: {
      container: 'mov',
      videoCodec: 'h264',
      width: 1920,
      height: 1080,
      interlaced: false,
      frameRate: { numerator: rate[0], denominator: rate[1] },
      ...(startTimecode !== undefined && { startTimecode }),
    },
  });

const CLIPS = [
  clip('plain', [25, 1], undefined, { outSeconds: 4 }),
  clip('hour', [25, 1], '01:00:00:00', { inSeconds: 2, outSeconds: 8 }),
  clip('drop', [30000, 1001], '00:59:59;20'),
  clip('nondrop', [30000, 1001], '10:00:00:00'),
  clip('midnight', [50, 1], '23:59:58:00'),
  // Counted at 30 a second, for the protocol has no name for 15.
  clip('odd', [15, 1], '02:00:00:10'),
];

const lines = async (client: WireClient, request: string) => (await client.ask(request)).lines?.slice(1);
const info = async (client: WireClient) => valuesOf(await client.ask('transport info'));

const withClipTimecode = async () => {
  const server = await createHyperDeckServer({ clips: CLIPS });
  const client = await server.connect();
  await client.say('configuration: timecode output: clip');
  return { ...server, client };
};

test('lists start with it, drop-frame as the file says', async () => {
  const { client } = await withClipTimecode();
  expect(await lines(client, 'clips get')).toEqual([
    '1: plain.mp4 00:00:00:00 00:00:04:00',
    '2: hour.mp4 01:00:02:00 00:00:06:00',
    '3: drop.mp4 00:59:59;20 00:00:10;00',
    '4: nondrop.mp4 10:00:00:00 00:00:10:00',
    '5: midnight.mp4 23:59:58:00 00:00:10:00',
    '6: odd.mp4 02:00:00:20 00:00:10:00',
  ]);
  expect(await lines(client, 'clips get: version: 2')).toEqual([
    '1: 00:00:00:00 00:00:04:00 00:00:00:00 00:00:04:00 plain.mp4',
    '2: 01:00:02:00 00:00:06:00 01:00:02:00 01:00:08:00 hour.mp4',
    '3: 00:59:59;20 00:00:10;00 00:59:59;20 01:00:09;20 drop.mp4',
    '4: 10:00:00:00 00:00:10:00 10:00:00:00 10:00:10:00 nondrop.mp4',
    '5: 23:59:58:00 00:00:10:00 23:59:58:00 00:00:08:00 midnight.mp4',
    '6: 02:00:00:20 00:00:10:00 02:00:00:20 02:00:10:20 odd.mp4',
  ]);
  // A preference acts where the file does not say.
  await client.say('configuration: timecode preference: nondropframe');
  expect(await lines(client, 'clips get: clip id: 3')).toEqual(['3: drop.mp4 00:59:59;20 00:00:10;00']);
  await client.say('configuration: timecode output: timeline');
  expect(await lines(client, 'clips get: clip id: 2 version: 2')).toEqual([
    '2: 00:00:04:00 00:00:06:00 01:00:02:00 01:00:08:00 hour.mp4',
  ]);
});

test.each([
  ['goto', '01:00:03:05', '2', 30],
  ['goto', '01:00:00;02', '3', 12],
  ['goto', '10:00:09:29', '4', 299],
  ['goto', '23:59:59:48', '5', 98],
  ['goto', '00:00:02:10', '5', 210],
  ['jog', '02:00:01:20', '6', 30],
  ['jog', '10:00:00:00', '4', 0],
])('%s: timecode: %s is clip %s, frame %i', async (command, timecode, id, frame) => {
  const { client, deck } = await withClipTimecode();
  await client.say(`goto: clip id: ${id === '5' ? 5 : 1}`);
  expect(await client.say(`${command}: timecode: ${timecode}`)).toBe('200 ok');
  const { selectedId } = deck.state();
  const [, before] = [selectedId, (await info(client)).timeline];
  await client.say(`goto: clip id: ${id}`);
  const first = Number((await info(client)).timeline);
  expect([(await info(client))['clip id'], Number(before) - first]).toEqual([id, frame]);
});

test('who shows the very text comes before a clip of drop-frame that could take it as a count', async () => {
  const clips = [clip('plain', [25, 1], '01:00:00:00'), clip('drop', [30000, 1001], '01:00:00;00')];
  const { connect } = await createHyperDeckServer({ clips });
  const client = await connect();
  for (const output of ['clip', 'timeline']) {
    await client.say(`configuration: timecode output: ${output}`);
    for (const from of [1, 2]) {
      for (const to of [1, 2]) {
        await client.say(`goto: clip id: ${to} clip: 150`);
        const shown = await info(client);
        await client.say(`goto: clip id: ${from}`);
        await client.say(`jog: timecode: ${shown['display timecode']}`);
        expect([output, from, await info(client)]).toEqual([output, from, { ...shown, status: 'jog' }]);
      }
    }
  }
});

test('what is shown at any place leads back to it', async () => {
  const { client } = await withClipTimecode();
  for (const [id, frame] of [
    [2, 0],
    [2, 149],
    [3, 12],
    [4, 77],
    [5, 250],
    [6, 90],
  ] as const) {
    await client.say(`goto: clip id: ${id} clip: ${frame}`);
    const shown = await info(client);
    await client.say(`goto: clip: start`);
    await client.say(`goto: timecode: ${shown['display timecode']}`);
    expect(await info(client)).toEqual(shown);
    await client.say(`goto: clip id: ${id} timecode: ${shown['display timecode']}`);
    // With a clip, what is less than its length is so far on from its start.
    if (frame > 0 && id !== 5) expect(await info(client)).toEqual(shown);
  }
});

test('beyond the ends of the clip it is its end', async () => {
  const { client } = await withClipTimecode();
  await client.say('goto: clip id: 2');
  for (const [timecode, display] of [
    ['00:59:00:00', '01:00:02:00'],
    ['01:30:00:00', '01:00:07:24'],
  ]) {
    await client.say(`goto: timecode: ${timecode}`);
    expect((await info(client))['display timecode']).toBe(display);
  }
});

test('a play range between two of them, and to the end of the clip', async () => {
  const { client } = await withClipTimecode();
  const range = async (request: string) => {
    expect(await client.say(`playrange set: ${request}`)).toBe('200 ok');
    return (await client.ask('playrange')).lines;
  };
  // Clip 2 begins at frame 100 of the timeline, clip 4 at 550.
  expect(await range('in: 01:00:03:00 out: 01:00:05:00')).toEqual(['timeline in: 125', 'timeline out: 175']);
  expect(await range('in: 01:00:02:00 out: 01:00:08:00')).toEqual(['timeline in: 100', 'timeline out: 250']);
  expect(await range('in: 10:00:01:00 out: 10:00:10:00')).toEqual(['timeline in: 580', 'timeline out: 850']);
});

test('a part is added by the file’s own timecodes, or from its start', async () => {
  const { client } = await withClipTimecode();
  await client.say('clips clear');
  await client.say('clips add: in: 01:00:01:00 out: 01:00:01:10 name: hour.mp4');
  await client.say('clips add: in: 00:00:01:00 out: 00:00:01:10 name: hour.mp4');
  await client.say('clips add: in: 01:00:00;00 out: 01:00:01;00 name: drop.mp4');
  expect(await lines(client, 'clips get: version: 2')).toEqual([
    '1: 01:00:01:00 00:00:00:10 01:00:01:00 01:00:01:10 hour.mp4',
    '2: 01:00:01:00 00:00:00:10 01:00:01:00 01:00:01:10 hour.mp4',
    '3: 01:00:00;00 00:00:01;00 01:00:00;00 01:00:01;00 drop.mp4',
  ]);
});

test('other timecodes in the list are told, since clients count the time that is left with them', async () => {
  const { connect } = await createHyperDeckServer({ clips: CLIPS });
  const client = await connect();
  await client.say('notify: slot: true clips: true');
  for (const [request, startT] of [
    ['configuration: timecode output: clip', '01:00:02:00'],
    ['configuration: timecode output: timeline', '00:00:04:00'],
  ]) {
    const since = client.messages.length;
    expect(await client.say(request ?? '')).toBe('200 ok');
    expect((await client.until(({ code }) => code === 519, since)).lines?.[2]).toMatch(`2: ${startT} `);
    expect(client.messages.slice(since).map(({ code }) => code)).toContain(502);
  }
  const since = client.messages.length;
  await client.say('configuration: record prefix: x');
  await client.say('ping');
  expect(client.messages.slice(since).map(({ code }) => code)).toEqual([200, 200]);
});

test('a file whose timecode its rate does not have counts from 0', async () => {
  const { connect } = await createHyperDeckServer({ clips: [clip('bad', [25, 1], '01:00:00:29')] });
  const client = await connect();
  await client.say('configuration: timecode output: clip');
  expect(await lines(client, 'clips get')).toEqual(['1: bad.mp4 00:00:00:00 00:00:10:00']);
});
