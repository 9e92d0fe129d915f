// What is told while something plays that is not on the timeline: no clip of it, and the picture's own time.
import { expect, test } from 'vitest';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import { valuesOf, type WireClient } from './wire-client.ts';

const media = (numerator: number, denominator: number) => ({
  container: 'mov',
  videoCodec: 'h264',
  width: 1920,
  height: 1080,
  interlaced: false,
  frameRate: { numerator, denominator },
});

/** Two of 25 frames a second, then one of 29.97, then one of 50. */
const MIXED = [
  videoClip('a', { media: media(25, 1), outSeconds: 2 }),
  videoClip('b', { media: media(25, 1), outSeconds: 2 }),
  videoClip('c', { media: media(30000, 1001), inSeconds: 1.001, outSeconds: 9 }),
  videoClip('d', { media: media(50, 1), outSeconds: 3 }),
];

const told = async (client: WireClient): Promise<string> => {
  const info = valuesOf(await client.ask('transport info'));
  return ['status', 'speed', 'clip id', 'video format', 'timecode', 'display timecode', 'timeline']
    .map((key) => info[key])
    .join(' | ');
};

test.each([
  ['slot select: video format: 1080p25', 2],
  ['clips remove: clip id: 3', 3],
  ['clips clear', 0],
])('%s while clip 3 plays: it plays on, and none of the timeline is named for it', async (request, left) => {
  const { connect, pass, deck } = await createHyperDeckServer({ clips: MIXED });
  const client = await connect();
  await client.say('goto: clip id: 3');
  await client.say('play');
  await pass(0.4);
  expect(await client.say(request)).toBe('200 ok');
  expect((await client.ask('clips count')).lines).toEqual([`clip count: ${left}`]);
  const { positionSeconds } = deck.state();
  const frame = Math.round((positionSeconds * 30000) / 1001);
  const timecode = `00:00:01;${String(frame - 30).padStart(2, '0')}`;
  expect(await told(client)).toBe(`play | 100 | none | 1080p2997 | ${timecode} | ${timecode} | ${frame}`);
  await pass(1);
  expect(deck.state()).toMatchObject({ selectedId: 'c', transport: 'playing' });
  const later = valuesOf(await client.ask('transport info'));
  expect(later).toMatchObject({ 'clip id': 'none', 'video format': '1080p2997' });
  expect(Number(later.timeline)).toBe(Math.round((deck.state().positionSeconds * 30000) / 1001));
  expect(Number(later.timeline)).toBeGreaterThan(frame + 20);
  expect(await client.say('stop')).toBe('200 ok');
  expect((await told(client)).split(' | ').slice(0, 4)).toEqual(['stopped', '0', 'none', '1080p2997']);
  await client.say('clips rebuild');
  expect((await told(client)).split(' | ').slice(0, 4)).toEqual(['stopped', '0', '3', '1080p2997']);
});

test('the control API selects and plays a clip that is not on the timeline', async () => {
  const { connect, pass, deck } = await createHyperDeckServer({ clips: MIXED });
  const client = await connect();
  await client.say('clips remove: clip id: 4');
  await client.say('notify: transport: true display timecode: true');
  await deck.select(4);
  expect(await told(client)).toBe('stopped | 0 | none | 1080p50 | 00:00:00:00 | 00:00:00:00 | 0');
  await deck.play();
  await pass(0.4);
  expect(await told(client)).toBe('play | 100 | none | 1080p50 | 00:00:00:20 | 00:00:00:20 | 20');
  expect(
    client.messages.filter(({ code }) => code === 508).map((message) => valuesOf(message)['clip id']),
  ).not.toContain('1');
  await pass(4);
  expect((await told(client)).split(' | ').slice(0, 4)).toEqual(['stopped', '0', 'none', '1080p50']);
  // Play is of the timeline: it goes on where that was last.
  await client.say('play');
  expect((await told(client)).split(' | ').slice(0, 4)).toEqual(['play', '100', '1', '1080p25']);
});

test('a part of a clip is on the timeline, and its file is shown elsewhere', async () => {
  const { connect, pass, deck } = await createHyperDeckServer({ clips: MIXED });
  const client = await connect();
  await client.say('clips clear');
  await client.say('clips add: frame in: 10 frame out: 20 name: b.mp4');
  await deck.select(2);
  expect((await told(client)).split(' | ')[2]).toBe('none');
  await deck.goTo(0.6);
  expect(valuesOf(await client.ask('transport info'))).toMatchObject({ 'clip id': '1', timeline: '5' });
  await deck.goTo(1);
  expect(valuesOf(await client.ask('transport info'))).toMatchObject({ 'clip id': 'none', timeline: '25' });
  // The part by itself is on it to its end.
  await client.say('play: clip id: 1');
  await pass(2);
  expect(valuesOf(await client.ask('transport info'))).toMatchObject({
    'clip id': '1',
    timeline: '9',
    status: 'stopped',
  });
});

test('a picture that runs backwards stands when it is taken off the timeline', async () => {
  const { connect, deck } = await createHyperDeckServer({ clips: MIXED });
  const client = await connect();
  await client.say('goto: clip id: 3 clip: 200');
  await client.say('shuttle: speed: -50');
  await client.say('clips remove: clip id: 3');
  await expect
    .poll(async () => (await told(client)).split(' | ').slice(0, 4))
    .toEqual(['stopped', '0', 'none', '1080p2997']);
  expect(deck.state()).toMatchObject({ selectedId: 'c', transport: 'paused', stepSpeed: undefined });
});

test('a setting changes nothing on air while what plays is not on the timeline', async () => {
  const { connect, pass, deck } = await createHyperDeckServer({ clips: MIXED });
  const client = await connect();
  await client.say('clips remove: clip id: 3');
  await deck.select(3);
  await deck.play();
  await pass(0.4);
  for (const request of ['play option: stop mode: black', 'playrange set: clip id: 1', 'playrange clear']) {
    expect([request, await client.say(request)]).toEqual([request, '200 ok']);
    expect(deck.state()).toMatchObject({ selectedId: 'c', transport: 'playing' });
  }
});

test('until its picture is there, a command is told by what is on', async () => {
  const { connect, pass, player } = await createHyperDeckServer({ clips: MIXED });
  const [client, other] = [await connect(), await connect()];
  const perform = player.perform.bind(player);
  for (const [request, after] of [
    ['shuttle: speed: 200', 'shuttle | 200'],
    ['jog: timecode: 00:00:03:00', 'jog | 0'],
    ['play: speed: -100 clip id: 4', 'play | -100'],
  ] as const) {
    await client.say('play: clip id: 1');
    await pass(0.4);
    const before = await told(other);
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let hasBegun = false;
    player.perform = async (step) => {
      hasBegun = true;
      await opened;
      return perform(step);
    };
    const answered = client.say(request);
    await expect.poll(() => hasBegun).toBe(true);
    expect([request, await told(other)]).toEqual([request, before]);
    player.perform = perform;
    open();
    expect(await answered).toBe('200 ok');
    expect((await told(other)).startsWith(after)).toBe(true);
  }
});

test('the run goes on over a clip that was taken off: the next one is told as what it is', async () => {
  const { connect, pass } = await createHyperDeckServer({ clips: MIXED });
  const client = await connect();
  await client.say('play: clip id: 2');
  await pass(0.4);
  await client.say('clips remove: clip id: 2');
  expect((await told(client)).split(' | ')[2]).toBe('none');
  await pass(2);
  expect((await told(client)).split(' | ').slice(0, 4)).toEqual(['play', '100', '2', '1080p2997']);
});
