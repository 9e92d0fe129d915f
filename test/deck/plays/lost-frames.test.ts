import { expect, test } from 'vitest';
import { addLost, NONE_LOST, toLost } from '../../../src/deck/plays/lost-frames.ts';

const counts = (droppedByDecoder: number, droppedByOutput: number, late: number) => ({
  droppedByDecoder,
  droppedByOutput,
  late,
});

test('counters that rise count the difference, and those that fell have begun anew', () => {
  expect(toLost(counts(3, 10, 1), counts(5, 12, 1))).toEqual(counts(2, 2, 0));
  expect(toLost(counts(3, 10, 1), counts(0, 0, 0))).toEqual(NONE_LOST);
  expect(toLost(counts(3, 10, 1), counts(0, 4, 1))).toEqual(counts(0, 4, 0));
});

test('losses add up', () => {
  expect(addLost(counts(1, 2, 3), counts(4, 5, 6))).toEqual(counts(5, 7, 9));
});
