import { expect, test } from 'vitest';
import { toFileName, toNumberedName } from '../../src/library/file-name.ts';

test.each([
  ['spaces, umlauts, other scripts and emoji stay', 'Grüße aus 東京 👋🏽.mp4', 'Grüße aus 東京 👋🏽.mp4'],
  ['percent signs, quotes and shell words stay', `100% "it's" $(x) <b>.mov`, `100% "it's" $(x) <b>.mov`],
  ['a decomposed name is composed', 'Gru\u0308n.mp4', 'Gr\u00fcn.mp4'],
  ['folders go', '/etc/../home/me/clip.mp4', 'clip.mp4'],
  ["another system's folders go", 'C:\\Users\\me\\clip.mp4', 'clip.mp4'],
  ['a climb out of the folder goes', '../../clip.mp4', 'clip.mp4'],
  ['control characters go', 'a\u0000b\nc\u001b[31m\u0085d\u007f.mp4', 'abc[31md.mp4'],
  ['what turns the reading direction goes', 'clip\u202e4pm.exe.mp4', 'clip4pm.exe.mp4'],
  ['half a character goes', 'a\ud800b.mp4', 'ab.mp4'],
  ['leading dots and dashes go', '-.--..clip.mp4', 'clip.mp4'],
  ['white space at the ends goes', ' \u00a0\u3000clip.mp4\t ', 'clip.mp4'],
  ['our own hidden names cannot be had', '.upload-12', 'upload-12'],
  ['dots inside stay', 'a.b..c.mp4', 'a.b..c.mp4'],
  ['nothing at all is a clip', '', 'clip'],
  ['a mere extension keeps it', '.mp4', 'clip.mp4'],
  ['dots and dashes alone are nothing', '..-..', 'clip'],
  ['a name without extension has none', 'README', 'README'],
])('%s', (_promise, given, kept) => {
  expect(toFileName(given)).toBe(kept);
});

test('a long name is cut between characters, to 255 bytes with its extension', () => {
  const name = toFileName(`${'日'.repeat(5000)}.mp4`);
  expect(name).toBe(`${'日'.repeat(83)}.mp4`);
  expect(Buffer.byteLength(name)).toBe(253);
});

test('a number goes before the extension', () => {
  expect([1, 2, 3].map((number) => toNumberedName('a b.mp4', number))).toEqual([
    'a b.mp4',
    'a b (2).mp4',
    'a b (3).mp4',
  ]);
  expect(toNumberedName('README', 2)).toBe('README (2)');
});

test('a number finds room in the longest name', () => {
  const name = toNumberedName(`${'a'.repeat(251)}.mp4`, 12);
  expect(name).toBe(`${'a'.repeat(246)} (12).mp4`);
});
