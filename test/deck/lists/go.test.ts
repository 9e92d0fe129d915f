// Standby, GO, next and previous.
import { expect, test } from 'vitest';
import { itemsOf, replaceItems } from '../../../src/deck/lists/list-edits.ts';
import { createDeck } from '../deck-under-test.ts';
import { createShow } from './lists-under-test.ts';

test('GO fires what stands by, and the item after it stands by then', async () => {
  const { lists, read } = await createShow(['a', 'b', 'c']);
  expect(read()).toEqual({ on: 'splash stopped', item: null, standby: 'item a', next: null, remaining: null });
  await lists.go();
  expect(read()).toEqual({ on: 'a playing', item: 'item a', standby: 'item b', next: null, remaining: 10 });
  await lists.standBy(() => ({ itemId: 'item c' }));
  expect(read()).toMatchObject({ on: 'a playing', standby: 'item c' });
  await lists.go();
  expect(read()).toMatchObject({ on: 'c playing', item: 'item c', standby: null });
});

test('GO at the end of a list is refused, and the output stays', async () => {
  const { lists, read, player } = await createShow(['a']);
  await lists.go();
  player.advance(3);
  const before = [read(), player.steps.length];
  await expect(lists.go()).rejects.toMatchObject({ code: 'nothing-standing-by' });
  expect([read(), player.steps.length]).toEqual(before);
});

test('GO without a list and without a standby is refused', async () => {
  const { deck } = await createDeck();
  await expect(deck.lists.go()).rejects.toMatchObject({ code: 'nothing-standing-by' });
});

test('GO at the end of a list that repeats begins again', async () => {
  const { lists, on } = await createShow(['a', 'b'], { repeat: true });
  for (let turn = 0; turn < 3; turn += 1) await lists.go();
  expect(on()).toBe('a playing');
});

test('after nothing stands by, GO takes the next item', async () => {
  const { lists, on } = await createShow(['a', 'b']);
  await lists.go();
  await lists.standBy(() => undefined);
  await lists.go();
  expect(on()).toBe('b playing');
});

test('a clip that stands by is fired without a list', async () => {
  const { deck } = await createDeck();
  await deck.select(1);
  await deck.lists.standBy(() => ({ clipId: 'c' }));
  expect(deck.state().selectedId).toBe('a');
  await deck.lists.go();
  expect([deck.state().selectedId, deck.state().transport]).toEqual(['c', 'playing']);
  await expect(deck.lists.go()).rejects.toMatchObject({ code: 'nothing-standing-by' });
});

test('a clip that stands by comes in between, and the list goes on after its last item', async () => {
  const { lists, read } = await createShow(['a', 'b']);
  await lists.go();
  await lists.standBy(() => ({ clipId: 'c' }));
  await lists.go();
  expect(read()).toMatchObject({ on: 'c playing', item: null, standby: 'item b' });
});

test('an unknown clip or item does not stand by', async () => {
  const { lists, read } = await createShow(['a', 'b']);
  await expect(lists.standBy(() => ({ clipId: 'x' }))).rejects.toMatchObject({ code: 'clip-not-found' });
  await expect(lists.standBy(() => ({ itemId: 'x' }))).rejects.toMatchObject({ code: 'item-not-found' });
  expect(read().standby).toBe('item a');
});

test('a clip that is cued already starts without another load', async () => {
  const { lists, deck, player, on } = await createShow(['b']);
  await deck.select(2);
  player.steps.length = 0;
  await lists.go();
  expect([on(), player.steps.map((step) => step.do)]).toEqual(['b playing', ['play']]);
});

test('next and previous fire while something plays, otherwise they cue', async () => {
  const { lists, deck, read } = await createShow(['a', 'b', 'c']);
  await lists.goToNeighbour('next');
  expect(read()).toMatchObject({ on: 'a stopped', item: 'item a', standby: 'item b' });
  await deck.play();
  await lists.goToNeighbour('next');
  expect(read()).toMatchObject({ on: 'b playing', item: 'item b', standby: 'item c' });
  await deck.pause();
  await lists.goToNeighbour('previous');
  expect(read()).toMatchObject({ on: 'a stopped', item: 'item a', standby: 'item b' });
  await expect(lists.goToNeighbour('previous')).rejects.toMatchObject({ code: 'end-of-list' });
});

test('next and previous follow the clip list without an active list', async () => {
  const { lists, deck, on } = await createShow(['c'], { isActive: false });
  await expect(lists.goToNeighbour('previous')).rejects.toMatchObject({ code: 'end-of-list' });
  await lists.goToNeighbour('next');
  expect(on()).toBe('a stopped');
  await deck.play();
  await lists.goToNeighbour('next');
  await lists.goToNeighbour('next');
  expect(on()).toBe('c playing');
  await expect(lists.goToNeighbour('next')).rejects.toMatchObject({ code: 'end-of-list' });
  await lists.goToNeighbour('previous');
  expect(on()).toBe('b playing');
});

test('an empty list has no next item', async () => {
  const { lists } = await createShow([], { repeat: true });
  await expect(lists.goToNeighbour('next')).rejects.toMatchObject({ code: 'end-of-list' });
  await expect(lists.go()).rejects.toMatchObject({ code: 'nothing-standing-by' });
});

