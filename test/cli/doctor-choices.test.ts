// What the doctor says of an audio device and a display mode that are chosen and not there.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examineMode, examineSound, readCardSound } from '../../src/cli/doctor/choice-check.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const audioDevices = ['auto', 'alsa/hdmi:CARD=vc4hdmi0,DEV=0'].map((name) => ({ name, description: `The ${name}` }));
const there = 'Available: auto, alsa/hdmi:CARD=vc4hdmi0,DEV=0.';

test('an audio device that is chosen and not there is a problem, with those that are', () => {
  expect(examineSound({ audioDevices, audioDevice: 'alsa/usb' })).toEqual([
    {
      part: 'Audio',
      verdict: 'problem',
      text: 'The audio device alsa/usb is chosen, but is not there: clips have no sound.',
      advice: `Plug it in, or choose another on the Device page. ${there}`,
    },
  ]);
});

test('so is a word of cuedeck.txt for which there is none', () => {
  expect(examineSound({ audioDevices, audioDevice: null }, 'usb')).toEqual([
    {
      part: 'Audio',
      verdict: 'problem',
      text: 'cuedeck.txt says sound=usb, but there is no such audio device.',
      advice: `Plug it in and start the box again, or change sound= in cuedeck.txt. ${there}`,
    },
  ]);
});

test.each([
  ['one that is there', audioDevices[1]?.name ?? '', undefined],
  ['one that was chosen on the page instead', audioDevices[1]?.name ?? '', 'usb'],
  ['the player’s own choice', null, undefined],
  ['a word for which there is one', null, 'HDMI'],
  ['auto', null, 'auto'],
])('nothing is wrong with %s', (_case, audioDevice, cardSound) => {
  expect(examineSound({ audioDevices, audioDevice }, cardSound)).toEqual([]);
});

test('while mpv starts, no device is called missing', () => {
  expect(examineSound({ audioDevices: [], audioDevice: 'alsa/usb' }, 'usb')).toEqual([]);
});

test('the sound of cuedeck.txt is read off the boot partition', async () => {
  const root = await temporaryFolder();
  expect(await readCardSound(root)).toBeUndefined();
  await mkdir(join(root, 'boot/firmware'), { recursive: true });
  await writeFile(join(root, 'boot/firmware/cuedeck.txt'), 'hostname=stage\r\nsound=usb\r\n');
  expect(await readCardSound(root)).toBe('usb');
});

const displayModes = ['1920x1080', '1280x720'];
const KNOWN = ['HDMI-A-1 1920x1080@60.00', 'HDMI-A-1 1920x1080@59.94', 'HDMI-A-1 1280x720@50.00'];

test('a display mode of a size that the screen lacks is a problem, with those that it has', () => {
  expect(examineMode({ displayModes, displayMode: '3840x2160@50' }, KNOWN)).toEqual([
    {
      part: 'Display',
      verdict: 'problem',
      text: "The display mode 3840x2160@50 is chosen, but the screen does not support it. The player uses the screen's own mode instead.",
      advice: 'Choose another on the Device page. Available: 1920x1080, 1280x720.',
    },
  ]);
});

test('so is a rate that it lacks', () => {
  expect(examineMode({ displayModes, displayMode: '1920x1080@50' }, KNOWN)).toEqual([
    {
      part: 'Display',
      verdict: 'problem',
      text: 'The display mode 1920x1080@50 is chosen, but the screen does not support this rate and may stay dark.',
      advice: 'Choose another on the Device page. At 1920x1080, available: 60.00 Hz, 59.94 Hz.',
    },
  ]);
});

test.each([
  ['1920x1080@60', KNOWN],
  ['1920x1080', KNOWN],
  ['1920x1080@clips', KNOWN],
  ['1920x1080@50', []],
  [null, KNOWN],
])('nothing is wrong with the mode %s', (displayMode, known) => {
  expect(examineMode({ displayModes, displayMode }, known)).toEqual([]);
});

test('without a screen no mode is called missing', () => {
  expect(examineMode({ displayModes: [], displayMode: '1920x1080' }, [])).toEqual([]);
});
