// What a clip is converted to, by the verdict on it.
import { expect, test } from 'vitest';
import { createClip, type MediaInfo } from '../../../src/deck/clips/clip.ts';
import type { Playability } from '../../../src/deck/clips/playability.ts';
import { toClipTarget } from '../../../src/library/convert/clip-target.ts';

const HD25: MediaInfo = {
  ...{ container: 'mp4', videoCodec: 'h264', profile: 'High', pixelFormat: 'yuv420p', interlaced: false },
  ...{ width: 1920, height: 1080, frameRate: { numerator: 25, denominator: 1 } },
};
const HD50 = { ...HD25, frameRate: { numerator: 50, denominator: 1 } };
const FULL = { width: 1920, height: 1080 };
const MEASURED = { decoder: 'no', advice: [], measuredAt: '2026-11-29T18:00:00.000Z' } as const;
const TOO_SLOW: Playability = { ...MEASURED, verdict: 'too-slow' };

const toTarget = (info: MediaInfo, judged: Playability | undefined, box = FULL) =>
  toClipTarget(createClip('a', 'a.mp4', { info, moving: true, durationSeconds: 10 }), box, judged);

test.each([
  ['without a verdict', undefined],
  ['that is smooth', { ...MEASURED, verdict: 'smooth' }],
  ['that is tight by its headers, which may be wrong', { decoder: 'no', advice: [], verdict: 'tight' }],
  ['that nothing is known of', { decoder: 'no', advice: [], verdict: 'unknown' }],
] as const)('a clip %s keeps what every board takes', (_, judged) => {
  expect(toTarget(HD50, judged)).toEqual({ box: FULL, maxRate: 60 });
});

test.each([
  ['too slow', TOO_SLOW],
  ['too slow by its headers', { decoder: 'no', advice: [], verdict: 'too-slow' }],
  ['tight', { ...MEASURED, verdict: 'tight' }],
] as const)(
  'one that is %s gets fewer frames a second first, then a smaller picture, as its advice says',
  (_, judged) => {
    expect(toTarget(HD50, judged)).toEqual({ box: FULL, maxRate: 30 });
    expect(toTarget({ ...HD25, videoCodec: 'hevc' }, judged)).toEqual({ box: FULL, maxRate: 30 });
    expect(toTarget(HD25, judged)).toEqual({ box: { width: 1280, height: 720 }, maxRate: 30 });
  },
);

test('a smaller picture is never larger than the screen, and not made of a small one', () => {
  const screen = { width: 1024, height: 600 };
  expect(toTarget(HD25, TOO_SLOW, screen).box).toEqual(screen);
  expect(toTarget({ ...HD25, width: 1080, height: 1920 }, TOO_SLOW).box).toEqual({ width: 720, height: 1080 });
  expect(toTarget({ ...HD25, width: 640, height: 360 }, TOO_SLOW).box).toEqual(FULL);
});
