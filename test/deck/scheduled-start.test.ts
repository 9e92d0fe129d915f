// A start at an instant needs no broker: any interface may ask the deck for one.
import { expect, test } from 'vitest';
import { clipById } from '../../src/deck/clips/clip-list.ts';
import type { ClockReading } from '../../src/deck/ports.ts';
import { createScheduledStart, type ScheduledStartRequest } from '../../src/deck/scheduled-start.ts';
import { createDeck } from './deck-under-test.ts';

const GOOD: ClockReading = { source: 'chrony', offsetSeconds: 0, uncertaintySeconds: 0.001 };

/** The wall clock stands at 1000 and goes with the clock that the test holds. */
const createScheduled = async (options: { readonly reading?: ClockReading | undefined } = { reading: GOOD }) => {
  const made = await createDeck();
  const { deck, clock, settle } = made;
  const wall = { nowSeconds: () => 1000 + clock.nowSeconds(), reading: () => options.reading };
  const startAt = createScheduledStart({ deck, clock, wall, boundSeconds: 0.02 });
  const news: string[] = [];
  const fire = (change: Partial<ScheduledStartRequest> = {}) =>
    startAt({
      pick: (clips) => clipById(clips, 'b'),
      atSeconds: 1010,
      force: false,
      onReady: () => news.push('ready'),
      onStarted: ({ lateSeconds }) => news.push(`started ${lateSeconds} late`),
      ...change,
    });
  const pass = async (seconds: number): Promise<void> => {
    clock.advance(seconds);
    await settle();
  };
  return { ...made, fire, news, pass };
};

test('the clip is cued and armed at once, and runs on the instant', async () => {
  const { fire, news, pass, deck, shown, settle } = await createScheduled();
  const started = fire();
  await settle();
  expect([shown(), deck.state().armedAt, news]).toEqual([[2, false, 0], 1010, ['ready']]);
  await pass(5);
  expect([shown(), deck.state().armedAt]).toEqual([[2, false, 0], 1010]);
  await pass(5);
  expect([shown().slice(0, 2), deck.state().armedAt]).toEqual([[2, true], undefined]);
  await pass(1);
  expect(await started).toMatchObject({ clip: { id: 'b' }, atSeconds: 1010, lateSeconds: 0 });
  expect(news).toEqual(['ready', 'started 0 late']);
});

test('a clock that stood still while the instant passed starts it late, and says by how much', async () => {
  const { fire, pass, shown, settle } = await createScheduled();
  const started = fire();
  await settle();
  await pass(12);
  expect(shown()[1]).toBe(true);
  await pass(1);
  expect((await started).lateSeconds).toBe(2);
});

test('another operation takes it back', async () => {
  const { fire, deck, pass, shown, settle } = await createScheduled();
  const refused = expect(fire()).rejects.toMatchObject({ code: 'taken-back' });
  await settle();
  await deck.stop();
  await pass(20);
  await refused;
  expect(shown()).toEqual([2, false, 0]);
});

test.each([
  ['an instant that has passed', {}, { atSeconds: 999 }, 'too-late', 'The instant was 1000.0 ms ago.'],
  ['one that is too near', {}, { atSeconds: 1000.125 }, 'too-late', '125.0 ms; allowed: 200.0 ms or more.'],
  ['one after tomorrow', {}, { atSeconds: 1000 + 90_000 }, 'invalid-value', 'at=1970-01-02T01:16:40.000Z is refused'],
  ['a clock that nobody keeps', { reading: undefined }, {}, 'clock-unsure', 'Nobody keeps the clock'],
  ['a clock beyond the bound', { reading: { ...GOOD, uncertaintySeconds: 0.05 } }, {}, 'clock-unsure', 'by 50.0 ms'],
])('%s is refused, and nothing on the screen changes', async (_what, options, change, code, words) => {
  const { fire, shown, deck } = await createScheduled('reading' in options ? options : undefined);
  await deck.select(1);
  await expect(fire(change)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  expect(shown()).toEqual([1, false, 0]);
});

test('force starts by a clock that nobody keeps', async () => {
  const { fire, pass, shown, settle } = await createScheduled({});
  const started = fire({ force: true });
  await settle();
  await pass(10);
  expect(shown()[1]).toBe(true);
  await pass(1);
  await started;
});