test('GO to a file that is gone is refused, and stays where it is', async () => {
  const { lists, read, store } = await createShow(['a', 'b']);
  await lists.go();
  store.missing.add('b.mp4');
  await expect(lists.go()).rejects.toMatchObject({ code: 'file-missing' });
  expect(read()).toMatchObject({ on: 'a playing', standby: 'item b' });
});

test('activating a list leaves the output, and begins it again', async () => {
  const { lists, read, player } = await createShow(['a', 'b']);
  await lists.go();
  player.steps.length = 0;
  await lists.activate('show');
  expect(read()).toMatchObject({ on: 'a playing', item: 'item a', standby: 'item a' });
  await lists.activate(undefined);
  expect(read()).toMatchObject({ on: 'a playing', standby: null });
  await expect(lists.activate('x')).rejects.toMatchObject({ code: 'list-not-found' });
  expect(player.steps).toEqual([]);
});

test('a list that is deleted while it plays leaves the output, and nothing stands by', async () => {
  const { lists, deck, read, player, end } = await createShow([{ id: 'one', clipId: 'a', follow: 'next' }, 'b']);
  await lists.go();
  player.steps.length = 0;
  await lists.edit(() => []);
  expect([read(), player.steps]).toEqual([
    { on: 'a playing', item: null, standby: null, next: null, remaining: null },
    [],
  ]);
  await end();
  expect([read().on, deck.state().show.listId]).toEqual(['a ended', undefined]);
  await expect(lists.go()).rejects.toMatchObject({ code: 'nothing-standing-by' });
});

test('an edit of a list never touches the output, and counts from the next boundary on', async () => {
  const { lists, read, player, end } = await createShow([{ id: 'one', clipId: 'a', follow: 'next' }, 'b']);
  await lists.go();
  player.steps.length = 0;
  await lists.edit((all, clips) => replaceItems(all, 'show', [{ id: 'new', clipId: 'c' }], clips));
  expect(player.steps).toEqual([]);
  // The item is gone, so nothing is left of it that could follow.
  expect(read()).toMatchObject({ on: 'a playing', item: null });
  await end();
  await lists.go();
  expect(read()).toMatchObject({ on: 'c playing', item: 'new' });
});

test('the items of a deleted clip go with it and come back with it, in their places', async () => {
  const { lists, deck } = await createShow(['a', 'b', 'c', { id: 'b again', clipId: 'b' }]);
  const shown = async () => (await lists.get('show')).items.map(({ id }) => id);
  const ids = async () => itemsOf(await lists.get('show'), deck.state().document.clips).map(({ id }) => id);
  await lists.go();
  await deck.clips.hide('b');
  expect(await ids()).toEqual(['item a', 'item c']);
  // Moved meanwhile.
  await lists.edit((all, clips) =>
    replaceItems(
      all,
      'show',
      ['c', 'a'].map((id) => ({ id: `item ${id}`, clipId: id })),
      clips,
    ),
  );
  expect(await ids()).toEqual(['item c', 'item a']);
  await deck.clips.restore('b');
  expect(await ids()).toEqual(['item b', 'item c', 'b again', 'item a']);
  expect(await shown()).toEqual(await ids());
});

test('a full list has no room for the items of a deleted clip, and stays as long as it may be', async () => {
  const { lists, deck } = await createShow(['a', 'b']);
  await deck.clips.hide('b');
  const put = (count: number) => {
    const items = Array.from({ length: count }, (_, index) => ({ id: `${index}`, clipId: 'a' }));
    return lists.edit((all, clips) => replaceItems(all, 'show', items, clips));
  };
  await put(1999);
  expect((await lists.get('show')).items.length).toBe(2000);
  await put(2000);
  await deck.clips.restore('b');
  expect((await lists.get('show')).items.length).toBe(2000);
});

test('when the clip on the output is deleted, GO goes on with the item after it', async () => {
  const { lists, deck, read } = await createShow(['a', 'b', 'c']);
  await lists.go();
  await lists.go();
  await lists.standBy(() => undefined);
  await deck.clips.hide('b');
  expect(read().on).toBe('splash stopped');
  await lists.go();
  expect(read()).toMatchObject({ on: 'c playing' });
});

test('an unknown clip, an id that is there twice and too many items are refused', async () => {
  const { lists } = await createShow(['a']);
  const put = (items: readonly { readonly id?: string; readonly clipId: string }[]) =>
    lists.edit((all, clips) => replaceItems(all, 'show', items, clips));
  await expect(put([{ clipId: 'x' }])).rejects.toMatchObject({ code: 'clip-not-found' });
  await expect(
    put([
      { id: 'i', clipId: 'a' },
      { id: 'i', clipId: 'b' },
    ]),
  ).rejects.toMatchObject({
    code: 'invalid-value',
  });
  await expect(put(Array.from({ length: 2001 }, () => ({ clipId: 'a' })))).rejects.toMatchObject({
    code: 'invalid-value',
  });
  expect((await lists.get('show')).items.length).toBe(1);
});
