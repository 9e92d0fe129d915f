import { expect, test } from 'vitest';
import { writeOwnNames } from '../../src/host/own-line.ts';
import { HOSTS_CORPUS, randomHosts, wrongWithHosts } from './hosts-file.ts';
import { createRandom } from './random.ts';

test.each(HOSTS_CORPUS)('%s', (_name, text) => {
  expect([wrongWithHosts(text), wrongWithHosts(text, writeOwnNames)]).toEqual([undefined, undefined]);
});

test('a few thousand hosts files made at random', () => {
  const random = createRandom(1);
  for (let input = 0; input < 10_000; input += 1) {
    const text = randomHosts(random);
    expect(wrongWithHosts(text), JSON.stringify(text)).toBe(undefined);
  }
});
