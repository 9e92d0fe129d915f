import { expect, test } from 'vitest';
import { parseHostName } from '../../../src/host/hostname/host-name.ts';

test.each([
  ['cuedeck', 'cuedeck'],
  ['Stage-LEFT-2', 'stage-left-2'],
  ['a', 'a'],
  ['4k', '4k'],
  ['a'.repeat(63), 'a'.repeat(63)],
])('%s is a host name', (text, name) => {
  expect(parseHostName(text)).toBe(name);
});

test.each([
  '',
  ' ',
  '-a',
  'a-',
  'a_b',
  'a.b',
  'a b',
  'a\n127.0.0.1 evil',
  'a\0',
  'a#b',
  'localhost',
  'LOCALHOST',
  '12345',
  'a'.repeat(64),
  'büro',
  '\u212aing',
])('%j is none', (text) => {
  expect(() => parseHostName(text)).toThrow(
    `hostname=${JSON.stringify(text)} is refused; allowed: 1 to 63 letters, digits and hyphens, no hyphen at either end, not localhost, not digits alone.`,
  );
});
