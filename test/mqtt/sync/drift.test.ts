// A player that is ahead or behind finds back by a little more or less speed, and stays there, whatever its clock does.
import { expect, test } from 'vitest';
import { toError, toPace, toPositionAt } from '../../../src/mqtt/sync/drift.ts';

const LOOP = { inSeconds: 2, lengthSeconds: 10, loop: true } as const;
const ONCE = { ...LOOP, loop: false } as const;

test('where a clip should be: from its in point on, round and round when it loops', () => {
  expect([0, 3, 10, 25.5].map((elapsed) => toPositionAt(LOOP, 100, 100 + elapsed))).toEqual([2, 5, 2, 7.5]);
  expect([0, 3, 10].map((elapsed) => toPositionAt(ONCE, 100, 100 + elapsed))).toEqual([2, 5, 12]);
});

test('the error is the shorter way round, ahead positive', () => {
  expect(toError(LOOP, 100, { positionSeconds: 5.1, atSeconds: 103 })).toBeCloseTo(0.1);
  expect(toError(LOOP, 100, { positionSeconds: 11.9, atSeconds: 110.1 })).toBeCloseTo(-0.2);
  expect(toError(LOOP, 100, { positionSeconds: 2.1, atSeconds: 109.9 })).toBeCloseTo(0.2);
  expect(toError(ONCE, 100, { positionSeconds: 4, atSeconds: 103 })).toBeCloseTo(-1);
});

test('the pace never leaves two percent, half a percent for a frame of 25 fps, and does not move for nothing', () => {
  expect([-5, -0.04, 0, 0.00001, 0.008, 5].map((error) => toPace(error, 1))).toEqual([1.02, 1.005, 1, 1, 0.999, 0.98]);
  expect(toPace(undefined, 1.002)).toBe(1.002);
});

/** Repeatable noise. */
const createNoise = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 31 - 1;
  };
};

test.each([
  [50, -50],
  [-50, 50],
  [50, 0],
])(
  'leader %i ppm, follower %i ppm fast: within a frame of 50 fps for four hours of a loop that costs each a different moment at every turn',
  (leaderPpm, followerPpm) => {
    const noise = createNoise(7);
    let leader = 0;
    let follower = -0.015;
    let pace = 1;
    let worst = 0;
    for (let second = 1; second <= 4 * 3600; second += 1) {
      leader += 1 + leaderPpm / 1e6;
      follower += pace * (1 + followerPpm / 1e6);
      if (second % 10 === 0) {
        leader -= 0.003 + 0.002 * noise();
        follower -= 0.003 + 0.002 * noise();
      }
      // Samples are a few milliseconds uncertain.
      pace = toPace(follower - leader + 0.002 * noise(), pace);
      if (second > 30) worst = Math.max(worst, Math.abs(follower - leader));
    }
    expect(worst).toBeLessThan(0.02);
  },
);
