// What waits for the broker stays little: the newest of each state, and at most so many events.
import { expect, test } from 'vitest';
import { Outbox, type OutgoingMessage } from '../../../src/mqtt/broker/outbox.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

const createOutbox = () => {
  const clock = createManualClock();
  const published: string[] = [];
  const pending: (() => void)[] = [];
  let stuck = 0;
  const outbox = new Outbox({
    clock,
    publish: ({ payload }, done) => {
      published.push(payload);
      pending.push(done);
    },
    onStuck: () => {
      stuck += 1;
    },
  });
  return { clock, published, pending, outbox, stuck: () => stuck };
};
const message = (topic: string, payload: string): OutgoingMessage => ({ topic, payload, retained: true });

test('with a slow broker only the newest of a state is kept, and it is what arrives last', () => {
  const { outbox, published, pending } = createOutbox();
  for (let index = 0; index < 10_000; index += 1) outbox.enqueue(message('status', String(index)));
  expect(published).toHaveLength(16);
  expect(outbox.waiting()).toBe(1);
  while (pending.length > 0) pending.shift()?.();
  expect(published.at(-1)).toBe('9999');
});

test('of more answers than fit the oldest go', () => {
  const { outbox, published, pending } = createOutbox();
  for (let index = 0; index < 1000; index += 1) outbox.send(message('answer', String(index)));
  expect(outbox.waiting()).toBe(200);
  while (pending.length > 0) pending.shift()?.();
  expect(published.slice(-200)).toEqual(Array.from({ length: 200 }, (_, index) => String(800 + index)));
});

test('a broker that takes nothing for 10 s is stuck; one that is slow is not', () => {
  const { outbox, clock, pending, stuck } = createOutbox();
  outbox.enqueue(message('status', '1'));
  outbox.enqueue(message('clips', '2'));
  clock.advance(9);
  pending.shift()?.();
  clock.advance(9);
  expect(stuck()).toBe(0);
  clock.advance(1);
  expect(stuck()).toBe(1);
});
