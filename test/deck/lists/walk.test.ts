import { expect, test } from 'vitest';
import { type CueItem, toItem } from '../../../src/deck/lists/cue-list.ts';
import { itemAfter, itemBefore, type Place, placeAt, upcoming } from '../../../src/deck/lists/walk.ts';

const START: Place = { cursor: undefined, played: [], round: 7 };

const makeItems = (...ids: readonly string[]): readonly CueItem[] => ids.map((id) => toItem({ id, clipId: 'a' }));

const LETTERS = 'abcdefghij'.split('');
const TEN = makeItems(...LETTERS);

/** The ids of so many items, one after the other. */
const walk = (way: { repeat: boolean; shuffle: boolean }, items: readonly CueItem[], count: number, from = START) => {
  const ids: string[] = [];
  let place = from;
  for (let step = 0; step < count; step += 1) {
    const item = itemAfter(way, items, place);
    if (item === undefined) break;
    ids.push(item.id);
    place = placeAt(way, items, place, { id: item.id, isBack: false });
  }
  return { ids, place };
};

test('a list goes from its first item to its last, and round again when it repeats', () => {
  expect(walk({ repeat: false, shuffle: false }, TEN, 99).ids).toEqual(LETTERS);
  expect(walk({ repeat: true, shuffle: false }, TEN, 12).ids).toEqual([...LETTERS, 'a', 'b']);
});

test('a shuffled list plays every item once before any twice, each round in another order, whatever the round', () => {
  for (let round = 0; round < 40; round += 1) {
    const { ids } = walk({ repeat: true, shuffle: true }, TEN, 30, { ...START, round });
    const rounds = [ids.slice(0, 10), ids.slice(10, 20), ids.slice(20)];
    for (const one of rounds) expect([...one].sort()).toEqual(LETTERS);
    expect(rounds[1]).not.toEqual(rounds[0]);
    // Never the same one twice in a row.
    expect(ids.every((id, index) => id !== ids[index - 1])).toBe(true);
  }
});

test('a shuffled list that does not repeat ends after one round', () => {
  expect(walk({ repeat: false, shuffle: true }, TEN, 99).ids.length).toBe(10);
});

test('a shuffled list of one item repeats it', () => {
  expect(walk({ repeat: true, shuffle: true }, makeItems('a'), 3).ids).toEqual(['a', 'a', 'a']);
});

test('an item that is added to a shuffled list comes in the same round', () => {
  const way = { repeat: true, shuffle: true };
  const { ids, place } = walk(way, TEN, 6);
  const more = [...TEN, ...makeItems('new')];
  const rest = walk(way, more, 5, place).ids;
  expect([...ids, ...rest].sort()).toEqual([...LETTERS, 'new']);
});

test('the way back through a shuffled list is the way that it came, and forward again the same', () => {
  const way = { repeat: false, shuffle: true };
  const { ids, place } = walk(way, TEN, 5);
  const before = itemBefore(way, TEN, place);
  expect(before?.id).toBe(ids[3]);
  const back = placeAt(way, TEN, place, { id: before?.id ?? '', isBack: true });
  expect(itemBefore(way, TEN, back)?.id).toBe(ids[2]);
  expect(itemAfter(way, TEN, back)?.id).toBe(ids[4]);
  expect(itemBefore(way, TEN, START)).toBeUndefined();
});

test('an item that is taken again in the middle of a round does not start another', () => {
  const way = { repeat: false, shuffle: true };
  const { ids, place } = walk(way, TEN, 5);
  const again = placeAt(way, TEN, place, { id: ids[0] ?? '', isBack: false });
  expect(upcoming(way, TEN, again).map(({ id }) => id)).toEqual(upcoming(way, TEN, place).map(({ id }) => id));
});

test('before the first item comes the last of a list that repeats, otherwise none', () => {
  const first = placeAt({ repeat: true, shuffle: false }, TEN, START, { id: 'a', isBack: false });
  expect(itemBefore({ repeat: true, shuffle: false }, TEN, first)?.id).toBe('j');
  expect(itemBefore({ repeat: false, shuffle: false }, TEN, first)).toBeUndefined();
});

test('when the item of the cursor is gone, the one that took its place comes next', () => {
  const way = { repeat: false, shuffle: false };
  const place = { ...START, cursor: { itemId: 'gone', index: 2 } };
  expect(itemAfter(way, TEN, place)?.id).toBe('c');
  expect(itemBefore(way, TEN, place)?.id).toBe('b');
});
