// Edits of a list's items on the page.
import { expect, test } from 'vitest';
import type { components } from '../../src/client/api-types.ts';
import { type ItemSettings, toSettingText } from '../../src/web/format/item-texts.ts';
import {
  addClips,
  insertItem,
  moveItem,
  moveItemBy,
  moveItemOnto,
  patchItem,
  removeItem,
  toConflicts,
  toItemPatch,
  toNewName,
  toSettings,
} from '../../src/web/views/show/item-edits.ts';

type ListItem = components['schemas']['ListItem'];

const item = (id: string, more: Partial<ListItem> = {}): ListItem => ({
  ...{ id, clipId: 'a', preWaitSeconds: 0, postWaitSeconds: 0, note: '', inCountdown: true },
  ...more,
});
const items = [item('a'), item('b'), item('c'), item('d')];
const order = (list: readonly { readonly id?: string }[]): string => list.map(({ id }) => id).join('');

test('an item moves to a number, by places, and onto another, at most to an end', () => {
  expect(order(moveItem(items, 'a', 3))).toBe('bcad');
  expect(order(moveItem(items, 'd', 0))).toBe('dabc');
  expect(order(moveItem(items, 'a', 99))).toBe('bcda');
  expect(order(moveItemBy(items, 'b', -1))).toBe('bacd');
  expect(order(moveItemBy(items, 'b', 2))).toBe('acdb');
  expect(order(moveItemOnto(items, 'a', 'c'))).toBe('bcad');
  expect(order(moveItemOnto(items, 'd', 'b'))).toBe('adbc');
});

test('what changes nothing gives back the same items, so that nothing is sent', () => {
  expect(moveItem(items, 'a', 1)).toBe(items);
  expect(moveItem(items, 'gone', 2)).toBe(items);
  expect(moveItemBy(items, 'd', 1)).toBe(items);
  expect(moveItemBy(items, 'gone', 1)).toBe(items);
  expect(moveItemOnto(items, 'a', 'gone')).toBe(items);
  expect(removeItem(items, 'gone')).toBe(items);
  expect(insertItem(items, item('a'), 2)).toBe(items);
  expect(patchItem(items, 'gone', { note: 'x' })).toBe(items);
  expect(addClips(items, [])).toBe(items);
});

test('an item is removed, and put back where it was, also in a list that became shorter', () => {
  expect(order(removeItem(items, 'b'))).toBe('acd');
  expect(order(insertItem(removeItem(items, 'b'), item('b'), 1))).toBe('abcd');
  expect(order(insertItem([item('a')], item('z'), 3))).toBe('az');
});

test('clips are added at the end, as items without an id yet', () => {
  expect(addClips([item('a')], ['x', 'y'])).toEqual([item('a'), { clipId: 'x' }, { clipId: 'y' }]);
});

test('fields are changed one by one; without a follow the clip decides', () => {
  const [, changed, ...rest] = patchItem(items, 'b', { follow: 'next', preWaitSeconds: 2 });
  expect(changed).toEqual(item('b', { follow: 'next', preWaitSeconds: 2 }));
  expect(rest).toEqual(items.slice(2));
  const looped = [item('a', { follow: 'loop', note: 'x' })];
  expect(patchItem(looped, 'a', { note: '' })).toEqual([item('a', { follow: 'loop' })]);
  expect(patchItem(looped, 'a', { follow: null })).toEqual([item('a', { note: 'x' })]);
  const faded = patchItem(looped, 'a', { fadeInSeconds: 2 });
  expect(faded).toEqual([item('a', { follow: 'loop', note: 'x', fadeInSeconds: 2 })]);
  expect(patchItem(faded, 'a', { fadeInSeconds: null })).toEqual(looped);
});

test('a form changes only what was changed in it', () => {
  const opened = item('a', { follow: 'loop', note: 'x' });
  const waits = { preWaitSeconds: 0, postWaitSeconds: 0, fadeInSeconds: null, fadeOutSeconds: null } as const;
  const typed = { follow: 'loop', note: 'x', ...waits, inCountdown: true } as const;
  expect(toItemPatch(toSettings(opened), typed)).toEqual({});
  expect(toItemPatch(toSettings(opened), { ...typed, follow: null, note: 'y' })).toEqual({ follow: null, note: 'y' });
  expect(toItemPatch(toSettings(item('a')), { ...typed, follow: null, note: '' })).toEqual({});
  expect(toItemPatch(toSettings(item('a', { fadeInSeconds: 2 })), { ...typed, fadeOutSeconds: 0 })).toEqual({
    ...{ follow: 'loop', note: 'x', fadeInSeconds: null, fadeOutSeconds: 0 },
  });
});

test('a field that two have set differently is a conflict; one that only one has set, or both alike, is none', () => {
  const before = toSettings(item('a', { note: 'x', fadeInSeconds: 2 }));
  const conflictsOf = (now: Partial<ItemSettings>, typed: Partial<ItemSettings>) =>
    toConflicts(before, { ...before, ...now }, { ...before, ...typed });
  expect(conflictsOf({ note: 'theirs' }, { note: 'mine' })).toEqual(['note']);
  expect(conflictsOf({ note: 'theirs' }, { preWaitSeconds: 2 })).toEqual([]);
  expect(conflictsOf({ note: 'same' }, { note: 'same' })).toEqual([]);
  expect(conflictsOf({}, { note: 'mine' })).toEqual([]);
  expect(conflictsOf({ follow: 'loop', fadeInSeconds: null }, { follow: 'next', fadeInSeconds: 0 })).toEqual([
    ...['follow', 'fadeInSeconds'],
  ]);
});

test('a setting is told in words, a long note by its beginning', () => {
  const settings = toSettings(item('a', { note: 'x'.repeat(100), follow: 'next', preWaitSeconds: 2.5 }));
  const told = (['follow', 'preWaitSeconds', 'fadeInSeconds', 'note', 'inCountdown'] as const).map((field) =>
    toSettingText(field, settings),
  );
  expect(told).toEqual(['Play the next item', '2.5 s', 'As the clip', `${'x'.repeat(60)}…`, 'Included']);
});

test('a new list gets a name that no other has', () => {
  expect(toNewName([])).toBe('Show');
  expect(toNewName(['Show', 'Show 3'])).toBe('Show 2');
  expect(toNewName(['Show', 'Show 2'])).toBe('Show 3');
});
