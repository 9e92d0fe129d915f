// Hosts files made at random, and what must hold when the machine is renamed in them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownNames, renameOwn, withOwnNames } from '../../src/host/hostname/hosts-file.ts';
import { mutated, type Random } from './random.ts';

const folder = join(import.meta.dirname, 'corpus/hosts');

/** Name and text, whose characters are bytes, one to one. */
export const HOSTS_CORPUS: readonly (readonly [string, string])[] = readdirSync(folder).map((name) => [
  name,
  readFileSync(join(folder, name), 'latin1'),
]);

const PIECES: readonly string[] = [
  ...['127.0.1.1', '127.0.0.1', '127.0.1.10', '::1', '192.168.0.2', '127.0.1.1 ', '\n127.0.1.1\t'],
  ...['old', 'new', 'OLD', 'old.lan', 'older', 'nas', 'localhost', 'new.lan'],
  ...[
    ' ',
    '\t',
    '  ',
    '\v',
    '\f',
    '\n',
    '\n',
    '\r\n',
    '\r',
    '#',
    '# old',
    '\0',
    '\xa0',
    '\xff',
    '\xe9',
    '\\',
    '"',
    '.',
  ],
];

/** A hosts file: pieces in a row, or one of the corpus with a few changes. */
export const randomHosts = (random: Random): string =>
  random.int(2) === 0 ? random.text(PIECES, 30) : mutated(random, random.pick(HOSTS_CORPUS)[1], PIECES);

// Told apart in another way than the rewriter does.
const isOwn = (line: string): boolean => /^[ \t\v\f\r]*127\.0\.1\.1(?:[ \t\v\f\r#]|$)/.test(line);

/** All lines but the own one; of further own lines their comments. */
const otherLines = (text: string): readonly string[] => {
  let hasOwn = false;
  return text.split('\n').flatMap((line) => {
    if (!isOwn(line)) return [line];
    const comment = /#.*$/s.exec(line)?.[0];
    const isFirst = !hasOwn;
    hasOwn = true;
    return isFirst || comment === undefined ? [] : [comment];
  });
};

const withoutFinalFeed = (lines: readonly string[]): string => lines.join('\n').replace(/\n$/, '');

/** What does not hold after the machine `old` was renamed to `new`; undefined when all is well. */
export const wrongWithHosts = (text: string, rewrite = withOwnNames): string | undefined => {
  const names = renameOwn(ownNames(text), 'old', 'new');
  const result = rewrite(text, names);
  const own = result.split('\n').filter(isOwn);
  if (own.length !== 1) return `it has ${own.length} lines of the own address`;
  if (JSON.stringify(ownNames(result)) !== JSON.stringify(names)) return `its names are ${ownNames(result)}`;
  if (!names.includes('new') || names.some((name) => /^old(\.|$)/i.test(name))) return `the names are ${names}`;
  if (withoutFinalFeed(otherLines(result)) !== withoutFinalFeed(otherLines(text))) return 'another line has changed';
  const ownComment = /#.*$/s.exec(text.split('\n').find(isOwn) ?? '')?.[0] ?? '';
  if (!own[0]?.endsWith(ownComment)) return 'its comment is lost';
  if (rewrite(result, names) !== result) return 'a second time changes it again';
  return undefined;
};
