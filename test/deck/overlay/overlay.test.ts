// What the operator lays over the picture, and when it changes.
import { afterEach, expect, test } from 'vitest';
import { NO_OVERLAY, parseOverlay } from '../../../src/deck/overlay/overlay.ts';
import { NO_LINES, toNextChange, toOverlayLines } from '../../../src/deck/overlay/overlay-lines.ts';
import { toResumePoint } from '../../../src/deck/resume-point.ts';
import { createDeck } from '../deck-under-test.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  [{ kind: 'text' }, 'missing-parameter'],
  [{ kind: 'text', text: '  ' }, 'missing-parameter'],
  [{ kind: 'text', text: 'a\nb' }, 'invalid-value'],
  [{ kind: 'text', text: 'x'.repeat(201) }, 'invalid-value'],
  [{ kind: 'countdown' }, 'missing-parameter'],
  [{ kind: 'clock', until: 5 }, 'invalid-value'],
  [{ kind: 'none', text: 'x' }, 'invalid-value'],
] as const)('%j is refused', async (given, code) => {
  const { deck, player } = await createDeck();
  deck.overlay.show({ kind: 'text', text: 'before' });
  expect(() => deck.overlay.show(parseOverlay(given))).toThrow(expect.objectContaining({ code }));
  expect([deck.state().overlay, player.overlays.length]).toEqual([{ kind: 'text', text: 'before' }, 1]);
});

test('a text is taken as it is, without what stands around it; an empty one is none', () => {
  expect(parseOverlay({ kind: 'text', text: ' {\\b1}Ä\u0308 ' })).toEqual({ kind: 'text', text: '{\\b1}Ä\u0308' });
  expect(parseOverlay({ kind: 'clock', text: '' })).toEqual({ kind: 'clock' });
  expect(parseOverlay({ kind: 'none', text: '' })).toEqual(NO_OVERLAY);
  expect(parseOverlay({ kind: 'countdown', text: 'Starts in', until: 9 })).toEqual({
    ...{ kind: 'countdown', text: 'Starts in', untilSeconds: 9 },
  });
});

test.each([
  [0, '0:00'],
  [-5, '0:00'],
  [0.001, '0:01'],
  [59.5, '1:00'],
  [300, '5:00'],
  [3600, '1:00:00'],
  [360_000, '100:00:00'],
])('a countdown reads %d s as %s', (left, time) => {
  expect(toOverlayLines({ kind: 'countdown', untilSeconds: 1000 + left }, 1000, String)).toEqual({ text: '', time });
});

test.each([
  [{ kind: 'clock' }, 10, 1],
  [{ kind: 'clock' }, 10.75, 0.25],
  [{ kind: 'countdown', untilSeconds: 20.5 }, 10.25, 0.25],
  [{ kind: 'countdown', untilSeconds: 20.5 }, 10.5, 1],
  [{ kind: 'countdown', untilSeconds: 5 }, 10.5, 0.5],
  [{ kind: 'text', text: 'x' }, 10, undefined],
  [NO_OVERLAY, 10, undefined],
] as const)('%j changes at the second: at %d in %d s', (overlay, now, seconds) => {
  expect(toNextChange(overlay, now)).toBe(seconds);
});

test('a clock shows the time of day in the zone of the machine, once a second', async () => {
  process.env.TZ = 'Asia/Kathmandu';
  const { deck, player, clock } = await createDeck();
  deck.overlay.show({ kind: 'clock' });
  // The wall is at 1000 s after 1970-01-01 00:00 UTC, 05:30 there at that time.
  expect(player.overlays).toEqual([{ text: '', time: '05:46:40' }]);
  clock.advance(0.9);
  expect(player.overlays).toHaveLength(1);
  for (let tick = 0; tick < 22; tick += 1) clock.advance(0.1);
  expect(player.overlays.map(({ time }) => time)).toEqual(['05:46:40', '05:46:41', '05:46:42', '05:46:43']);
  deck.overlay.show(NO_OVERLAY);
  clock.advance(5);
  expect(player.overlays.slice(4)).toEqual([NO_LINES]);
});

test('a countdown runs through loads, ends and the loss of the player, and stays at 0', async () => {
  const { deck, player, clock, settle } = await createDeck();
  deck.overlay.show({ kind: 'countdown', text: 'Starts in', untilSeconds: 1003 });
  await deck.select(1);
  await deck.play();
  clock.advance(1);
  player.lose('killed');
  clock.advance(1);
  player.revive();
  await settle();
  clock.advance(10);
  expect(player.overlays.map(({ time }) => time)).toEqual(['0:03', '0:02', '0:01', '0:00']);
  expect(deck.state().overlay).toEqual({ kind: 'countdown', text: 'Starts in', untilSeconds: 1003 });
});

test('a player that was killed begins with the overlay that it had', async () => {
  const first = await createDeck();
  expect(toResumePoint(first.deck.state())).not.toHaveProperty('overlay');
  first.deck.overlay.show({ kind: 'text', text: 'Back soon' });
  const resume = toResumePoint(first.deck.state());
  const { deck, player } = await createDeck({ resume });
  expect([deck.state().overlay, player.overlays]).toEqual([
    { kind: 'text', text: 'Back soon' },
    [{ text: 'Back soon', time: '' }],
  ]);
});

test('an operation that takes its time does not take the overlay back', async () => {
  const { deck, settle } = await createDeck();
  const selecting = deck.select(1);
  deck.overlay.show({ kind: 'clock' });
  await selecting;
  await settle();
  expect(deck.state().overlay).toEqual({ kind: 'clock' });
});
