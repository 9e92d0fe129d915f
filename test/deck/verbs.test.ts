// The verbs on the clip list that every interface shares.
import { expect, test } from 'vitest';
import { clipById } from '../../src/deck/clips/clip-list.ts';
import { toClipList } from '../../src/deck/clips/clip-list-file.ts';
import { createDeck } from './deck-under-test.ts';

const ids = ({ deck }: Awaited<ReturnType<typeof createDeck>>): string =>
  deck
    .state()
    .document.clips.map(({ id }) => id)
    .join();

test('a patch changes one clip by its id, and a move gives it another number', async () => {
  const made = await createDeck();
  await made.deck.clips.patch('c', { name: 'Closing', endAction: 'loop' });
  await made.deck.clips.move('c', 1);
  expect(ids(made)).toBe('splash,c,a,b');
  expect(clipById(made.deck.state().document.clips, 'c')).toMatchObject({ name: 'Closing', loop: true });
  await expect(made.deck.clips.patch('d', {})).rejects.toMatchObject({ code: 'clip-not-found' });
  await expect(made.deck.clips.move('splash', 2)).rejects.toMatchObject({ code: 'splash-locked' });
});

test('a hidden clip comes back for 10 s to its own place, and its file is erased after that', async () => {
  const made = await createDeck();
  const { deck, clock, store, settle } = made;
  await deck.clips.hide('b');
  expect(ids(made)).toBe('splash,a,c');
  clock.advance(10);
  await deck.clips.restore('b');
  expect(ids(made)).toBe('splash,a,b,c');
  clock.advance(20);
  await settle();
  expect(store.erased).toEqual([]);
  await deck.clips.hide('b');
  clock.advance(12);
  await settle();
  expect(store.erased).toEqual(['b']);
  await expect(deck.clips.restore('b')).rejects.toMatchObject({ code: 'clip-not-found' });
});

test('a deck that ends erases nothing more: the next start does', async () => {
  const { deck, clock, store, settle } = await createDeck();
  await deck.clips.hide('b');
  await deck.dispose();
  clock.advance(20);
  await settle();
  expect(store.erased).toEqual([]);
});

test('an exported list brings order and properties back', async () => {
  const made = await createDeck();
  const exported = toClipList(made.deck.state().document.clips);
  await made.deck.clips.move('c', 1);
  await made.deck.clips.patch('a', { name: 'other', inSeconds: 3, muted: true });
  await made.deck.clips.applyList(exported);
  expect(toClipList(made.deck.state().document.clips)).toEqual(exported);
});
