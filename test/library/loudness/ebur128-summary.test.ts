import { expect, test } from 'vitest';
import { Ebur128Summary } from '../../../src/library/loudness/ebur128-summary.ts';

/** As ffmpeg writes it at the end. */
const summary = (integrated: string, peak: string): string =>
  [
    '[Parsed_ebur128_0 @ 0x1] [info] Summary:',
    '',
    '  Integrated loudness:',
    `    I:         ${integrated} LUFS`,
    '    Threshold: -33.0 LUFS',
    '',
    '  Loudness range:',
    '    LRA:         2.0 LU',
    '',
    '  True peak:',
    `    Peak:      ${peak} dBFS`,
    '',
  ].join('\n');

const read = (text: string) => {
  const taken = new Ebur128Summary();
  taken.take(Buffer.from(text));
  return taken.figures;
};

test('the figures are those of the summary', () => {
  expect(read(summary('-23.0', ' -9.0'))).toEqual({ integratedLufs: -23, truePeakDbtp: -9, rangeLu: 2 });
  expect(read(summary('-70.0', ' -inf'))?.truePeakDbtp).toBe(Number.NEGATIVE_INFINITY);
});

test.each([
  ['-23.0', '  inf'],
  ['  inf', ' -9.0'],
  ['  nan', ' -9.0'],
])('samples without end have no figures, which no record could keep: %s LUFS, %s dBFS', (integrated, peak) => {
  expect(read(summary(integrated, peak))).toBeUndefined();
});
