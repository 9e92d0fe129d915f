import { expect, test } from 'vitest';
import { LINES_CORPUS, randomLines, wrongWithLines } from './json-lines.ts';
import { search } from './random.ts';

test.each(LINES_CORPUS)('%j', (stream) => {
  expect(wrongWithLines(stream)).toBeUndefined();
});

test('a few thousand streams made at random', () => {
  expect(search({ count: 10_000, seed: 1, make: randomLines, wrong: wrongWithLines })).toEqual([]);
});
