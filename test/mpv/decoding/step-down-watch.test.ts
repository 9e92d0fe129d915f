// When a decoder hangs or is not in time, and when something else is to blame.
import { expect, test } from 'vitest';
import type { Media } from '../../../src/deck/ports.ts';
import { SOFTWARE } from '../../../src/mpv/decoding/decoding-way.ts';
import { createStepDown, type Failure } from '../../../src/mpv/decoding/step-down.ts';
import { createUnsavedLeftDecoders } from '../../../src/mpv/decoding/step-down-record.ts';
import { createTrial } from '../../../src/mpv/decoding/step-down-trial.ts';
import { createFrameWatch, createLossWatch, LOOK_INTERVAL_SECONDS } from '../../../src/mpv/decoding/step-down-watch.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';

const times = (seconds: number): readonly number[] =>
  Array.from({ length: Math.ceil(seconds / LOOK_INTERVAL_SECONDS) }, (_, index) => index * LOOK_INTERVAL_SECONDS);

const hangs = (
  at: (nowSeconds: number) => { positionSeconds: number; seeking: boolean; cache: object },
  frameSeconds = 0.04,
): boolean => {
  const watch = createFrameWatch();
  return times(2)
    .map((nowSeconds) => watch.hangs({ nowSeconds, frameSeconds, ...at(nowSeconds) }))
    .some(Boolean);
};

test.each([
  ['a picture that stands', true, () => ({ positionSeconds: 2, seeking: false, cache: { 'fw-bytes': 1 } })],
  ['a picture that moves', false, (now: number) => ({ positionSeconds: 2 + now, seeking: false, cache: {} })],
  ['a slow disk', false, () => ({ positionSeconds: 2, seeking: false, cache: { underrun: true, 'cache-end': 2.1 } })],
  [
    'a long way to a place',
    false,
    (now: number) => ({ positionSeconds: 9, seeking: true, cache: { 'fw-bytes': now } }),
  ],
  ['nothing consumed on the way', true, () => ({ positionSeconds: 9, seeking: true, cache: { 'fw-bytes': 1 } })],
  [
    'packets swallowed far beyond the place',
    true,
    (now: number) => ({ positionSeconds: 9, seeking: true, cache: { 'fw-bytes': now, 'cache-end': 20 + now } }),
  ],
] as const)('%s: a hang is %s', (_what, expected, at) => {
  expect(hangs(at)).toBe(expected);
});

test('a long frame is no hang', () => {
  const standing = () => ({ positionSeconds: 2, seeking: false, cache: { 'fw-bytes': 1 } });
  expect([hangs(standing, 1), hangs(standing, 0.5)]).toEqual([false, true]);
});

test('one hiccup of dropped frames is no storm, drops that go on are one, also across the wrap of a loop', () => {
  const storm = (dropped: (now: number) => number, position = (now: number): number => now): boolean => {
    const watch = createLossWatch();
    return times(2).some(
      (nowSeconds) =>
        watch.storm({
          ...{ nowSeconds, positionSeconds: position(nowSeconds), speed: 1, rate: 50 },
          dropped: dropped(nowSeconds),
        }) !== undefined,
    );
  };
  expect(storm((now) => (now > 0.5 ? 12 : 0))).toBe(false);
  expect(storm((now) => now * 15)).toBe(true);
  expect(
    storm(
      () => 0,
      (now) => now % 0.4,
    ),
  ).toBe(false);
  expect(
    storm(
      (now) => now * 15,
      (now) => now % 0.4,
    ),
  ).toBe(true);
  expect(
    storm(
      () => 0,
      (now) => now / 2,
    ),
  ).toBe(true);
});

const startTrial = (failure: Failure) => {
  const clock = createManualClock();
  const left = createUnsavedLeftDecoders();
  const way = { hwdec: 'drm', reason: 'the test', options: {} };
  const log = createRecordingLog();
  const stepDown = createStepDown({ plan: () => [way, SOFTWARE], left, isChosen: () => false, log });
  const picture: Media = { kind: 'video', path: '/clips/a.mp4' };
  const remaining = () => stepDown.waysFor(picture, { videoOutput: 'gpu', output: { rotationDegrees: 0 } });
  const failed = { picture, atSeconds: 1, failure, way };
  return { clock, stepDown, trial: createTrial({ clock, stepDown }), failed, way, remaining };
};

test('a file that no way shows is to blame itself', () => {
  const { stepDown, trial, failed, way, remaining } = startTrial('hung');
  stepDown.leave(failed, SOFTWARE);
  trial.begin(failed, [way, SOFTWARE], 0);
  expect(remaining()).toEqual([SOFTWARE]);
  trial.dissolve();
  expect(remaining()).toEqual([way, SOFTWARE]);
});

test('a way is taken back when the next one fails alike on trial, and the one that lost less goes on', () => {
  const { clock, stepDown, trial, failed, way, remaining } = startTrial('drops');
  stepDown.leave(failed, SOFTWARE);
  trial.begin(failed, [way, SOFTWARE], 0.2);
  expect(remaining()).toEqual([SOFTWARE]);
  clock.advance(2);
  expect(trial.fails({ ...failed, way: SOFTWARE }, 0.6)).toEqual([way, SOFTWARE]);
  expect(remaining()).toEqual([way, SOFTWARE]);
  // Of this file it is accepted from now on.
  expect(stepDown.isOverlooked(failed.picture, 'drops')).toBe(true);

  // Much later software is judged for itself.
  stepDown.leave(failed, SOFTWARE);
  trial.begin(failed, [way, SOFTWARE], 0.2);
  clock.advance(60);
  expect(trial.fails({ ...failed, way: SOFTWARE }, 0.6)).toBeUndefined();
  expect(remaining()).toEqual([SOFTWARE]);
});
