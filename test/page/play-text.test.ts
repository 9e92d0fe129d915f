// What the page says of a play, and which instants a day of the play log has.
import { afterEach, expect, test } from 'vitest';
import type { components } from '../../src/client/api-types.ts';
import { toDayRange, toEndedText, toFiredText, toFramesText, toRanText } from '../../src/web/format/play-text.ts';

type Play = components['schemas']['Play'];

const PLAY: Play = {
  ...{ startedAt: '2026-05-01T20:15:00.000Z', endedAt: '2026-05-01T20:16:05.400Z' },
  ...{ clipId: 'a', clip: 'Opening', inSeconds: 0, outSeconds: 10 },
  by: { door: 'osc', from: '10.0.0.7' },
  ended: 'end',
  ...{ framesDue: 250, framesDropped: 0, framesDroppedByDecoder: 0, framesDroppedByOutput: 0, framesLate: 0 },
};

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('a play is told in words', () => {
  expect(toRanText(PLAY)).toBe('1:05');
  expect(toRanText({ ...PLAY, endedAt: '2026-05-01T20:14:00.000Z' })).toBe('0:00');
  expect(toFiredText(PLAY.by)).toBe('over OSC, 10.0.0.7');
  expect(toFiredText({ door: 'power-on', from: '' })).toBe('at power-on');
  expect(['end', 'stop', 'other-clip', 'fault'].map((ended) => toEndedText({ ...PLAY, ended } as Play))).toEqual([
    'ran to its end',
    'was stopped',
    'was replaced',
    'broke off with a fault',
  ]);
});

test.each([
  [250, 0, 0, '250 frames, none dropped or late'],
  [250, 3, 4, '250 frames, 3 dropped, 4 late'],
  [1, 0, 1, '1 frame, 1 late'],
  [0, 0, 0, '0 frames'],
])('of %i frames, %i dropped and %i late: %s', (framesDue, framesDropped, framesLate, words) => {
  expect(toFramesText({ ...PLAY, framesDue, framesDropped, framesLate })).toBe(words);
});

test('a day goes from midnight to midnight where the browser is, also when the clocks change', () => {
  process.env.TZ = 'Europe/Berlin';
  expect(toDayRange('2026-03-29')).toEqual({ since: '2026-03-28T23:00:00.000Z', until: '2026-03-29T22:00:00.000Z' });
  expect(toDayRange('2026-12-31')).toEqual({ since: '2026-12-30T23:00:00.000Z', until: '2026-12-31T23:00:00.000Z' });
  expect(['', '2026', 'x'].map(toDayRange)).toEqual([undefined, undefined, undefined]);
});
