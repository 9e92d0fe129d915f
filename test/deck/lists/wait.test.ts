// What the deck tells of a wait that runs.
import { expect, test } from 'vitest';
import { shownWait } from '../../../src/deck/lists/read-outs.ts';
import { changeKind } from '../../../src/deck/read-outs.ts';
import { createShow } from './lists-under-test.ts';

const TWO = [
  { id: 'item a', clipId: 'a', follow: 'next', postWaitSeconds: 2 },
  { id: 'item b', clipId: 'b', preWaitSeconds: 3 },
] as const;

test('the wait of GO is that of the item before its start, and its remaining time runs down', async () => {
  const { lists, deck, read, clock, settle } = await createShow(['a', { ...TWO[1] }]);
  await lists.go();
  expect(shownWait(deck.state())).toBeNull();
  await lists.go();
  const told = { itemId: 'item b', clipId: 'b', kind: 'pre' };
  expect(shownWait(deck.state())).toEqual({ ...told, remainingSeconds: 3 });
  expect(read().remaining).toBe(13);
  clock.advance(1.25);
  expect(shownWait(deck.state())).toEqual({ ...told, remainingSeconds: 1.75 });
  expect(read().remaining).toBe(11.75);
  clock.advance(1.75);
  await settle();
  expect([read().on, shownWait(deck.state())]).toEqual(['b playing', null]);
});

test('between two items it is the wait after the one, then that before the other', async () => {
  const { lists, deck, read, end, clock, settle } = await createShow([...TWO]);
  await lists.go();
  await end();
  expect(shownWait(deck.state())).toEqual({ itemId: 'item a', clipId: 'a', kind: 'post', remainingSeconds: 2 });
  expect(read().remaining).toBe(15);
  clock.advance(1.5);
  expect(shownWait(deck.state())).toMatchObject({ kind: 'post', remainingSeconds: 0.5 });
  clock.advance(0.75);
  expect(shownWait(deck.state())).toEqual({ itemId: 'item b', clipId: 'b', kind: 'pre', remainingSeconds: 2.75 });
  expect(read().remaining).toBe(12.75);
  clock.advance(2.75);
  await settle();
  expect([read().on, shownWait(deck.state())]).toEqual(['b playing', null]);
});

test('the wait after an item leads to whatever follows', async () => {
  const { lists, deck, read, end, clock, settle } = await createShow([{ ...TWO[0], follow: 'splash' }]);
  await lists.go();
  await end();
  expect(shownWait(deck.state())).toEqual({ itemId: 'item a', clipId: 'a', kind: 'post', remainingSeconds: 2 });
  clock.advance(2);
  await settle();
  expect([read().on, shownWait(deck.state())]).toEqual(['splash stopped', null]);
});

test('a wait that is cancelled, and one whose item is gone, is not told', async () => {
  const { lists, deck } = await createShow([{ ...TWO[1] }]);
  await lists.go();
  await deck.stop();
  expect(shownWait(deck.state())).toBeNull();
  await lists.go();
  expect(shownWait(deck.state())).toMatchObject({ remainingSeconds: 3 });
  await lists.edit(() => []);
  expect(shownWait(deck.state())).toBeNull();
});

test('an operation beside a wait does not set its time back', async () => {
  const { lists, deck, clock } = await createShow([{ ...TWO[1] }]);
  await lists.go();
  clock.advance(2);
  await lists.standBy(() => undefined);
  expect(shownWait(deck.state())).toMatchObject({ remainingSeconds: 1 });
});

test('what passes of a wait is told as a position is; its begin, its end and the change of its kind as a status', async () => {
  const { lists, deck, end, clock, settle } = await createShow([...TWO]);
  await lists.go();
  const kinds: string[] = [];
  const stop = deck.subscribe((next, before) => kinds.push(changeKind(next, before)));
  await end();
  expect(kinds).toContain('status');
  kinds.length = 0;
  clock.advance(1);
  expect(kinds).toEqual(['position']);
  clock.advance(1.5);
  expect(kinds).toEqual(['position', 'status']);
  kinds.length = 0;
  clock.advance(2.5);
  await settle();
  expect(kinds).toContain('status');
  stop();
});

test('nothing ticks when the wait is over, cancelled or the deck is gone', async () => {
  const { lists, deck, clock, settle } = await createShow([{ ...TWO[1] }]);
  const still = clock.running().length;
  await lists.go();
  clock.advance(1);
  await deck.stop();
  expect(clock.running().length).toBe(still);
  await lists.go();
  clock.advance(3);
  await settle();
  await deck.stop();
  expect(clock.running().length).toBe(still);
  await lists.standBy(() => ({ itemId: 'item b' }));
  await lists.go();
  await deck.dispose();
  expect(clock.running().length).toBe(0);
});
