import { expect, test } from 'vitest';
import { randomName, wrongWithName } from './file-name.ts';
import { createRandom } from './random.ts';

const INPUTS = 1_000_000;

test(`${INPUTS} names of uploads become names that every disk takes and nothing hides behind`, () => {
  const seed = Date.now();
  const random = createRandom(seed);
  const found: string[] = [];
  for (let input = 0; input < INPUTS && found.length < 5; input += 1) {
    const given = randomName(random);
    const what = wrongWithName(given);
    if (what !== undefined) found.push(`${JSON.stringify(given)}: ${what}`);
  }
  expect(found, `seed ${seed}`).toEqual([]);
});
