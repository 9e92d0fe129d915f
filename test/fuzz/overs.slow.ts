import { expect, test } from 'vitest';
import { runOvers } from './overs.ts';

test('1,000,000 bursts of peers with four ids between them: every over whole, no loop passes', () => {
  const { overs, echoes, problems } = runOvers({ bursts: 1_000_000, seed: 28 });
  expect(problems).toEqual([]);
  expect([overs > 20_000, echoes > 600_000]).toEqual([true, true]);
});
