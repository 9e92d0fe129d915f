// Where the picture is said to be when a clip, a range or the whole timeline has played to its end; mpv is the witness.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DaemonWithClips, openWitness, startDaemonWithClips, type Witness } from './daemon-with-clips.ts';
import { valuesOf, type WireClient } from './wire-client.ts';

let fixture: DaemonWithClips;
let witness: Witness;
let client: WireClient;

/** Frames: clip 1 has 0 to 49, clip 2 50 to 99, the silent clip 3 100 to 189, clip 4 190 to 289. */
beforeAll(async () => {
  fixture = await startDaemonWithClips([
    { media: 'numbered-25-sound.mp4', file: 'one.mp4', trim: [1, 3] },
    { media: 'numbered-25-sound.mp4', file: 'two.mp4', trim: [3, 5] },
    { media: 'numbered-2997.mp4', file: 'silent.mp4', trim: [1.001, 4.004] },
    { media: 'numbered-25-sound.mp4', file: 'four.mp4', trim: [2, 6] },
  ]);
  witness = await openWitness(fixture.daemon.socketPath);
  client = await fixture.connect();
});
afterAll(async () => {
  witness?.close();
  await fixture?.daemon.dispose();
});
beforeEach(async () => {
  await client.say('playrange clear');
  await client.say('play option: stop mode: lastframe');
  await client.say('play: clip id: 1');
  await client.say('stop');
});

const shown = async () => {
  const { status, 'clip id': id, timeline } = valuesOf(await client.ask('transport info'));
  return { status, id: Number(id), timeline: Number(timeline) };
};

const stopped = async () => {
  await expect.poll(async () => (await shown()).status, { timeout: 10_000, interval: 20 }).toBe('stopped');
  return shown();
};

test.each([
  [1, 40, 49],
  [2, 40, 99],
  [3, 80, 189],
  [4, 90, 289],
])('clip %i played alone from frame %i ends on its own last frame', async (id, frame, last) => {
  await client.say(`goto: clip id: ${id} clip: ${frame}`);
  expect(await client.say('play: single clip: true')).toBe('200 ok');
  expect(await stopped()).toEqual({ status: 'stopped', id, timeline: last });
  expect(await witness.property('eof-reached')).toBe(true);
  await client.say('goto: clip: -5');
  expect(await shown()).toEqual({ status: 'stopped', id, timeline: last - 5 });
});

test('stop mode nextframe stands on the first frame of the clip behind it, and no further', async () => {
  await client.say('play option: stop mode: nextframe');
  await client.say('goto: clip id: 1 clip: 40');
  await client.say('play: single clip: true');
  await expect.poll(async () => (await shown()).id, { timeout: 10_000, interval: 20 }).toBe(2);
  expect(await stopped()).toEqual({ status: 'stopped', id: 2, timeline: 50 });
  expect(await witness.property('pause')).toBe(true);
});

test('the end of a clip is its own, also when the last play was of a single clip', async () => {
  await client.say('play: single clip: true');
  await client.say('stop');
  const ends = [];
  for (const id of [1, 2, 3, 4]) {
    await client.say(`goto: clip id: ${id}`);
    await client.say('goto: clip: end');
    ends.push(await shown());
  }
  expect(ends).toEqual([49, 99, 189, 289].map((timeline, index) => ({ status: 'stopped', id: index + 1, timeline })));
});

test('a range ends on its last frame', async () => {
  await client.say('playrange set: timeline in: 20 timeline out: 31');
  await client.say('goto: timeline: 25');
  await client.say('play');
  expect(await stopped()).toEqual({ status: 'stopped', id: 1, timeline: 30 });
});

test('beside a clip without sound every place is found', async () => {
  const found = [];
  const asked = [49, 50, 98, 99, 100, 101, 188, 189, 190, 191, 289];
  for (const frame of asked) {
    await client.say('goto: timeline: 10');
    await client.say(`goto: timeline: ${frame}`);
    found.push((await shown()).timeline);
  }
  expect(found).toEqual(asked);
});
