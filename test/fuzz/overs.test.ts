import { expect, test } from 'vitest';
import { runOvers } from './overs.ts';

test('20,000 bursts of peers with four ids between them: every over whole, no loop passes', () => {
  const { overs, echoes, problems } = runOvers({ bursts: 20_000, seed: 20_261_129 });
  expect(problems).toEqual([]);
  expect([overs > 300, echoes > 10_000]).toEqual([true, true]);
});
