// The envelope, from what ffmpeg's filter `ebur128` logs.
import { expect, test } from 'vitest';
import { EnvelopeMaker } from '../../../src/library/loudness/envelope.ts';

/** As ffmpeg writes it of a tenth of a second that ends at `seconds`. */
const frame = (seconds: number, ...peaks: readonly string[]): string => {
  const levels = (name: string) => `${name}: ${peaks.map((peak) => peak.padStart(5)).join(' ')} dBFS`;
  const figures = 'TARGET:-23 LUFS    M: -22.0 S:-120.7     I: -22.0 LUFS       LRA:   0.0 LU';
  return `[Parsed_ebur128_0 @ 0x55ce] [info] t: ${seconds}  ${figures}  ${levels('FTPK')}  ${levels('TPK')}`;
};

/** @param beginSeconds of the sound, as ffprobe says it */
const envelopeFrom = (beginSeconds: number | undefined, lines: readonly string[]): readonly number[] => {
  const maker = new EnvelopeMaker(beginSeconds);
  for (const line of lines) maker.take(line);
  return [...maker.bytes];
};
const envelopeOf = (...lines: readonly string[]) => envelopeFrom(undefined, lines);

test('each tenth of a second has the peak of each channel, in half decibels over −100 dBFS', () => {
  expect(envelopeOf(frame(0.0999792, '-20.0', '-26.0'), frame(0.200146, '0.0', '-99.5'))).toEqual([
    ...[1, 0, 2],
    ...[160, 148],
    ...[200, 1],
  ]);
});

test('silence is 0, and so is what is no number; more than the scale is its end', () => {
  expect(envelopeOf(frame(0.1, '-inf', '-120.3'), frame(0.2, 'nan', 'inf')).slice(3)).toEqual([0, 0, 0, 255]);
});

test('of one channel there is one row, of more than two the loudest', () => {
  expect(envelopeOf(frame(0.1, '-20.0'))).toEqual([1, 0, 1, 160]);
  expect(envelopeOf(frame(0.1, '-40.0', '-30.0', '-20.0', '-inf', '-50.0', '-60.0'))).toEqual([1, 0, 1, 160]);
});

test('sound that begins late, and a gap, are silent until it comes', () => {
  expect(envelopeOf(frame(0.3, '-20.0'), frame(0.6, '-10.0')).slice(3)).toEqual([0, 0, 160, 0, 0, 180]);
});

test('the first peak is where the sound begins, wherever ffmpeg begins to count', () => {
  const lines = [0.1, 0.2].map((seconds) => frame(seconds, '-20.0'));
  const later = [0.4, 0.5].map((seconds) => frame(seconds, '-20.0'));
  expect([lines, later].map((each) => envelopeFrom(0.3, each).slice(3))).toEqual([
    [0, 0, 0, 160, 160],
    [0, 0, 0, 160, 160],
  ]);
});

test('of a long file a step is as many tenths as keep it small, with the highest peak of them', () => {
  const tenths = 3 * 3600 * 10;
  const lines = Array.from({ length: tenths }, (_, index) =>
    frame((index + 1) / 10, index === 77_777 ? '-3.0' : '-20.0'),
  );
  const [low = 0, high = 0, channels, ...levels] = envelopeOf(...lines);
  expect([low + 256 * high, channels, levels.length]).toEqual([2, 1, tenths / 2]);
  expect(levels.flatMap((level, step) => (level === 160 ? [] : [[step, level]]))).toEqual([[38_888, 194]]);
});

test('a time that no file has makes it no longer than the longest', () => {
  expect(envelopeOf(frame(3_500_000, '-20.0', '-20.0')).length).toBeLessThanOrEqual(3 + 2 * 65_536);
  expect(envelopeOf(frame(1e15, '-20.0'), frame(0.1, '-20.0'))).toEqual([1, 0, 1, 160]);
});

test('a text in the file that imitates a line is none, and an empty sound is an envelope without steps', () => {
  expect(envelopeOf(`[info]     title           : ${frame(0.1, '0.0')}`)).toEqual([1, 0, 1]);
});
