// Links between the documents, and the paths that they name, lead to what is there.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const documents = [
  ...readdirSync('.'),
  ...readdirSync('docs', { recursive: true }).map((name) => join('docs', String(name))),
]
  .filter((name) => name.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** As a forge makes them from headings. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));

const linksOf = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(([, link, image]) => link ?? image ?? '');

const isBroken = (from: string, link: string): boolean => {
  if (/^[a-z]+:/.test(link)) return false;
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? from : normalize(join(dirname(from), file));
  if (!existsSync(path)) return true;
  return anchor !== undefined && (!statSync(path).isFile() || !anchorsOf(path).includes(anchor));
};

test('there are documents to check', () => {
  expect(documents.length).toBeGreaterThan(10);
});

test.each(documents)('the links of $path lead somewhere', ({ path, text }) => {
  expect(linksOf(text).filter((link) => isBroken(path, link))).toEqual([]);
});

/** Files and folders that a document names in backquotes; what is built, and patterns, are left out. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:src|test|bench|docs|scripts|systemd|image|debian)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );

test.each(documents)('the paths that $path names are there', ({ text }) => {
  expect(pathsIn(text).filter((path) => !existsSync(path))).toEqual([]);
});

test('every document is linked from another one', () => {
  const linked = new Set(
    documents.flatMap(({ path, text }) =>
      linksOf(text).map((link) => normalize(join(dirname(path), link.split('#')[0] ?? ''))),
    ),
  );
  expect(documents.map(({ path }) => path).filter((path) => path.includes('/') && !linked.has(path))).toEqual([]);
});

test('README stays short', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length - 1).toBeLessThanOrEqual(120);
});
