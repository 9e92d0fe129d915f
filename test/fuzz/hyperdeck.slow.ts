import { setTimeout as sleep } from 'node:timers/promises';
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
  let isRunning = true;
  // Of processor time: on a busy machine the wall clock also counts what others did meanwhile.
  const beating = (async () => {
    while (isRunning) {
      const before = process.cpuUsage();
      await other.say('ping');
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      await sleep(250);
    }
  })();
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`seed ${seed}`);
  const runs = Array.from({ length: CONNECTIONS }, async (_, index) =>
    runRequests(await connect(), createRandom(seed + index), LINES / CONNECTIONS),
  );
  await Promise.all(runs).finally(() => {
    isRunning = false;
  });
  await beating;
  console.log(`longest answer to another client: ${Math.round(longest)} ms of processor time`);
  expect(longest).toBeLessThan(1000);
  expect((await other.ask('transport info')).code).toBe(208);
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
