// The power of a PC with the image pulled at any moment, and what it comes back with.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cutAndCheck } from './cuts.ts';
import { canBootImage } from './needs.ts';
import { createPc, type Pc } from './pc.ts';
import { brightness } from './picture.ts';

const CUTS = 10;

describe.runIf(canBootImage('power cuts of a PC', 'amd64'))('a PC with the image', () => {
  let pc: Pc;

  beforeAll(async () => {
    pc = createPc();
    pc.card.edit({ 'ssh-key': pc.key });
    await pc.boot();
  }, 3_600_000);
  afterAll(() => pc?.dispose(), 120_000);

  test(`its power cut ${CUTS} times in the middle of changes, comes back with a good list and no half clip`, async () => {
    const certain = new Set<string>();
    for (let cut = 0; cut < CUTS; cut += 1) {
      // The moment is another one each time.
      await cutAndCheck(pc, cut, 700 + cut * 450, certain);
      console.log(`cut ${cut + 1} of ${CUTS}: all there`);
    }
    expect(brightness(await pc.guest.screen())).toBeGreaterThan(1);
  }, 7_200_000);
});
