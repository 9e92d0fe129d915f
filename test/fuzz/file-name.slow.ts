import { expect, test } from 'vitest';
import { randomName, wrongWithName } from './file-name.ts';
import { search } from './random.ts';

const INPUTS = 1_000_000;

test(`${INPUTS} names of uploads become names that every disk takes and nothing hides behind`, () => {
  const seed = Date.now();
  expect(search({ count: INPUTS, seed, make: randomName, wrong: wrongWithName }), `seed ${seed}`).toEqual([]);
});
