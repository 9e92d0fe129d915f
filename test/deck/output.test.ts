import { expect, test } from 'vitest';
import { PLAIN_OUTPUT, withSetOutput } from '../../src/deck/output.ts';

const NOTHING_SET = {
  audioDevice: undefined,
  displayMode: undefined,
  displayRotation: undefined,
  decoder: undefined,
} as const;
const CHOSEN = { audioDevice: 'alsa/usb', displayMode: '1280x720', rotationDegrees: 90 } as const;

test('what a setting says goes over what was chosen, and the rest stays', () => {
  expect(withSetOutput(CHOSEN, { ...NOTHING_SET, displayMode: '1920x1080@50' })).toEqual({
    ...CHOSEN,
    displayMode: '1920x1080@50',
  });
  expect(withSetOutput(CHOSEN, { ...NOTHING_SET, displayRotation: 0 })).toEqual({ ...CHOSEN, rotationDegrees: 0 });
  expect(withSetOutput(PLAIN_OUTPUT, { ...NOTHING_SET, audioDevice: 'alsa/hdmi' })).toEqual({
    audioDevice: 'alsa/hdmi',
    rotationDegrees: 0,
  });
  expect(withSetOutput(CHOSEN, { ...NOTHING_SET, decoder: 'software' })).toEqual({ ...CHOSEN, decoder: 'software' });
});

test('settings that say nothing new give the same object, so nothing is written', () => {
  expect(withSetOutput(CHOSEN, NOTHING_SET)).toBe(CHOSEN);
  expect(
    withSetOutput(CHOSEN, { ...NOTHING_SET, audioDevice: 'alsa/usb', displayMode: '1280x720', displayRotation: 90 }),
  ).toBe(CHOSEN);
});
