import { expect, test } from 'vitest';
import { writeOwnNames } from '../../src/host/own-line.ts';
import { randomHosts, wrongWithHosts } from './hosts-file.ts';
import { createRandom } from './random.ts';

const INPUTS = 1_200_000;
const INPUTS_WITH_HOSTILE = 2_000;

/** Inputs that do not hold, with what is wrong. */
const search = (count: number, seed: number, wrong: (text: string) => string | undefined): readonly string[] => {
  const random = createRandom(seed);
  const found: string[] = [];
  for (let input = 0; input < count && found.length < 5; input += 1) {
    const text = randomHosts(random);
    const what = wrong(text);
    if (what !== undefined) found.push(`${JSON.stringify(text)}: ${what}`);
  }
  return found;
};

test(`${INPUTS} hosts files: one own line with the new name, every other line keeps its bytes`, () => {
  const seed = Date.now();
  expect(search(INPUTS, seed, wrongWithHosts), `seed ${seed}`).toEqual([]);
});

test(`the same with hostile in between, ${INPUTS_WITH_HOSTILE} times`, () => {
  const seed = Date.now();
  expect(
    search(INPUTS_WITH_HOSTILE, seed, (text) => wrongWithHosts(text, writeOwnNames)),
    `seed ${seed}`,
  ).toEqual([]);
});
