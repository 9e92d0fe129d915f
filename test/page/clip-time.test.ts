// Positions as people read, hear and type them.
import { expect, test } from 'vitest';
import { parseClipTime, toClipTime, toSpokenTime } from '../../src/web/format/clip-time.ts';

const RATES = {
  '25': { numerator: 25, denominator: 1 },
  '23.976': { numerator: 24000, denominator: 1001 },
  '29.97': { numerator: 30000, denominator: 1001 },
  '59.94': { numerator: 60000, denominator: 1001 },
  none: undefined,
} as const;

test.each([
  ['25', 0, '00:00:00:00', '0 seconds 0 frames'],
  ['25', 62.12, '00:01:02:03', '1 minute 2 seconds 3 frames'],
  ['25', 3600.04, '01:00:00:01', '1 hour 0 minutes 0 seconds 1 frame'],
  ['23.976', 1001 / 24, '00:00:41:16', '41 seconds 16 frames'],
  ['29.97', 60.06, '00:01:00;02', '1 minute 0 seconds 2 frames'],
  ['29.97', 600, '00:10:00;00', '10 minutes 0 seconds 0 frames'],
  ['59.94', 60.06, '00:01:00;04', '1 minute 0 seconds 4 frames'],
  ['none', 62.12, '00:01:02.120', '1 minute 2.12 seconds'],
] as const)('at %s frames a second, %d s is %s and is said so', (rate, seconds, text, spoken) => {
  expect([toClipTime(seconds, RATES[rate]), toSpokenTime(seconds, RATES[rate])]).toEqual([text, spoken]);
});

test.each([
  ['25', '00:01:02:03', 62.12],
  ['25', '0:01:02:03', 62.12],
  ['25', ' 1:02.5 ', 62.5],
  ['25', '62,5', 62.5],
  ['25', '62.5', 62.5],
  ['25', '1:00:00', 3600],
  ['29.97', '00:01:00;02', 60.06],
  ['29.97', '00:01:00:02', 60.06],
  ['25', '00:00:00:25', undefined],
  ['25', '00:60:00:00', undefined],
  ['none', '00:00:01:02', undefined],
  ['25', '', undefined],
  ['25', '-1', undefined],
  ['25', 'soon', undefined],
  ['25', '1e3', undefined],
] as const)('at %s frames a second, “%s” is %s s', (rate, typed, seconds) => {
  const parsed = parseClipTime(typed, RATES[rate]);
  if (seconds === undefined) expect(parsed).toBeUndefined();
  else expect(parsed).toBeCloseTo(seconds, 3);
});

test.each(['25', '23.976', '29.97', '59.94'] as const)('at %s frames a second, what is shown may be typed', (name) => {
  const rate = RATES[name];
  for (let frame = 0; frame < 40_000; frame += 37) {
    const shown = toClipTime((frame * rate.denominator) / rate.numerator, rate);
    expect(toClipTime(parseClipTime(shown, rate) ?? -1, rate)).toBe(shown);
  }
});
