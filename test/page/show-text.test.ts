// What the Show view says of a list, and what its keys mean.
import { describe, expect, test } from 'vitest';
import type { components } from '../../src/client/api-types.ts';
import {
  toItemFacts,
  toListFacts,
  toListRemaining,
  toNeighbourId,
  toNothingStandsBy,
  toRestText,
  toShownId,
  toSpokenStandby,
  toWaitHint,
  toWaitText,
} from '../../src/web/format/show-text.ts';

type Clip = components['schemas']['Clip'];
type List = components['schemas']['List'];
type ListItem = components['schemas']['ListItem'];
type Transport = components['schemas']['Transport'];

const item = (id: string, more: Partial<ListItem> = {}): ListItem => ({
  ...{ id, clipId: 'a', preWaitSeconds: 0, postWaitSeconds: 0, note: '', inCountdown: true },
  ...more,
});
const clip = (more: Partial<Clip> = {}) => ({ inSeconds: 2, outSeconds: 12, endAction: 'hold', ...more }) as Clip;
const list = (more: Partial<List> = {}): List => ({
  ...{ id: 'l', name: 'Evening', repeat: false, shuffle: false, items: [item('one'), item('two')] },
  ...more,
});
const transport = (more: Partial<Transport> = {}) =>
  ({
    ...{ clipId: 'a', state: 'playing', positionSeconds: 3, listId: 'l', itemId: 'one', listRemainingSeconds: 30 },
    ...more,
  }) as Transport;

test('an item says what follows, its waits, and that it is left out of the countdown', () => {
  expect(toItemFacts(item('one'), clip())).toBe('holds');
  expect(toItemFacts(item('one'), clip({ endAction: 'loop' }))).toBe('loops');
  expect(toItemFacts(item('one', { follow: 'next' }), clip({ endAction: 'loop' }))).toBe('then the next item');
  const waits = { preWaitSeconds: 2.5, postWaitSeconds: 90, inCountdown: false } as const;
  expect(toItemFacts(item('one', { ...waits, follow: 'splash' }), clip())).toBe(
    'waits 2.5 s · then the splash screen after 1:30 · not in the countdown',
  );
  expect(toItemFacts(item('one', { ...waits, follow: 'loop' }), clip())).toBe(
    'waits 2.5 s · loops · not in the countdown',
  );
  expect(toItemFacts(item('one'), undefined)).toBe('holds');
});

test('a list says how many items it has, and how long they and their waits are', () => {
  const clipOf = (id: string) => (id === 'a' ? clip() : undefined);
  expect(toListFacts([], clipOf)).toBe('0 items');
  expect(toListFacts([item('one')], clipOf)).toBe('1 item · 0:10');
  expect(toListFacts([item('one', { preWaitSeconds: 50 }), item('two', { clipId: 'gone' })], clipOf)).toBe(
    '2 items · 1:00',
  );
});

test('where nothing stands by, it is said why and what to do', () => {
  expect(toNothingStandsBy(undefined, transport({ listId: null }))).toMatch(/^No list is in use/);
  expect(toNothingStandsBy(list({ items: [] }), transport())).toMatch(/empty/);
  expect(toNothingStandsBy(list(), transport({ itemId: 'two' }))).toMatch(/at its end/);
  for (const way of [{ repeat: true }, { shuffle: true }])
    expect(toNothingStandsBy(list(way), transport({ itemId: 'two' }))).toMatch(/^GO fires the next item/);
  expect(toNothingStandsBy(list(), transport())).toMatch(/^GO fires the next item/);
  expect(toNothingStandsBy(undefined, transport())).toMatch(/^GO fires the next item/);
});

test('the rest of the list runs down with the clip, but not while its item is not counted, or has ended', () => {
  expect(toListRemaining(transport(), 13, true)).toBe(20);
  expect(toListRemaining(transport(), 13, false)).toBe(30);
  expect(toListRemaining(transport({ state: 'ended' }), 13, true)).toBe(30);
  expect(toListRemaining(transport(), 99, true)).toBe(0);
  expect(toListRemaining(transport({ listRemainingSeconds: null }), 13, true)).toBeUndefined();
});

test('while a wait runs the rest of the list runs down with it', () => {
  const waiting = { itemId: 'two', clipId: 'b', kind: 'pre', remainingSeconds: 5 } as const;
  expect(toListRemaining(transport({ waiting }), 13, true, 5)).toBe(30);
  expect(toListRemaining(transport({ waiting }), 13, false, 1.5)).toBe(26.5);
  expect(toListRemaining(transport({ waiting, listRemainingSeconds: null }), 13, true, 1.5)).toBeUndefined();
});

test('the rest of the list is told to the second, in its last minute to the tenth', () => {
  expect([toRestText(3661), toRestText(60), toRestText(59.96)]).toEqual(['List 1:01:01', 'List 1:00', 'List 0:59.9']);
});

test('a wait says what it is for, and what GO and Stop do', () => {
  expect(toWaitText('pre', 'Walk-in')).toBe('Starts “Walk-in” in');
  expect(toWaitText('post', 'Walk-in')).toBe('Wait after “Walk-in” ends in');
  const next = { clipId: 'b', itemId: 'two' };
  const ended = { state: 'ended', next } as const;
  expect(toWaitHint(transport({ ...ended, standby: next }))).toBe('GO starts it at once. Stop ends the wait.');
  expect(toWaitHint(transport({ ...ended, standby: null }))).toBe('GO starts it at once. Stop ends the wait.');
  expect(toWaitHint(transport({ next, state: 'playing', standby: next }))).toMatch(
    /Stop ends the wait, and what plays.$/,
  );
  for (const standby of [{ clipId: 'c', itemId: 'three' }, { clipId: 'b' }])
    expect(toWaitHint(transport({ ...ended, standby }))).toBe('Stop ends the wait.');
  expect(toWaitHint(transport({ state: 'ended', next: { clipId: 'splash' }, standby: null }))).toBe(
    'Stop ends the wait.',
  );
});

test('the list that is looked at is the chosen one, else the active one, else the first', () => {
  const index = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  expect(toShownId(index, 'c', 'b')).toBe('c');
  expect(toShownId(index, 'gone', 'b')).toBe('b');
  expect(toShownId(index, undefined, 'gone')).toBe('a');
  expect(toShownId([], 'a', 'a')).toBeUndefined();
});

describe('the arrow keys move what stands by', () => {
  const items = [item('one'), item('two'), item('three')];
  test.each([
    ['two', 'one', 1, 'three'],
    ['two', 'one', -1, 'one'],
    ['three', 'one', 1, undefined],
    ['one', null, -1, undefined],
    [undefined, 'two', 1, 'three'],
    [undefined, 'two', -1, 'one'],
    [undefined, null, 1, 'one'],
    [undefined, null, -1, 'three'],
    ['gone', 'gone', 1, 'one'],
  ] as const)('from %s, with %s on air, by %i to %s', (standby, onAir, places, to) => {
    expect(toNeighbourId(items, { standby, onAir }, places)).toBe(to);
  });
  test('an empty list has nothing to stand by', () => {
    expect(toNeighbourId([], { standby: undefined, onAir: null }, 1)).toBeUndefined();
  });
});

test('screen readers hear what stands by, with its note', () => {
  expect(toSpokenStandby('Film', '')).toBe('“Film” stands by.');
  expect(toSpokenStandby('Film', 'Lights')).toBe('“Film” stands by. Note: Lights');
  expect(toSpokenStandby(undefined, '')).toBe('Nothing stands by.');
});
