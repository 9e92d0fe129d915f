import { expect, test } from 'vitest';
import { randomLines, wrongWithLines } from './json-lines.ts';
import { search } from './random.ts';

const INPUTS = 1_200_000;

test(`${INPUTS} streams of lines: each object is read once and in order, however the bytes arrive`, () => {
  const seed = Date.now();
  expect(search({ count: INPUTS, seed, make: randomLines, wrong: wrongWithLines }), `seed ${seed}`).toEqual([]);
});
