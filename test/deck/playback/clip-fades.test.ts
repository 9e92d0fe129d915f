// The level of a clip as a function of its position.
import { expect, test } from 'vitest';
import { type ClipFade, levelAt, toClipFades, toKnots } from '../../../src/deck/playback/clip-fades.ts';

const media = (numerator: number, denominator = 1) =>
  ({
    ...{ container: 'mp4', videoCodec: 'h264', width: 192, height: 108, interlaced: false },
    frameRate: { numerator, denominator },
  }) as const;

const fadesOf = (fadeInSeconds: number, fadeOutSeconds: number, rate = media(25)): readonly ClipFade[] =>
  toClipFades({ fadeInSeconds, fadeOutSeconds, media: rate }, { inSeconds: 1, outSeconds: 6 });

test('a clip without fades has none', () => {
  expect(fadesOf(0, 0)).toEqual([]);
  expect(levelAt([], 3)).toBe(1);
});

test('from black at its first frame along a straight line to the picture, and back to black at its last frame', () => {
  const fades = fadesOf(2, 2);
  const levels = [1, 1.04, 2, 2.96, 3, 4, 4.04, 5.96, 5.999].map((at) => levelAt(fades, at));
  expect(levels.map((level) => Math.round(level * 1000) / 1000)).toEqual([0, 0.02, 0.5, 0.98, 1, 1, 0.98, 0, 0]);
});

test.each([
  [24000, 1001],
  [25, 1],
  [30000, 1001],
  [50, 1],
  [60000, 1001],
])(
  'the first and the last frame are black at %i/%i frames a second, wherever the points lie between frames',
  (...rate) => {
    const [frame, fades] = [rate[1] / rate[0], fadesOf(2, 2, media(...rate))];
    // A millisecond before the next frame of the grid a frame is that one.
    for (let share = 0; share < 0.9; share += 0.09) {
      // Frames so much after the grid that begins at the in point.
      const first = 1 + share * frame;
      const last = first + (Math.ceil((6 - first) / frame - 0.02) - 1) * frame;
      expect(levelAt(fades, first)).toBe(0);
      expect(levelAt(fades, last)).toBe(0);
      expect(levelAt(fades, first + frame)).toBeGreaterThan(0);
      expect(levelAt(fades, first + frame) * 255).toBeLessThan(12);
      expect(levelAt(fades, last - 1.5 * frame)).toBeGreaterThan(0);
    }
  },
);

test('no step between frames is over 12 of 255 in two seconds, at any rate', () => {
  for (const rate of [media(24000, 1001), media(25), media(60000, 1001)]) {
    const [frame, fades] = [rate.frameRate.denominator / rate.frameRate.numerator, fadesOf(2, 2, rate)];
    const levels = Array.from({ length: Math.floor(5 / frame) }, (_, index) => 255 * levelAt(fades, 1 + index * frame));
    const steps = levels.slice(1).map((level, index) => Math.abs(level - (levels[index] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(12);
  }
});

test('fades that are longer than the clip end with it, and multiply where they overlap', () => {
  const fades = fadesOf(60, 60);
  expect(levelAt(fades, 3.5)).toBeCloseTo(0.25, 1);
  expect([levelAt(fades, 1), levelAt(fades, 5.99)]).toEqual([0, 0]);
});

test('a fade shorter than a frame makes that frame black', () => {
  const fades = fadesOf(0.01, 0.01);
  expect([1, 1.04, 5.92, 5.96].map((at) => levelAt(fades, at))).toEqual([0, 1, 1, 0]);
});

test('among clips that are loaded as one, it fades no other', () => {
  const within = { startSeconds: 0.998, endSeconds: 5.998 };
  const clip = { fadeInSeconds: 1, fadeOutSeconds: 1, media: media(25) };
  const fades = toClipFades(clip, { inSeconds: 1, outSeconds: 6 }, within);
  expect([0.96, 1, 1.5, 5.96, 6].map((at) => levelAt(fades, at))).toEqual([1, 0, 0.5, 0, 1]);
});

test('between its knots a fade is a straight line', () => {
  const within = { startSeconds: 0.998, endSeconds: 5.998 };
  for (const fade of [
    ...fadesOf(2, 2),
    ...toClipFades({ fadeInSeconds: 1, fadeOutSeconds: 2 }, { inSeconds: 1, outSeconds: 6 }, within),
  ]) {
    const knots = toKnots(fade);
    for (let at = 0.5; at < 7; at += 0.0137) {
      const next = knots.findIndex(({ atSeconds }) => atSeconds > at);
      const [from, to] = [knots[(next < 0 ? knots.length : next) - 1] ?? knots[0], knots[next] ?? knots.at(-1)];
      if (from === undefined || to === undefined) throw new Error('there are no knots');
      const length = to.atSeconds - from.atSeconds;
      const share = length > 0 ? Math.max(0, at - from.atSeconds) / length : 1;
      expect(from.level + (to.level - from.level) * share).toBeCloseTo(levelAt([fade], at), 6);
    }
  }
});
