import { expect, test } from 'vitest';
import { ConnectionPlaces, type Place } from '../../src/net/fair-places.ts';

/** Places with names on them; a name in `idle` has nothing under way. */
const createRow = (most: number, mostOfAddress?: number) => {
  const places = new ConnectionPlaces({
    max: most,
    ...(mostOfAddress !== undefined && { maxPerAddress: mostOfAddress }),
  });
  const idle = new Set<string>();
  const gone: string[] = [];
  const taken = new Map<string, Place>();
  /** Whether there is a place for it. */
  const take = (name: string, address: string, state: 'idle' | 'busy' = 'idle', isTrusted = false): boolean => {
    if (state === 'idle') idle.add(name);
    const place = places.acquire({ address, isIdle: () => idle.has(name), evict: () => gone.push(name) }, isTrusted);
    if (place !== undefined) taken.set(name, place);
    return place !== undefined;
  };
  return { places, idle, gone, taken, take };
};

test('one address may have all places, and gives its oldest idle ones to whoever else comes', () => {
  const { take, gone, taken } = createRow(4);
  for (const name of ['a', 'b', 'c', 'd']) expect(take(name, '10.0.0.1')).toBe(true);
  taken.get('a')?.touch();
  expect([take('x', '10.0.0.2'), take('y', '10.0.0.3'), gone]).toEqual([true, true, ['b', 'c']]);
});

test('who holds most stays out, or takes the place of an idle one of its own', () => {
  const { take, gone, idle } = createRow(4);
  for (const name of ['a', 'b', 'c']) take(name, '10.0.0.1', 'busy');
  take('x', '10.0.0.2');
  expect([take('d', '10.0.0.1'), gone]).toEqual([false, []]);
  idle.add('b');
  expect([take('d', '10.0.0.1'), gone]).toEqual([true, ['b']]);
});

test('what is under way goes when its address holds two more, after what is idle there', () => {
  const { take, gone, idle } = createRow(3);
  for (const name of ['a', 'b', 'c']) take(name, '10.0.0.1', 'busy');
  idle.add('c');
  expect([take('x', '10.0.0.2', 'busy'), gone]).toEqual([true, ['c']]);
  expect([take('y', '10.0.0.3', 'busy'), gone]).toEqual([true, ['c', 'a']]);
  // Now each has one.
  expect([take('z', '10.0.0.4'), gone]).toEqual([false, ['c', 'a']]);
  idle.add('x');
  expect([take('z', '10.0.0.4'), gone]).toEqual([true, ['c', 'a', 'x']]);
});

test('who has shown the token gives way to no stranger, and always gets in', () => {
  const { take, gone, taken } = createRow(3);
  take('a', '10.0.0.1');
  take('b', '10.0.0.1');
  take('c', '10.0.0.1', 'busy');
  taken.get('a')?.trust();
  expect([take('x', '10.0.0.2'), gone]).toEqual([true, ['b']]);
  expect([take('y', '10.0.0.1', 'busy', true), gone]).toEqual([true, ['b', 'x']]);
  expect([take('z', '10.0.0.1', 'busy', true), gone]).toEqual([true, ['b', 'x', 'c']]);
  expect(take('stranger', '10.0.0.9')).toBe(false);
});

test('a place that was left is free', () => {
  const { take, taken, gone, places } = createRow(1);
  take('a', '10.0.0.1', 'busy');
  expect(take('b', '10.0.0.2', 'busy')).toBe(false);
  taken.get('a')?.leave();
  taken.get('a')?.leave();
  expect([take('b', '10.0.0.2', 'busy'), gone, places.size]).toEqual([true, [], 1]);
});

test('one address may have less than all', () => {
  const { take, gone } = createRow(3, 2);
  take('a', '10.0.0.1', 'busy');
  take('b', '10.0.0.1', 'busy');
  expect([take('c', '10.0.0.1'), take('x', '10.0.0.2', 'busy'), gone]).toEqual([false, true, []]);
  expect([take('y', '10.0.0.3', 'busy'), gone]).toEqual([true, ['a']]);
});

test('each loopback address counts, and so does each of IPv6, though a /64 counts as one', () => {
  const loopback = createRow(2);
  loopback.take('a', '127.0.0.1');
  loopback.take('b', '127.0.0.1');
  expect([loopback.take('x', '127.0.0.2', 'busy'), loopback.gone]).toEqual([true, ['a']]);
  const row = createRow(4);
  for (const last of [1, 2, 3, 4]) row.take(`n${last}`, `fd00:1:2:3::${last}`, 'busy');
  expect([row.take('other', 'fd00:1:2:4::1', 'busy'), row.gone]).toEqual([true, ['n1']]);
  expect([row.take('v4', '::ffff:10.0.0.1', 'busy'), row.gone]).toEqual([true, ['n1', 'n2']]);
  const link = createRow(3);
  for (const name of ['a', 'b', 'c']) link.take(name, 'fe80::1%eth0', 'busy');
  expect([link.take('neighbour', 'fe80::2%eth0', 'busy'), link.gone]).toEqual([true, ['a']]);
});
