// The levels of the sound meter.
import { expect, test } from 'vitest';
import type { components } from '../../src/client/api-types.ts';
import { peakAt, toEnvelope, toLevel, toPart, toShown, toVolume } from '../../src/web/format/sound-level.ts';

const CLIP: components['schemas']['Clip'] = {
  ...{ id: 'a', number: 1, kind: 'video', name: 'a', file: 'a.mp4', durationSeconds: 30 },
  ...{ inSeconds: 10, outSeconds: 20, endAction: 'hold', loop: false, rotation: 0 },
  ...{ volumePercent: 100, muted: false, fadeInSeconds: 0, fadeOutSeconds: 0 },
};
const PLAYING = { state: 'playing', speed: 1, muted: false, volumePercent: 100 } as const;

test('a position has the peak of its step in each channel; outside there is silence', () => {
  const stereo = toEnvelope(Uint8Array.of(1, 0, 2, 200, 160, 0, 1));
  const peaks = [0, 0.09, 0.1, 0.2, -1].map((seconds) => [0, 1].map((channel) => peakAt(stereo, channel, seconds)));
  const none = Number.NEGATIVE_INFINITY;
  expect(peaks).toEqual([
    [0, -20],
    [0, -20],
    [none, -99.5],
    [none, none],
    [none, none],
  ]);
});

test('the steps of a long file are as long as it says', () => {
  const long = toEnvelope(Uint8Array.of(0, 1, 1, 160, 180));
  expect([long.stepSeconds, peakAt(long, 0, 25.5), peakAt(long, 0, 25.6)]).toEqual([25.6, -20, -10]);
});

test('what an empty sound has is silence', () => {
  expect(peakAt(toEnvelope(Uint8Array.of(1, 0, 1)), 0, 0)).toBe(Number.NEGATIVE_INFINITY);
});

test('volumes and the fade over all multiply, on a cubic scale', () => {
  const clip = { ...CLIP, volumePercent: 50 };
  const volume = toVolume({ ...PLAYING, volumePercent: 40 }, 0.5, clip, undefined, 15);
  expect(volume).toBeCloseTo(0.1);
  expect(toLevel(-6, volume)).toBeCloseTo(-66);
  expect(toLevel(-6, 0.5)).toBeCloseTo(-24.06, 2);
});

test.each([
  ['paused', { ...PLAYING, state: 'paused' } as const, CLIP],
  ['backwards', { ...PLAYING, speed: -2 }, CLIP],
  ['muted', { ...PLAYING, muted: true }, CLIP],
  ['as a muted clip', PLAYING, { ...CLIP, muted: true }],
])('%s it is silent', (_name, transport, clip) => {
  const volume = toVolume(transport, 1, clip, undefined, 15);
  expect([volume, toLevel(0, volume)]).toEqual([0, Number.NEGATIVE_INFINITY]);
});

test("the clip's fades lower it at both ends, and the item's go before them", () => {
  const clip = { ...CLIP, fadeInSeconds: 2, fadeOutSeconds: 4 };
  const at = (seconds: number, item?: { fadeInSeconds?: number; fadeOutSeconds?: number }) =>
    toVolume(PLAYING, 1, clip, item, seconds);
  expect([10, 11, 12, 16, 18, 20].map((seconds) => at(seconds))).toEqual([0, 0.5, 1, 1, 0.5, 0]);
  expect([at(11, { fadeInSeconds: 0 }), at(19, { fadeOutSeconds: 2 })]).toEqual([1, 0.5]);
});

test('it rises at once, and falls by 20 dB in 1.7 s', () => {
  expect(toShown(-40, -10, 0.016)).toBe(-10);
  expect(toShown(-10, Number.NEGATIVE_INFINITY, 1.7)).toBeCloseTo(-30);
  expect(toShown(-10, -15, 1.7)).toBe(-15);
  expect(toShown(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 1)).toBe(Number.NEGATIVE_INFINITY);
});

test('the bar begins at −60 dBFS and is full at 0', () => {
  expect([Number.NEGATIVE_INFINITY, -70, -60, -30, 0, 6].map(toPart)).toEqual([0, 0, 0, 0.5, 1, 1]);
});
