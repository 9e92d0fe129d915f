// Who lost its picture jumps back to the others; who was sent elsewhere leaves them; all else is a matter of tempo.
import { expect, test } from 'vitest';
import { type Disruption, toCorrection, toRemainingDisruption } from '../../../src/mqtt/sync/correction.ts';
import { addSample, isSent } from '../../../src/mqtt/sync/frame-samples.ts';

const OFF = [0.01, 0.1, 1, 3] as const;

test.each([
  ['none', ['pace', 'pace', 'pace', 'leave']],
  ['gone', ['pace', 'jump', 'jump', 'jump']],
  ['stood', ['pace', 'pace', 'jump', 'jump']],
  ['sent', ['pace', 'pace', 'pace', 'leave']],
] as const)('%s: off by 0.01, 0.1, 1 and 3 s, ahead or behind, it will %j', (disruption, courses) => {
  for (const sign of [1, -1]) expect(OFF.map((off) => toCorrection(sign * off, disruption, 0))).toEqual(courses);
});

test('jumps that do not help are given up', () => {
  expect([1, 2, 3, 4].map((jumps) => toCorrection(3, 'gone', jumps))).toEqual(['jump', 'jump', 'leave', 'leave']);
  expect(toCorrection(1, 'gone', 3)).toBe('pace');
});

test('who was gone is one of them again within a frame; any other disruption is over when it is near', () => {
  const left = (disruption: Disruption) => [0.01, 0.1, 3].map((off) => toRemainingDisruption(-off, disruption));
  expect(left('gone')).toEqual(['none', 'gone', 'gone']);
  expect(left('stood')).toEqual(['none', 'none', 'stood']);
  expect(left('sent')).toEqual(['none', 'none', 'sent']);
});

test('a position that jumps was sent, the turn of a loop was not', () => {
  const loop = { inSeconds: 2, lengthSeconds: 10, loop: true } as const;
  const sent = (section: typeof loop | { inSeconds: number; lengthSeconds: number; loop: boolean }) =>
    [
      [3, 3.04],
      [11.98, 2.01],
      [3, 7],
      [7, 3],
      [3, 2.9],
    ].map(([from = 0, to = 0]) => isSent(section, from, to));
  expect(sent(loop)).toEqual([false, false, true, true, true]);
  expect(sent({ ...loop, loop: false })).toEqual([false, true, true, true, true]);
});

test('frames that were held up on the way count as one, the last; a jump makes those before it worthless', () => {
  const frame = (positionSeconds: number, atSeconds: number) => ({ positionSeconds, atSeconds });
  const calm = [frame(1, 10), frame(1.04, 10.04)];
  expect(addSample(calm, frame(1.08, 10.08))).toEqual([...calm, frame(1.08, 10.08)]);
  expect(addSample(calm, frame(1.08, 10.0401))).toEqual([frame(1, 10), frame(1.08, 10.0401)]);
  expect(addSample(calm, frame(5, 10.08))).toEqual([frame(5, 10.08)]);
  expect(addSample(calm, frame(0.5, 10.08))).toEqual([frame(0.5, 10.08)]);
});
