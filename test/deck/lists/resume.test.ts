// The show after a kill: the same item, what stands by, and what follows.
import { expect, test } from 'vitest';
import { addList } from '../../../src/deck/lists/list-edits.ts';
import { createMemoryListStore } from '../../../src/deck/lists/list-store.ts';
import { shownItemId, shownNext, shownStandby } from '../../../src/deck/lists/read-outs.ts';
import { parseResumePoint, toResumePoint } from '../../../src/deck/resume-point.ts';
import { createDeck } from '../deck-under-test.ts';

const ITEMS = ['a', 'b', 'c'].map((clipId) => ({ id: `item ${clipId}`, clipId, follow: 'next' as const }));

/** A list that is active, and kept. */
const createKept = async (shuffle = false) => {
  const lists = createMemoryListStore();
  const fixture = await createDeck({ lists });
  await fixture.deck.lists.edit((all, clips) => addList(all, { name: 'Show', shuffle, items: ITEMS }, clips, 'show'));
  await fixture.deck.lists.activate('show');
  return { ...fixture, lists };
};

const read = ({ deck }: Pick<Awaited<ReturnType<typeof createDeck>>, 'deck'>) => {
  const state = deck.state();
  return [state.selectedId, state.transport, shownItemId(state), shownStandby(state)?.itemId, shownNext(state)?.itemId];
};

test.each([false, true])('an item that played goes on, and the list after it; shuffled: %s', async (shuffle) => {
  const before = await createKept(shuffle);
  await before.deck.lists.go();
  const was = read(before);
  const point = parseResumePoint(JSON.parse(JSON.stringify(toResumePoint(before.deck.state()))));
  const { deck, player, settle } = await createDeck({ lists: before.lists, resume: point });
  // The lists are read after the first picture.
  expect(player.view().cue?.picture.kind).toBe('video');
  await deck.lists.load();
  expect(read({ deck })).toEqual(was);
  player.advance(10);
  await settle();
  before.player.advance(10);
  await before.settle();
  expect(read({ deck })).toEqual(read(before));
});

test('what stands by without a list stands by again', async () => {
  const before = await createDeck();
  await before.deck.lists.standBy(() => ({ clipId: 'b' }));
  const point = parseResumePoint(JSON.parse(JSON.stringify(toResumePoint(before.deck.state()))));
  const { deck } = await createDeck({ resume: point });
  await deck.lists.go();
  expect([deck.state().selectedId, deck.state().transport]).toEqual(['b', 'playing']);
});

test('after a power cut the active list begins from its first item', async () => {
  const before = await createKept();
  await before.deck.lists.go();
  const after = await createDeck({ lists: before.lists });
  await after.deck.lists.load();
  expect(read(after)).toEqual(['splash', 'stopped', null, 'item a', undefined]);
});

test('a list that cannot be read leaves the clips: they stand by and are fired', async () => {
  const broken = { load: () => Promise.reject(new Error('no')), save: () => Promise.reject(new Error('no')) };
  const { deck } = await createDeck({ lists: broken });
  await expect(deck.lists.all()).rejects.toThrow('no');
  await expect(deck.lists.edit(() => [])).rejects.toThrow('no');
  await deck.lists.standBy(() => ({ clipId: 'b' }));
  await deck.lists.go();
  expect(deck.state().selectedId).toBe('b');
});

test('an edit that cannot be saved changes nothing', async () => {
  const lists = createMemoryListStore();
  const { deck } = await createDeck({ lists: { ...lists, save: () => Promise.reject(new Error('full')) } });
  const add = () => deck.lists.edit((all, clips) => addList(all, { name: 'Show' }, clips, 'show'));
  await expect(add()).rejects.toThrow('full');
  expect(await deck.lists.all()).toEqual([]);
});
