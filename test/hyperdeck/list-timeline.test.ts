// The active list as the timeline (CUEDECK_HYPERDECK_TIMELINE=list): its items are the clips, and a change of it makes the timeline anew.
import { expect, test } from 'vitest';
import type { GivenItem } from '../../src/deck/lists/cue-list.ts';
import { addList, replaceItems } from '../../src/deck/lists/list-edits.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import type { WireClient } from './wire-client.ts';

const names = async (client: WireClient): Promise<readonly string[]> =>
  (await client.ask('clips get')).lines?.slice(1).map((line) => line.split(' ')[1] ?? '') ?? [];
const clipId = async (client: WireClient): Promise<string | undefined> =>
  (await client.ask('transport info')).lines?.find((line) => line.startsWith('clip id'));

const toItems = (clips: string): readonly GivenItem[] =>
  [...clips].map((id, index) => ({ id: `${id}${index}`, clipId: id }));

/** The list `show` has an item for each letter, with the ids `c0`, `a1` and so on. */
const createShow = async (clips = 'cac', options: Parameters<typeof createHyperDeckServer>[0] = {}) => {
  const server = await createHyperDeckServer({ source: 'list', ...options });
  const { lists } = server.deck;
  const make = (id: string, items: readonly GivenItem[]) =>
    lists.edit((all, library) => addList(all, { name: id, items }, library, id));
  await make('show', toItems(clips));
  const put = (items: readonly GivenItem[]) => lists.edit((all, library) => replaceItems(all, 'show', items, library));
  const client = await server.connect();
  return { ...server, lists, make, put, client };
};

test('the clips are the items of the active list, a clip that appears twice is two; without a list they are the library', async () => {
  const { client, lists, service } = await createShow();
  expect(await names(client)).toEqual(['a.mp4', 'b.mp4', 'c.mp4']);
  await lists.activate('show');
  expect(await names(client)).toEqual(['c.mp4', 'a.mp4', 'c.mp4']);
  expect((await client.ask('clips count')).lines).toEqual(['clip count: 3']);
  expect(service.timeline()).toEqual({ isLibrary: true, clips: 3 });
  expect((await client.ask('disk list')).lines?.filter((line) => line.includes('.mp4'))).toHaveLength(3);
  await lists.activate(undefined);
  expect(await names(client)).toEqual(['a.mp4', 'b.mp4', 'c.mp4']);
});

test('goto and play name an item by its place, and the transport says which of two is on', async () => {
  const { client, lists, deck, pass } = await createShow();
  await lists.activate('show');
  await client.say('goto: clip id: 3');
  expect([deck.state().selectedId, await clipId(client)]).toEqual(['c', 'clip id: 3']);
  await client.say('goto: clip id: -1');
  expect([deck.state().selectedId, await clipId(client)]).toEqual(['a', 'clip id: 2']);
  await client.say('goto: clip id: 1');
  expect([deck.state().selectedId, await clipId(client)]).toEqual(['c', 'clip id: 1']);
  await client.say('play');
  await pass(2.2);
  expect([deck.state().selectedId, await clipId(client)]).toEqual(['a', 'clip id: 2']);
  await pass(2);
  expect([deck.state().selectedId, await clipId(client)]).toEqual(['c', 'clip id: 3']);
  expect((await client.ask('goto: clip id: 4')).code).toBe(112);
});

test('what GO fires has its place on the timeline', async () => {
  const { client, lists } = await createShow();
  await lists.activate('show');
  const seen: (string | undefined)[] = [];
  for (let item = 0; item < 3; item += 1) {
    await lists.go();
    seen.push(await clipId(client));
  }
  await lists.standBy(() => ({ itemId: 'c0' }));
  await lists.go();
  expect([...seen, await clipId(client)]).toEqual(['clip id: 1', 'clip id: 2', 'clip id: 3', 'clip id: 1']);
});

test('an edit of the active list changes the timeline at once, clients are told, and a picture is told where it is then', async () => {
  const { client, lists, put, make } = await createShow();
  await lists.activate('show');
  await client.say('notify: slot: true');
  await client.say('goto: clip id: 3');
  const [c0, a1, c2] = toItems('cac');
  if (c0 === undefined || a1 === undefined || c2 === undefined) throw new Error('three items');
  await put([c2, c0, a1, { id: 'b3', clipId: 'b' }]);
  expect(await names(client)).toEqual(['c.mp4', 'c.mp4', 'a.mp4', 'b.mp4']);
  expect(await clipId(client)).toBe('clip id: 1');
  expect(client.messages.filter(({ code }) => code === 502)).toHaveLength(1);
  // Another list, and a clip that none of its items names, are nothing to it.
  await make('other', toItems('b'));
  expect(client.messages.filter(({ code }) => code === 502)).toHaveLength(1);
  await lists.activate('other');
  expect(await names(client)).toEqual(['b.mp4']);
  await lists.edit((all) => all.filter(({ id }) => id !== 'other'));
  expect(await names(client)).toEqual(['a.mp4', 'b.mp4', 'c.mp4']);
});

test('items of a clip that is deleted go, and those of a missing file and the splash screen are not on it', async () => {
  const { client, lists, put, deck, store } = await createShow();
  await lists.activate('show');
  await put([{ id: 's', clipId: 'splash' }, ...toItems('cab')]);
  expect(await names(client)).toEqual(['c.mp4', 'a.mp4', 'b.mp4']);
  await deck.clips.delete(3);
  expect(await names(client)).toEqual(['a.mp4', 'b.mp4']);
  store.missing.add('b.mp4');
  await client.say('clips rebuild');
  expect(await names(client)).toEqual(['a.mp4']);
});

test('a timeline that a controller changed is made anew by a change of the list while nothing is on air, not meanwhile', async () => {
  const { client, lists, put, make, service, deck } = await createShow('cab');
  await lists.activate('show');
  await client.say('clips remove: clip id: 2');
  await client.say('clips add: name: a.mp4');
  expect(await names(client)).toEqual(['c.mp4', 'b.mp4', 'a.mp4']);
  expect(service.timeline()).toEqual({ isLibrary: false, clips: 3 });
  // A note is no change of the order; nor is a clip that comes.
  await put(toItems('cab').map((item) => ({ ...item, note: 'x' })));
  await make('other', []);
  expect(await names(client)).toEqual(['c.mp4', 'b.mp4', 'a.mp4']);
  await client.say('play: loop: true');
  await put(toItems('ba'));
  expect(await names(client)).toEqual(['c.mp4', 'b.mp4', 'a.mp4']);
  await deck.stop();
  await put(toItems('bab'));
  expect(await names(client)).toEqual(['b.mp4', 'a.mp4', 'b.mp4']);
  await client.say('clips clear');
  await lists.activate(undefined);
  expect(await names(client)).toEqual(['a.mp4', 'b.mp4', 'c.mp4']);
});

test('with the library as its timeline a list is nothing to it', async () => {
  const { client, lists } = await createShow('cac', { source: 'library' });
  await lists.activate('show');
  await lists.go();
  expect(await names(client)).toEqual(['a.mp4', 'b.mp4', 'c.mp4']);
  expect(await clipId(client)).toBe('clip id: 3');
});
