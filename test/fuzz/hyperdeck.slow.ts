import { expect, test } from 'vitest';
import { createHyperDeckServer } from '../hyperdeck/server-under-test.ts';
import { runRequests } from './hyperdeck-run.ts';
import { createRandom } from './random.ts';

const LINES = 1_000_000;
const CONNECTIONS = 4;

test(`${LINES} requests over ${CONNECTIONS} connections: nothing breaks, every connection comes back to order, others are answered at once`, async () => {
  const { connect, log } = await createHyperDeckServer();
  const other = await connect();
  await other.say('remote: override: true');
  let longest = 0;
  const beat = setInterval(async () => {
    const begin = performance.now();
    await other.say('ping');
    longest = Math.max(longest, performance.now() - begin);
  }, 250);
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`seed ${seed}`);
  const runs = Array.from({ length: CONNECTIONS }, async (_, index) =>
    runRequests(await connect(), createRandom(seed + index), LINES / CONNECTIONS),
  );
  await Promise.all(runs).finally(() => clearInterval(beat));
  console.log(`longest answer to another client: ${Math.round(longest)} ms`);
  expect(longest).toBeLessThan(1000);
  expect((await other.ask('transport info')).code).toBe(208);
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
