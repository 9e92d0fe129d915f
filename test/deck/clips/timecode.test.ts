import { expect, test } from 'vitest';
import type { FrameRate } from '../../../src/deck/clips/clip.ts';
import {
  framesToSeconds,
  hasDropFrame,
  parseTimecode,
  secondsToFrames,
  type TimecodeBase,
  toTimecode,
} from '../../../src/deck/clips/timecode.ts';

const ntsc = (nominal: number): FrameRate => ({ numerator: nominal * 1000, denominator: 1001 });
const whole = (numerator: number): FrameRate => ({ numerator, denominator: 1 });
const base = (rate: FrameRate): TimecodeBase => ({ rate, dropFrame: hasDropFrame(rate) });
const RATES = [ntsc(24), whole(24), whole(25), ntsc(30), whole(30), whole(50), ntsc(60), whole(60)].map(base);

test('drop-frame is what 29.97 and 59.94 count in, and no other rate', () => {
  expect(RATES.filter(({ dropFrame }) => dropFrame).map(({ rate }) => rate)).toEqual([ntsc(30), ntsc(60)]);
});

test('labels leave out the first numbers of each minute but every tenth', () => {
  const at30 = (frame: number): string => toTimecode(frame, base(ntsc(30)));
  expect([at30(0), at30(1799), at30(1800), at30(3597), at30(3598), at30(17981), at30(17982), at30(107892)]).toEqual([
    '00:00:00;00',
    '00:00:59;29',
    '00:01:00;02',
    '00:01:59;29',
    '00:02:00;02',
    '00:09:59;29',
    '00:10:00;00',
    '01:00:00;00',
  ]);
  const at60 = (frame: number): string => toTimecode(frame, base(ntsc(60)));
  expect([at60(3599), at60(3600), at60(35964), at60(215784)]).toEqual([
    '00:00:59;59',
    '00:01:00;04',
    '00:10:00;00',
    '01:00:00;00',
  ]);
});

test('every frame of an hour has a label of its own, of eleven characters, that means it', () => {
  for (const each of RATES) {
    const wrong: number[] = [];
    for (let frame = 0; frame < 3700 * 60; frame += 1) {
      const label = toTimecode(frame, each);
      if (label.length !== 11 || parseTimecode(label, each) !== frame) wrong.push(frame);
    }
    expect(wrong).toEqual([]);
  }
});

test('a colon in a drop-frame rate is a plain count; a label that is left out means the next frame', () => {
  expect(parseTimecode('00:01:00:00', base(ntsc(30)))).toBe(1800);
  expect(parseTimecode('00:01:00;02', base(ntsc(30)))).toBe(1800);
  expect(parseTimecode('00:01:00;00', base(ntsc(30)))).toBe(1800);
  expect(parseTimecode('00:01:00;00', base(whole(25)))).toBe(1500);
});

test('hours run to 99 and begin again', () => {
  expect(toTimecode(100 * 3600 * 25, base(whole(25)))).toBe('00:00:00:00');
  expect(toTimecode(99 * 3600 * 25 + 1, base(whole(25)))).toBe('99:00:00:01');
});

test.each([
  '',
  '1:00:00:00',
  '00:00:00',
  '00:60:00:00',
  '00:00:60:00',
  '00:00:00:25',
  '00:00:00.01',
  'a',
  '-00:00:00:01',
])('%j is no timecode at 25 frames a second', (text) => {
  expect(() => parseTimecode(text, base(whole(25)))).toThrow(/is refused/);
});

test('frames and seconds go over into each other', () => {
  expect(framesToSeconds(30000, ntsc(30))).toBe(1001);
  expect(secondsToFrames(6.006, ntsc(30))).toBe(180);
});
