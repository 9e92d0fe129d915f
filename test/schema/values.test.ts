import { expect, test } from 'vitest';
import { whole } from '../../src/schema/values.ts';

test.each([11, -11, 1.5, Number.NaN])('a whole number that is refused says so, whatever is wrong with %d', (value) => {
  expect(() => whole({ least: -10, most: 10 }).parse(value, 'frames')).toThrow(
    /^frames=.* is refused; allowed: a whole number from -10 to 10\.$/,
  );
});
