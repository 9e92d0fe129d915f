import { expect, test } from 'vitest';
import { writeOwnNames } from '../../src/host/hostname/hostile-fence.ts';
import { randomHosts, wrongWithHosts } from './hosts-file.ts';
import { search } from './random.ts';

const INPUTS = 1_200_000;
const INPUTS_WITH_HOSTILE = 2_000;

test(`${INPUTS} hosts files: one own line with the new name, every other line keeps its bytes`, () => {
  const seed = Date.now();
  const found = search({ count: INPUTS, seed, make: randomHosts, wrong: (text) => wrongWithHosts(text) });
  expect(found, `seed ${seed}`).toEqual([]);
});

test(`the same with hostile in between, ${INPUTS_WITH_HOSTILE} times`, () => {
  const seed = Date.now();
  const wrong = (text: string) => wrongWithHosts(text, writeOwnNames);
  expect(search({ count: INPUTS_WITH_HOSTILE, seed, make: randomHosts, wrong }), `seed ${seed}`).toEqual([]);
});
