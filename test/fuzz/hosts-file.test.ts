import { expect, test } from 'vitest';
import { writeOwnNames } from '../../src/host/hostname/hostile-fence.ts';
import { HOSTS_CORPUS, randomHosts, wrongWithHosts } from './hosts-file.ts';
import { search } from './random.ts';

test.each(HOSTS_CORPUS)('%s', (_name, text) => {
  expect([wrongWithHosts(text), wrongWithHosts(text, writeOwnNames)]).toEqual([undefined, undefined]);
});

test('a few thousand hosts files made at random', () => {
  expect(search({ count: 10_000, seed: 1, make: randomHosts, wrong: (text) => wrongWithHosts(text) })).toEqual([]);
});
