// How error texts show values from outside.
import { expect, test } from 'vitest';
import { quote, quoteValue } from '../../src/base/quote.ts';

test('a text has one pair of quotes, stays on one line and is cut; other values stand as JSON writes them', () => {
  expect([quote('a"b'), quote('a\nb'), quote('x'.repeat(100))]).toEqual(['"a\\"b"', '"a\\nb"', `"${'x'.repeat(80)}…"`]);
  expect(['5', 5, true, null, ['a'], { on: 1 }, undefined].map(quoteValue)).toEqual([
    ...['"5"', '5', 'true', 'null', '["a"]', '{"on":1}', 'nothing'],
  ]);
  expect(quoteValue(Array.from({ length: 100 }, () => 1))).toHaveLength(81);
});

test('a number that is too large for a number is called that, wherever it stands', () => {
  expect([JSON.parse('1e999'), JSON.parse('-1e999'), Number.NaN].map(quoteValue)).toEqual([
    'too large',
    'too small',
    'not a number',
  ]);
  expect(quoteValue(JSON.parse('{"at":[1e999,5]}'))).toBe('{"at":["too large",5]}');
});
