// Which key presses mean a clip, as browsers report them.
import { expect, test } from 'vitest';
import { toDigitKey } from '../../src/web/keys/digit-key.ts';

const press = (code: string, key: string, { shiftKey = false, numLock = false } = {}) =>
  toDigitKey({ code, key, shiftKey, getModifierState: (name) => name === 'NumLock' && numLock });

test('a digit is its clip, with Shift as well, on every layout', () => {
  expect(press('Digit3', '3')).toEqual({ digit: 3, isShifted: false });
  expect(press('Digit3', '#', { shiftKey: true })).toEqual({ digit: 3, isShifted: true });
  expect(press('Digit3', '"')).toEqual({ digit: 3, isShifted: false });
  expect(press('Digit0', '0')).toBeUndefined();
  expect(press('KeyQ', 'q')).toBeUndefined();
});

test('a number pad means clips while it types digits', () => {
  expect(press('Numpad4', '4', { numLock: true })).toEqual({ digit: 4, isShifted: false });
  // A Mac knows no Num Lock.
  expect(press('Numpad4', '4')).toEqual({ digit: 4, isShifted: false });
  expect(press('Numpad4', '4', { shiftKey: true })).toEqual({ digit: 4, isShifted: true });
});

test('a number pad that is switched to arrows fires nothing', () => {
  expect(press('Numpad4', 'ArrowLeft')).toBeUndefined();
  expect(press('Numpad7', 'Home')).toBeUndefined();
  expect(press('Numpad5', 'Clear')).toBeUndefined();
});

test('Shift on a number pad is Shift, although Windows shows another key and no Shift', () => {
  expect(press('Numpad4', 'ArrowLeft', { numLock: true })).toEqual({ digit: 4, isShifted: true });
  expect(press('Numpad4', 'ArrowLeft', { numLock: true, shiftKey: true })).toEqual({ digit: 4, isShifted: true });
});
