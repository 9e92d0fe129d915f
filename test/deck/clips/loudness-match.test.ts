// The volume that matches a clip to −23 LUFS.
import { expect, test } from 'vitest';
import { toMatch, toMatchMessage } from '../../../src/deck/clips/loudness-match.ts';

test.each([
  ['as loud as it should be', -23, -10, { volumePercent: 100, lufs: -23 }],
  ['18 dB too loud', -5, -1, { volumePercent: 50.1, lufs: -23 }],
  ['3 dB too loud', -20, -6, { volumePercent: 89.1, lufs: -23 }],
  ['too loud, with peaks over full scale', -9, 1.5, { volumePercent: 58.4, lufs: -23 }],
  ['louder than full scale', 3, 6, { volumePercent: 36.8, lufs: -23 }],
  ['a hair too quiet', -23.04, -10, { volumePercent: 100, lufs: -23 }],
] as const)('a clip that is %s meets it', (_name, integratedLufs, truePeakDbtp, match) => {
  expect(toMatch({ integratedLufs, truePeakDbtp })).toEqual(match);
  expect(toMatchMessage(match)).toBeUndefined();
});

test.each([
  [
    'is too quiet',
    [-30.2, -12],
    { volumePercent: 100, lufs: -30.2, limit: 'volume' },
    'It reaches −30.2 LUFS, not −23: a volume goes up to 100 %, which is as loud as its file.',
  ],
  [
    'has peaks far over its loudness',
    [-22.5, 1],
    { volumePercent: 92.6, lufs: -24.5, limit: 'peak' },
    'It reaches −24.5 LUFS, not −23: more would take its true peak over −1 dBTP.',
  ],
  [
    'is too quiet, with peaks at full scale',
    [-30, 0],
    { volumePercent: 96.2, lufs: -31, limit: 'peak' },
    'It reaches −31.0 LUFS, not −23: more would take its true peak over −1 dBTP.',
  ],
] as const)('a clip that %s comes as close as it can, and says why', (_name, [lufs, peak], match, message) => {
  expect(toMatch({ integratedLufs: lufs, truePeakDbtp: peak })).toEqual(match);
  expect(toMatchMessage(match)).toBe(message);
});

test('no match takes the true peak over its limit, or comes out louder than its target', () => {
  for (let lufs = -60; lufs <= 5; lufs += 0.7) {
    for (let peak = lufs; peak < lufs + 25; peak += 0.9) {
      const { volumePercent } = toMatch({ integratedLufs: lufs, truePeakDbtp: peak });
      const gain = 60 * Math.log10(volumePercent / 100);
      expect(volumePercent).toBeGreaterThan(0);
      expect(volumePercent).toBeLessThanOrEqual(100);
      expect(peak + gain).toBeLessThanOrEqual(-1 + 1e-6);
      expect(lufs + gain).toBeLessThanOrEqual(-23 + 1e-6);
    }
  }
});
