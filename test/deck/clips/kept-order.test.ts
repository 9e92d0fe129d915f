import { expect, test } from 'vitest';
import { placeIn, restoreOrder } from '../../../src/deck/clips/kept-order.ts';

const order = (before: string, now: string): string => restoreOrder([...before], [...now]).join('');

test('what is deleted keeps its place among the others', () => {
  expect(order('abcde', 'ace')).toBe('abcde');
  expect(order('abcde', 'e')).toBe('abcde');
  expect(order('abcde', '')).toBe('abcde');
});

test('a clip that is moved does not take deleted ones along', () => {
  expect(order('abcde', 'cdea')).toBe('bcdea');
  expect(order('abcde', 'eacd')).toBe('eabcd');
  expect(order('abcde', 'aced')).toBe('abced');
});

test('a new clip comes where it is in the list', () => {
  expect(order('abc', 'acx')).toBe('abcx');
  expect(order('abc', 'abx')).toBe('abcx');
});

test('deleted ones come back to their numbers in whatever order', () => {
  const all = [...'abcdef'];
  const permutations = (ids: readonly string[]): readonly (readonly string[])[] =>
    ids.length < 2
      ? [ids]
      : ids.flatMap((id) => permutations(ids.filter((one) => one !== id)).map((rest) => [id, ...rest]));
  for (const deleted of permutations(['a', 'c', 'd', 'f'])) {
    for (const undone of permutations(['a', 'c', 'd', 'f'])) {
      let [listed, kept] = [all, all as readonly string[]];
      const become = (next: string[]): void => {
        kept = restoreOrder(kept, next);
        listed = next;
      };
      for (const id of deleted) become(listed.filter((one) => one !== id));
      for (const id of undone) become(listed.toSpliced(placeIn(kept, id, listed), 0, id));
      expect(listed.join('')).toBe('abcdef');
    }
  }
});
