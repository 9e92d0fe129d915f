import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { toJsonParts } from '../../src/http/json-parts.ts';

const write = async (value: unknown): Promise<string> => Buffer.concat((await toJsonParts(value)) ?? []).toString();

test.each([
  [[]],
  [{}],
  [null],
  ['text "quoted"'],
  [[1, undefined, null, { a: [1, 2] }]],
  [{ version: 1, gone: undefined, clips: [{ name: 'Ä', of: [] }], lists: [] }],
  [{ 'odd "name"': [1], nested: { list: [1, 2] } }],
])('it is the document that JSON.stringify writes: %j', async (value) => {
  expect(await write(value)).toBe(JSON.stringify(value));
});

test('others have many turns while a long list is written', async () => {
  const items = Array.from({ length: 2000 }, (_, index) => ({
    id: `item-${index}`,
    clipId: 'a',
    note: 'x'.repeat(80),
  }));
  const lists = Array.from({ length: 200 }, (_, index) => ({ id: `list-${index}`, items }));
  let turns = 0;
  let isWritten = false;
  const others = (async () => {
    for (; !isWritten; turns += 1) await nextTurn();
  })();
  const told: number[] = [];
  const parts = (await toJsonParts(lists, (bytes) => told.push(bytes) > 0)) ?? [];
  isWritten = true;
  await others;
  expect(turns).toBeGreaterThan(10 * parts.length);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(Buffer.concat(parts).length / 4);
  expect(told).toEqual(parts.map(({ length }) => length));
});

test('it stops when nobody wants the rest', async () => {
  const long = Array.from({ length: 400 }, () => 'x'.repeat(100_000));
  let count = 0;
  const parts = await toJsonParts(long, () => {
    count += 1;
    return count < 2;
  });
  expect([parts, count]).toEqual([undefined, 2]);
});
