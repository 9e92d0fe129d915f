// Boards that cannot scale to 4K in time drive the screen at Full HD.
import { expect, test } from 'vitest';
import { toDefaultMode } from '../../../src/mpv/display/default-mode.ts';
import { readDisplayModes } from '../../../src/mpv/display/display-modes.ts';
import { readMachine, rootOf } from '../decoding/recorded-machines.ts';

test.each([
  ['pi4-debian', '1920x1080'],
  ['pi5-raspberry-pi-os', '1920x1080'],
  // Its screen has no more.
  ['pi3-raspberry-pi-os', undefined],
  ['intel-n100', undefined],
  ['virtual-machine', undefined],
])('%s: %s', async (machine, expected) => {
  const offered = readDisplayModes({ drmFolder: `${rootOf(machine)}/sys/class/drm`, connector: undefined });
  expect(toDefaultMode((await readMachine(machine)).hardware.compatible, offered)).toBe(expected);
});

test('a screen without Full HD keeps the mode it prefers', () => {
  expect(toDefaultMode(['brcm,bcm2712'], ['3840x2160', '1280x720'])).toBeUndefined();
});
