// What the doctor says of the decoders of recorded machines.
import { expect, test } from 'vitest';
import { examineDecoder } from '../../src/cli/doctor/decoder-check.ts';
import type { MachineFacts } from '../../src/mpv/decoding/machine/facts.ts';
import { readMachine } from '../mpv/decoding/recorded-machines.ts';

const linesOf = (facts: MachineFacts, view?: Parameters<typeof examineDecoder>[1]): readonly string[] =>
  examineDecoder(facts, view).map(({ part, verdict, text }) => `${verdict} ${part}: ${text}`);

const lacks = (codecs: string): string =>
  `This board has a decoder for ${codecs}, but the kernel 6.12.57+deb13-arm64 has no driver for it: the processor decodes.`;

test.each([
  ['pi3-raspberry-pi-os', 'good Decoder: H.264 by v4l2m2m; the processor decodes everything else.'],
  ['zero2w-raspberry-pi-os', 'good Decoder: H.264 by v4l2m2m; the processor decodes everything else.'],
  ['pi3-debian', `problem Decoder: ${lacks('H.264')}`],
  ['pi4-raspberry-pi-os', 'good Decoder: H.264 by v4l2m2m, HEVC by drm; the processor decodes everything else.'],
  ['pi4-debian', `note Decoder: ${lacks('H.264 and HEVC')}`],
  ['pi5-raspberry-pi-os', 'good Decoder: HEVC by drm; the processor decodes everything else.'],
  ['pi5-debian', `note Decoder: ${lacks('HEVC')}`],
  [
    'intel-n100',
    'good Decoder: H.264 by vaapi, HEVC by vaapi, VP9 by vaapi, AV1 by vaapi; the processor decodes everything else.',
  ],
  ['amd-ryzen', 'good Decoder: H.264 by vaapi, HEVC by vaapi, VP9 by vaapi; the processor decodes everything else.'],
  ['virtual-machine', 'note Decoder: This machine has no decoder for clips; the processor decodes everything.'],
])('%s', async (machine, line) => {
  expect(linesOf(await readMachine(machine))).toEqual([line]);
});

test('decoders that nobody can ask, and those that mpv cannot use', async () => {
  const { hardware, abilities } = await readMachine('pi4-raspberry-pi-os');
  const unasked = abilities.devices.map(({ formats: _formats, ...device }) => device);
  expect(linesOf({ hardware, abilities: { ...abilities, devices: unasked } })).toEqual([
    'problem Decoder: Nothing here can tell what the decoders take, so the processor decodes H.264 and HEVC.',
  ]);
  const { mpv } = (await readMachine('pi4-debian')).abilities;
  expect(linesOf({ hardware, abilities: { ...abilities, mpv } })).toEqual([
    'good Decoder: H.264 by v4l2m2m-copy; the processor decodes everything else.',
    'note Decoder: The decoder for HEVC is there, but mpv 0.40.0 cannot use it.',
  ]);
});

test('a PC without vainfo is told what to install', async () => {
  const { hardware, abilities } = await readMachine('intel-n100');
  const { vaapi: _vaapi, ...others } = abilities;
  expect(examineDecoder({ hardware, abilities: others }).at(-1)).toEqual({
    part: 'Decoder',
    verdict: 'note',
    text: 'No program says what i915 decodes.',
    advice: 'sudo apt install vainfo intel-media-va-driver, then restart the player.',
  });
});

test('too little contiguous memory for a 4K screen is named, and none is missed elsewhere', async () => {
  const uhd = { 'current-vo': 'gpu', 'display-width': 3840, 'display-height': 2160 };
  const debian = await readMachine('pi4-debian');
  expect(linesOf(debian, uhd).at(-1)).toBe(
    'problem Memory: 67.1 MB of contiguous memory are too little for a screen of 3840x2160, which needs 99.5 MB.',
  );
  expect(linesOf(debian, { ...uhd, 'display-width': 1920, 'display-height': 1080 })).toHaveLength(1);
  expect(linesOf(await readMachine('pi4-raspberry-pi-os'), uhd)).toHaveLength(1);
  expect(linesOf(await readMachine('intel-n100'), uhd)).toHaveLength(1);
});
