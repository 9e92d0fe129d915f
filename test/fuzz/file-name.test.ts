import { expect, test } from 'vitest';
import { NAME_CORPUS, randomName, wrongWithName } from './file-name.ts';
import { createRandom } from './random.ts';

test.each(NAME_CORPUS.map((given) => [given]))('%j', (given) => {
  expect(wrongWithName(given)).toBe(undefined);
});

test('a few thousand names made at random', () => {
  const random = createRandom(1);
  for (let input = 0; input < 10_000; input += 1) {
    const given = randomName(random);
    expect(wrongWithName(given), JSON.stringify(given)).toBe(undefined);
  }
});
