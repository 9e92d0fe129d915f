// When the timeline of a list counts as another one.
import { expect, test } from 'vitest';
import { toItem } from '../../../src/deck/lists/cue-list.ts';
import type { DeckState } from '../../../src/deck/state.ts';
import { isOtherSource } from '../../../src/hyperdeck/device/timeline-source.ts';
import { createDeck } from '../../deck/deck-under-test.ts';

const { deck } = await createDeck();
const state = deck.state();

/** With these items in the list `show`, active unless said otherwise; undefined: the lists are not read yet. */
const withShow = (items: string | undefined, listId: string | undefined = 'show'): DeckState => {
  const list = { id: 'show', name: 'Show', repeat: false, shuffle: false };
  const made = [...(items ?? '')].map((clipId, index) => toItem({ id: `${clipId}${index}`, clipId }));
  return { ...state, show: { ...state.show, listId, lists: items === undefined ? [] : [{ ...list, items: made }] } };
};
const withoutClip = (from: DeckState, id: string): DeckState => ({
  ...from,
  document: { ...from.document, clips: from.document.clips.filter((clip) => clip.id !== id) },
});
const isOther = (before: DeckState, next: DeckState, source: 'library' | 'list' = 'list'): boolean =>
  isOtherSource({ deck: next, device: { source } }, { deck: before, device: { source } });

test('other items, another order and another list are another timeline; the same items are the same', () => {
  expect(isOther(withShow('ab'), withShow('ab'))).toBe(false);
  expect(isOther(withShow('ab'), withShow('ba'))).toBe(true);
  expect(isOther(withShow('ab'), withShow('abc'))).toBe(true);
  expect(isOther({ ...withShow('ab'), show: { ...withShow('ab').show, listId: undefined } }, withShow('ab'))).toBe(
    true,
  );
});

test('a clip that goes is a change where an item names it; without a list every clip counts', () => {
  expect(isOther(withShow('ab'), withoutClip(withShow('ab'), 'c'))).toBe(false);
  expect(isOther(withShow('ab'), withoutClip(withShow('ab'), 'b'))).toBe(true);
  expect(isOther(state, withoutClip(state, 'c'))).toBe(true);
  expect(isOther(withShow('ab'), withoutClip(withShow('ab'), 'c'), 'library')).toBe(true);
  expect(isOther(withShow('ab'), withShow('ba'), 'library')).toBe(false);
});

test('lists that are read after a restart, with the one that was active, are no change', () => {
  expect(isOther(withShow(undefined), withShow('ab'))).toBe(false);
});
