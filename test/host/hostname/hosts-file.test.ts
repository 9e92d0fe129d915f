import { expect, test } from 'vitest';
import { writeOwnNames } from '../../../src/host/hostname/hostile-fence.ts';
import { bothNames, ownNames, renameOwn, withOwnNames } from '../../../src/host/hostname/hosts-file.ts';

const rename = (text: string): string => writeOwnNames(text, renameOwn(ownNames(text), 'old', 'new'));

test.each([
  ['the plain case', '127.0.0.1\tlocalhost\n127.0.1.1\told\n', '127.0.0.1\tlocalhost\n127.0.1.1\tnew\n'],
  ['the space and the comment on the line stay', ' 127.0.1.1 \t old  # mine\n', ' 127.0.1.1 \t new  # mine\n'],
  ['a name that begins with the former one', '127.0.1.1 old.lan old\n', '127.0.1.1 new.lan new\n'],
  ['a former name in capitals', '127.0.1.1 OLD.lan Old\n', '127.0.1.1 new.lan new\n'],
  ['other names on the line stay', '127.0.1.1 old older nas\n', '127.0.1.1 new older nas\n'],
  ['a line without the former name', '127.0.1.1 nas\n', '127.0.1.1 nas new\n'],
  ['a line without any name', '127.0.1.1\n', '127.0.1.1\tnew\n'],
  ['a line with a comment instead of names', '127.0.1.1 # old\n', '127.0.1.1\tnew # old\n'],
  ['several lines become one', '127.0.1.1 old\n::1 x\n127.0.1.1 nas\n', '127.0.1.1 new nas\n::1 x\n'],
  ['the comment of a line that goes stays', '127.0.1.1 old\n127.0.1.1 nas # box\n', '127.0.1.1 new nas\n# box\n'],
  [
    'no such line: after that of localhost',
    '# top\n127.0.0.1 localhost\n::1 x\n',
    '# top\n127.0.0.1 localhost\n127.0.1.1\tnew\n::1 x\n',
  ],
  ['neither line: at the end', '10.0.0.1 gate\n', '10.0.0.1 gate\n127.0.1.1\tnew\n'],
  ['no line feed at the end', '10.0.0.1 gate', '10.0.0.1 gate\n127.0.1.1\tnew\n'],
  ['an empty file', '', '127.0.1.1\tnew\n'],
  [
    'line ends of another system',
    '127.0.0.1 localhost\r\n127.0.1.1 old\r\n',
    '127.0.0.1 localhost\r\n127.0.1.1 new\r\n',
  ],
  ['a new line between such ends', '127.0.0.1 localhost\r\n', '127.0.0.1 localhost\r\n127.0.1.1\tnew\r\n'],
  [
    'the former name elsewhere stays',
    '127.0.0.1 old\n192.168.0.2 old\n127.0.1.1 old\n',
    '127.0.0.1 old\n192.168.0.2 old\n127.0.1.1 new\n',
  ],
  ['a line that is commented out stays', '#127.0.1.1 old\n', '#127.0.1.1 old\n127.0.1.1\tnew\n'],
  ['an address that only begins alike stays', '127.0.1.10 old\n', '127.0.1.10 old\n127.0.1.1\tnew\n'],
  [
    'bytes that are no text stay',
    'caf\xe9 \xff\xa0\n127.0.1.1 old \xa0\xff\n',
    'caf\xe9 \xff\xa0\n127.0.1.1 new \xa0\xff\n',
  ],
])('%s', (_what, before, after) => {
  expect(rename(before)).toBe(after);
  expect(rename(after)).toBe(after);
});

test('while a renaming is under way the machine has both names', () => {
  const text = '127.0.1.1 old.lan old nas\n';
  expect(withOwnNames(text, bothNames(ownNames(text), 'old', 'new'))).toBe('127.0.1.1 new.lan new nas old.lan old\n');
});

test('a very long line takes no time', () => {
  const text = `127.0.1.1 ${' '.repeat(200_000)}x${'\t'.repeat(200_000)}old\n`;
  expect(ownNames(rename(text))).toEqual(['x', 'new']);
});
