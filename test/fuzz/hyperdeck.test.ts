import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createHyperDeckServer } from '../hyperdeck/server-under-test.ts';
import { runCorpus, runRequests } from './hyperdeck-run.ts';
import { createRandom } from './random.ts';

const corpus: readonly string[] = JSON.parse(readFileSync('test/fuzz/corpus/hyperdeck.json', 'utf8'));

test('requests that once were trouble, and thousands made up: every connection comes back to order, others notice nothing', async () => {
  const { connect, log } = await createHyperDeckServer();
  const [fuzzed, other] = [await connect(), await connect()];
  await other.say('remote: override: true');
  const random = createRandom(7);
  await runCorpus(fuzzed, corpus, random);
  await runRequests(fuzzed, random, 4000);
  expect((await other.ask('transport info')).code).toBe(208);
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
