import { expect, test } from 'vitest';
import { NAME_CORPUS, randomName, wrongWithName } from './file-name.ts';
import { search } from './random.ts';

test.each(NAME_CORPUS.map((given) => [given]))('%j', (given) => {
  expect(wrongWithName(given)).toBe(undefined);
});

test('a few thousand names made at random', () => {
  expect(search({ count: 10_000, seed: 1, make: randomName, wrong: wrongWithName })).toEqual([]);
});
