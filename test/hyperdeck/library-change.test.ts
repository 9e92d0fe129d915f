// A timeline that was changed and the library: when it is made anew, and when it stays.
import { expect, test } from 'vitest';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import type { WireClient } from './wire-client.ts';

const PROBED = { moving: true, durationSeconds: 4, info: { ...videoClip('x').media } } as Parameters<
  Awaited<ReturnType<typeof createHyperDeckServer>>['deck']['clips']['add']
>[0]['probed'];

const names = async (client: WireClient): Promise<readonly string[]> =>
  (await client.ask('clips get')).lines?.slice(1).map((line) => line.split(' ')[1] ?? '') ?? [];

const changed = async () => {
  const server = await createHyperDeckServer();
  const client = await server.connect();
  await client.say('clips remove: clip id: 2');
  await client.say('playrange set: clip id: 2');
  expect(await names(client)).toEqual(['a.mp4', 'c.mp4']);
  const add = () => server.deck.clips.add({ temporaryPath: '/x', fileName: 'new.mp4', probed: PROBED });
  return { ...server, client, add };
};

test('a clip that comes while nothing is on air makes the timeline anew, and clients are told', async () => {
  const { client, add, service } = await changed();
  await client.say('notify: slot: true');
  await add();
  expect(await names(client)).toEqual(['a.mp4', 'b.mp4', 'c.mp4', 'new.mp4']);
  expect((await client.ask('playrange')).lines).toEqual(['timeline in: none', 'timeline out: none']);
  expect(client.messages.some(({ code }) => code === 502)).toBe(true);
  expect(service.timeline()).toEqual({ isLibrary: true, clips: 4 });
});

test('likewise one that goes, and another order; a picture that stands is told where it is then', async () => {
  const { client, deck } = await changed();
  await client.say('goto: clip id: 2');
  await deck.clips.delete(1);
  expect(await names(client)).toEqual(['b.mp4', 'c.mp4']);
  expect((await client.ask('transport info')).lines).toContain('clip id: 2');
  await client.say('clips remove: clip id: 1');
  await deck.clips.move(deck.state().document.clips[2]?.id ?? '', 1);
  expect(await names(client)).toEqual(['c.mp4', 'b.mp4']);
});

test('while something plays, or its picture goes in steps, the timeline stays as it was made', async () => {
  const { client, add, deck, service } = await changed();
  for (const request of ['play: loop: true', 'play: speed: -10 loop: true']) {
    await client.say(request);
    await add();
    expect(await names(client)).toEqual(['a.mp4', 'c.mp4']);
    await deck.clips.delete(4);
  }
  expect(await names(client)).toEqual(['a.mp4', 'c.mp4']);
  expect(service.timeline()).toEqual({ isLibrary: false, clips: 2 });
});

test('a play range of clips follows them; it is gone with the last of them', async () => {
  const { connect, deck, pass } = await createHyperDeckServer();
  const client = await connect();
  await client.say('playrange set: clip id: 2');
  await client.say('notify: playrange: true');
  await deck.clips.delete(1);
  expect((await client.ask('playrange')).lines).toEqual(['timeline in: 0', 'timeline out: 50']);
  await client.say('play');
  await pass(0.4);
  expect(deck.state().selectedId).toBe('b');
  await client.say('stop');
  await deck.clips.delete(1);
  expect((await client.ask('playrange')).lines).toEqual(['timeline in: none', 'timeline out: none']);
  expect(client.messages.filter(({ code }) => code === 515)).toHaveLength(2);
});

test('a rename or a trim is no change of the library', async () => {
  const { client, deck } = await changed();
  await deck.clips.update(1, { name: 'Opening', inSeconds: 1, outSeconds: 2, loop: false });
  expect(await names(client)).toEqual(['a.mp4', 'c.mp4']);
});

test('a timeline that was put together like the library is the library', async () => {
  const { client, service } = await changed();
  await client.say('clips clear');
  for (const name of ['a', 'b', 'c']) await client.say(`clips add: name: ${name}.mp4`);
  expect(service.timeline()).toEqual({ isLibrary: true, clips: 3 });
});
