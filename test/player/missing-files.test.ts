// Clips whose files come back while the player runs.
import { expect, test } from 'vitest';
import { watchMissingFiles } from '../../src/player/missing-files.ts';
import { createDeck } from '../deck/deck-under-test.ts';

test('the fault of a clip is gone soon after its file is back, and everybody is told', async () => {
  const { deck, store, clock, settle } = await createDeck({ missing: ['a.mp4', 'b.mp4', 'c.mp4'] });
  const stop = watchMissingFiles({ store, deck, clock });
  await expect(deck.select(1)).rejects.toMatchObject({ code: 'file-missing' });
  await expect(deck.select(2)).rejects.toMatchObject({ code: 'file-missing' });
  let changes = 0;
  deck.subscribe((next, before) => {
    if (next.clipFaults !== before.clipFaults) changes += 1;
  });
  const pass = async (): Promise<void> => {
    clock.advance(10);
    await settle();
  };
  await pass();
  expect([[...deck.state().clipFaults.keys()], changes]).toEqual([['a', 'b'], 0]);
  // As the store does when it has looked.
  store.isThere = async ({ file }) => !store.missing.has(file) || (file === 'a.mp4' && store.missing.delete(file));
  await pass();
  expect([[...deck.state().clipFaults.keys()], changes]).toEqual([['b'], 1]);
  store.isThere = async ({ file }) => !store.missing.has(file) || (file === 'c.mp4' && store.missing.delete(file));
  await pass();
  // It had no fault, but was said to be gone.
  expect([[...deck.state().clipFaults.keys()], changes]).toEqual([['b'], 2]);
  stop();
  store.isThere = async () => true;
  await pass();
  expect(changes).toBe(2);
});
