// The words that docs/glossary.md retires do not come back: as names of files, or anywhere.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tableIn } from '../fixtures/document-table.ts';

const GLOSSARY = 'docs/glossary.md';
const FOLDERS = ['src', 'test', 'bench', 'docs'];
/** The only places that may write the words. */
const EXEMPT: readonly string[] = [GLOSSARY, 'test/rules/words.test.ts'];
const TEXTS = /\.(tsx?|mjs|md|css|html)$/;

const retired = tableIn(readFileSync(GLOSSARY, 'utf8'), 'retired', 'use', 'refused in').map(
  ([word = '', use = '', where = '']) => ({
    word: word.replaceAll('`', ''),
    use,
    where: where.replaceAll('`', ''),
  }),
);
const refusedIn = (place: string): readonly string[] =>
  retired.filter(({ where }) => where === place).map(({ word }) => word);

const paths = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name),
    isFile: entry.isFile(),
  })),
).filter(({ path }) => !EXEMPT.includes(path));

/** A name without what follows its first dot. */
const toStem = (path: string): string => basename(path).replace(/\..*$/, '');

/** `resumePoint`, `ResumePoint`, `RESUME_POINT`, `resume-point` and `resume point` are all `resume point`. */
const toWords = (text: string): string =>
  ` ${text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')} `;

const wordsOf = (text: string, refused: readonly string[]): readonly string[] => {
  const words = toWords(text);
  return refused.filter((word) =>
    word.endsWith('_') ? new RegExp(`\\b${word}`).test(text) : words.includes(toWords(word)),
  );
};

describe('docs/glossary.md', () => {
  test('retires words in the two ways that this test knows', () => {
    expect(retired.length).toBeGreaterThan(50);
    expect(retired.filter(({ word, use, where }) => !word || !use || !/^(file names|everywhere)$/.test(where))).toEqual(
      [],
    );
  });

  test('retires each word once, in the order of the alphabet', () => {
    const words = retired.map(({ word }) => word);
    expect(words).toEqual([...new Set(words)].sort());
  });
});

test('no file or folder has a retired word for its name', () => {
  const refused = new Set(retired.map(({ word }) => word));
  expect(paths.map(({ path }) => path).filter((path) => refused.has(toStem(path)))).toEqual([]);
});

test('words are found in every form that a name can have', () => {
  const forms = [
    'resumePoint',
    'ResumePointFile',
    'RESUME_POINT',
    'a resume-point',
    'The resume point.',
    'toResumePoint(',
  ];
  expect(forms.filter((form) => wordsOf(form, ['resume-point']).length === 0)).toEqual([]);
  expect(wordsOf('the resume pointer', ['resume-point'])).toEqual([]);
  expect(wordsOf('const MOST_CLIPS = 3; // most clips', ['MOST_', 'LEAST_'])).toEqual(['MOST_']);
});

test('no text has a word that is retired everywhere', () => {
  const refused = refusedIn('everywhere');
  const found = paths
    .filter(({ path, isFile }) => isFile && TEXTS.test(path))
    .map(({ path }) => [path, wordsOf(readFileSync(path, 'utf8'), refused)] as const)
    .filter(([, words]) => words.length > 0);
  expect(Object.fromEntries(found)).toEqual({});
});
