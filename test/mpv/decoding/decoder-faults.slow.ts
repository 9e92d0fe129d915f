// Each kind of failure of a decoder, 200 times, each at another position, moment, speed and sound.
import { expect, test } from 'vitest';
import { FAULTS, injectFault } from '../../fixtures/decoder-faults.ts';

const TIMES = 200;

test.each(FAULTS)(`a decoder that fails (%s) is left within a second, ${TIMES} times of ${TIMES}`, async (fault) => {
  const delays: number[] = [];
  for (let variant = 0; variant < TIMES; variant++) {
    const { leftAfterSeconds, movedFrames, held, expected } = await injectFault(fault, variant);
    expect({ variant, held }).toEqual({ variant, held: expected });
    expect(movedFrames, `variant ${variant}`).toBe(0);
    delays.push(leftAfterSeconds);
  }
  console.log(`${fault}: left after ${Math.min(...delays).toFixed(2)} to ${Math.max(...delays).toFixed(2)} s`);
  expect(Math.max(...delays)).toBeLessThanOrEqual(1);
});
