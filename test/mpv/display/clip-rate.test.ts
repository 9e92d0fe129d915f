// The rate of the screen that suits the clip list.
import { expect, test } from 'vitest';
import { type Clip, NEW_CLIP } from '../../../src/deck/clips/clip.ts';
import { parseDisplayMode } from '../../../src/deck/output.ts';
import { withClipRate } from '../../../src/mpv/display/clip-rate.ts';

const clip = (numerator: number, denominator = 1): Clip => ({
  ...{ id: 'a', kind: 'video', name: 'a', file: 'a.mp4', ...NEW_CLIP },
  ...{ durationSeconds: 1, inSeconds: 0, outSeconds: 1 },
  media: {
    ...{ container: 'mov', videoCodec: 'h264', width: 1920, height: 1080, interlaced: false },
    frameRate: { numerator, denominator },
  },
});
const RATES = ['60.00', '59.94', '50.00', '30.00', '25.00', '24.00', '23.98', '120.00'];
const modes = [...RATES.map((rate) => `HDMI-A-1 1920x1080@${rate}`), 'HDMI-A-2 1920x1080@47.95'];
const withRate = (clips: readonly Clip[], connector?: string) =>
  withClipRate('1920x1080@clips', { clips, modes, connector });

test('the highest multiple up to 60 Hz of the rate that most clips have', () => {
  expect(withRate([clip(25)])).toBe('1920x1080@50.00');
  expect(withRate([clip(30000, 1001)])).toBe('1920x1080@59.94');
  expect(withRate([clip(30)])).toBe('1920x1080@60.00');
  expect(withRate([clip(24)], 'HDMI-A-1')).toBe('1920x1080@24.00');
  expect(withRate([clip(24000, 1001)], 'HDMI-A-1')).toBe('1920x1080@23.98');
  expect(withRate([clip(24000, 1001)])).toBe('1920x1080@47.95');
  expect(withRate([clip(30), clip(25), clip(25)])).toBe('1920x1080@50.00');
});

test('the size alone where nothing fits, and other modes as they are', () => {
  expect(withRate([])).toBe('1920x1080');
  expect(withRate([clip(17)])).toBe('1920x1080');
  expect(withRate([clip(25)], 'DP-1')).toBe('1920x1080');
  expect(withClipRate('1920x1080@50', { clips: [clip(30)], modes, connector: undefined })).toBe('1920x1080@50');
  expect(withClipRate(undefined, { clips: [clip(30)], modes, connector: undefined })).toBeUndefined();
  expect(parseDisplayMode('1920x1080@clips')).toBe('1920x1080@clips');
  expect(() => parseDisplayMode('1920x1080@clip')).toThrow();
});
