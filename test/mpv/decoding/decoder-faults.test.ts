// Each kind of failure of a decoder is left within a second of mpv's own clock, at its place, with one warning.
import { expect, test } from 'vitest';
import { FAULTS, injectFault } from '../../fixtures/decoder-faults.ts';

test.each(FAULTS)('a decoder that fails (%s) is left within a second, and nothing else changes', async (fault) => {
  for (let variant = 0; variant < 5; variant++) {
    const { leftAfterSeconds, movedFrames, held, expected } = await injectFault(fault, variant);
    expect(held).toEqual(expected);
    expect(leftAfterSeconds).toBeLessThanOrEqual(1);
    // The next decoder begins at the picture that is on, however late mpv takes the command.
    expect(movedFrames).toBe(0);
  }
});
