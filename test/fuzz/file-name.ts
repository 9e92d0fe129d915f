// File names made at random, and what must hold of the names that become of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toFileName, toNumberedName } from '../../src/library/file-name.ts';
import { mutated, type Random } from './random.ts';

export const NAME_CORPUS: readonly string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'corpus/file-names.json'), 'utf8'),
);

const PIECES: readonly string[] = [
  ...['a', 'B', '0', 'clip', '.mp4', '.MOV', '.', '..', '-', '_', ' ', '/', '\\', '\0', '\n', '\t', '\u007f', '\u0085'],
  ...[
    '\u00e9',
    'e\u0301',
    '\u0301',
    '\u1100',
    '\u1161',
    '\ufdfa',
    '\u65e5',
    '\u{1f44b}',
    '\u200d',
    '\ufe0f',
    '\ud83d',
    '\ude00',
  ],
  ...[
    '\u202e',
    '\u2066',
    '\u2028',
    '\ufeff',
    '\u00a0',
    '\u3000',
    '\u212a',
    '%',
    '"',
    "'",
    '<',
    '$(x)',
    '.upload-',
    '.trash-',
  ],
  ...['\u65e5'.repeat(80), 'x'.repeat(250), ' '.repeat(300), '\u{1f44b}'.repeat(60)],
];

export const randomName = (random: Random): string =>
  random.int(3) > 0 ? random.text(PIECES, 12) : mutated(random, random.pick(NAME_CORPUS), PIECES);

const isWellFormed = (text: string): boolean => Buffer.from(text, 'utf8').toString('utf8') === text;

const wrongWith = (name: string): string | undefined => {
  const bytes = Buffer.byteLength(name);
  if (bytes < 1 || bytes > 255) return `it has ${bytes} bytes`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  if (/[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(name))
    return 'it has a forbidden character';
  if (/^[.\-\s]/.test(name) || /\s$/.test(name)) return 'it begins or ends in a forbidden way';
  if (!isWellFormed(name) || name.normalize('NFC') !== name) return 'it is not well-formed NFC';
  return undefined;
};

/** What does not hold for the name that becomes of `given`; undefined when all is well. */
export const wrongWithName = (given: string): string | undefined => {
  const name = toFileName(given);
  const second = toNumberedName(name, 2);
  if (toFileName(name) !== name) return `a second time it becomes ${JSON.stringify(toFileName(name))}`;
  if (new Set([2, 3, 4].map((number) => toNumberedName(name, number))).size !== 3)
    return `numbers do not tell it apart: ${second}`;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  if (!second.endsWith(extension)) return `its extension is lost: ${second}`;
  return wrongWith(name) ?? wrongWith(second);
};
