// Which ways to decode the table gives for recorded machines, and what excludes a way.
import { expect, test } from 'vitest';
import type { Coding } from '../../../src/deck/clips/clip.ts';
import type { DecoderChoice } from '../../../src/deck/output.ts';
import type { Media } from '../../../src/deck/ports.ts';
import type { Screen } from '../../../src/mpv/decoding/table/situation.ts';
import { judgeWays } from '../../../src/mpv/decoding/table/ways.ts';
import { readMachine } from './recorded-machines.ts';

const FULL_HD = { width: 1920, height: 1080, interlaced: false } as const;
const UHD = { width: 3840, height: 2160, interlaced: false } as const;
const at = (numerator: number) => ({ frameRate: { numerator, denominator: 1 } });
const H264 = { videoCodec: 'h264', profile: 'High', pixelFormat: 'yuv420p' } as const;

const H264_30: Coding = { ...H264, ...FULL_HD, ...at(30) };
const H264_60: Coding = { ...H264, ...FULL_HD, ...at(60) };
const H264_UHD: Coding = { ...H264, ...UHD, ...at(30) };
const HEVC_10_60: Coding = { videoCodec: 'hevc', profile: 'Main 10', pixelFormat: 'yuv420p10le', ...UHD, ...at(60) };
const HEVC_60: Coding = { videoCodec: 'hevc', profile: 'Main', pixelFormat: 'yuv420p', ...UHD, ...at(60) };
const VP9: Coding = { videoCodec: 'vp9', profile: 'Profile 0', pixelFormat: 'yuv420p', ...FULL_HD, ...at(30) };
const H264_10: Coding = { ...H264, profile: 'High 10', pixelFormat: 'yuv420p10le', ...FULL_HD, ...at(30) };

const GPU: Screen = { videoOutput: 'gpu', rotationDegrees: 0, usesOverlayPlane: false };
const video = (coding: Coding, more: object = {}): Media => ({ kind: 'video', path: '/clips/a.mp4', coding, ...more });

const judge = async (machine: string, picture: Media, screen: Screen = GPU, choice: DecoderChoice = 'auto') =>
  judgeWays({ facts: await readMachine(machine), picture, screen, choice });

const namesFor = async (...given: Parameters<typeof judge>): Promise<string> =>
  (await judge(...given)).ways.map(({ hwdec }) => hwdec).join(', ');

const STATEFUL = 'v4l2m2m, v4l2m2m-copy, no';
const VAAPI = 'vaapi, vaapi-copy, no';

test.each([
  ['pi3-raspberry-pi-os', STATEFUL, STATEFUL, 'no', 'no', 'no', 'no'],
  ['zero2w-raspberry-pi-os', STATEFUL, STATEFUL, 'no', 'no', 'no', 'no'],
  ['pi3-debian', 'no', 'no', 'no', 'no', 'no', 'no'],
  ['pi4-raspberry-pi-os', STATEFUL, 'v4l2m2m, no', 'drm-copy, no', 'drm, drm-copy, no', 'no', 'no'],
  ['pi4-debian', 'no', 'no', 'no', 'no', 'no', 'no'],
  ['pi5-raspberry-pi-os', 'no', 'no', 'drm-copy, no', 'drm, drm-copy, no', 'no', 'no'],
  ['pi5-debian', 'no', 'no', 'no', 'no', 'no', 'no'],
  ['intel-n100', VAAPI, VAAPI, VAAPI, VAAPI, VAAPI, 'no'],
  ['amd-ryzen', VAAPI, VAAPI, VAAPI, VAAPI, VAAPI, 'no'],
  ['virtual-machine', 'no', 'no', 'no', 'no', 'no', 'no'],
])('%s: H.264 at 30 and 60, HEVC 4K60 of 10 and 8 bit, VP9, H.264 of 10 bit', async (machine, ...expected) => {
  const codings = [H264_30, H264_60, HEVC_10_60, HEVC_60, VP9, H264_10];
  const found = await Promise.all(codings.map((coding) => namesFor(machine, video(coding))));
  expect(found).toEqual(expected);
});

test('each way has its reason, and software says why nothing else takes the file', async () => {
  const reasonsOf = async (...given: Parameters<typeof judge>) =>
    (await judge(...given)).ways.map(({ reason }) => reason);
  expect(await reasonsOf('pi4-raspberry-pi-os', video(H264_30))).toEqual([
    'bcm2835-codec (video10) decodes it, shown without a copy',
    'bcm2835-codec (video10) decodes it',
    'the processor decodes everything',
  ]);
  expect(await reasonsOf('pi4-raspberry-pi-os', video(H264_UHD))).toEqual([
    'bcm2835-codec takes no more than 1920x1200',
  ]);
  expect(await reasonsOf('pi3-raspberry-pi-os', video(H264_10))).toEqual(['bcm2835-codec takes 8 bit 4:2:0 only']);
  expect(await reasonsOf('pi5-raspberry-pi-os', video(H264_30))).toEqual(['no decoder of this machine takes it']);
  expect(await reasonsOf('intel-n100', video(H264_10))).toEqual(['i915 does not decode H.264 High 10']);
});

test('an output without a GPU gets copies, and so does a file with a filter', async () => {
  const drm = { ...GPU, videoOutput: 'drm' };
  expect(await namesFor('pi3-raspberry-pi-os', video(H264_30), drm)).toBe('v4l2m2m-copy, no');
  // A Pi 4 would lose more frames by copying at 60 than its processor does.
  expect(await namesFor('pi4-raspberry-pi-os', video(H264_60), drm)).toBe('no');
  expect(await namesFor('intel-n100', video(HEVC_10_60, { hdr: true }), drm)).toBe('vaapi-copy, no');
  const long = { repeatedAt: { numerator: 25, denominator: 1 } };
  expect(await namesFor('pi4-raspberry-pi-os', video(H264_30, long))).toBe('v4l2m2m-copy, no');
  expect(await namesFor('pi4-raspberry-pi-os', video(H264_30), { ...GPU, videoOutput: '' })).toBe('v4l2m2m-copy, no');
});

test('a plane takes 10 bit but is not turned, and small boards do not turn by 90° in time', async () => {
  const plane = { ...GPU, usesOverlayPlane: true };
  expect(await namesFor('pi5-raspberry-pi-os', video(HEVC_10_60), plane)).toBe('drm, drm-copy, no');
  const part = { ...plane, fit: 'cover' } as const;
  expect(await namesFor('pi5-raspberry-pi-os', video(HEVC_10_60), part)).toBe(
    await namesFor('pi5-raspberry-pi-os', video(HEVC_10_60), { ...plane, rotationDegrees: 180 }),
  );
  expect(await namesFor('pi5-raspberry-pi-os', video(HEVC_10_60), { ...plane, fit: 'stretch' })).toBe(
    await namesFor('pi5-raspberry-pi-os', video(HEVC_10_60), plane),
  );
  expect(await namesFor('pi5-raspberry-pi-os', video(HEVC_10_60), { ...plane, rotationDegrees: 180 })).toBe(
    'drm-copy, no',
  );
  expect(await namesFor('pi5-raspberry-pi-os', video(HEVC_10_60), { ...GPU, videoOutput: 'dmabuf-wayland' })).toBe(
    'drm, drm-copy, no',
  );
  expect(await namesFor('pi3-raspberry-pi-os', video(H264_30), { ...GPU, rotationDegrees: 90 })).toBe('no');
  expect(await namesFor('pi3-raspberry-pi-os', video(H264_30), { ...GPU, rotationDegrees: 180 })).toBe(STATEFUL);
});

test('a reel gets only the ways that suit each part', async () => {
  const part = (coding: Coding | undefined) => ({
    path: '/clips/a.mp4',
    inSeconds: 0,
    outSeconds: 1,
    ...(coding && { coding }),
  });
  const reel = (...codings: readonly (Coding | undefined)[]): Media => ({ kind: 'reel', parts: codings.map(part) });
  expect(await namesFor('pi4-raspberry-pi-os', reel(H264_30, H264_30))).toBe(STATEFUL);
  expect(await namesFor('pi4-raspberry-pi-os', reel(H264_30, H264_60))).toBe('v4l2m2m, no');
  expect(await namesFor('pi4-raspberry-pi-os', reel(H264_30, HEVC_60))).toBe('no');
  expect(await namesFor('pi4-raspberry-pi-os', reel(H264_30, undefined))).toBe('no');
  expect(await namesFor('intel-n100', reel(H264_30, HEVC_60))).toBe(VAAPI);
});

test('pictures, unknown codings and rare codecs are decoded by the processor', async () => {
  expect(await namesFor('intel-n100', { kind: 'still', path: '/clips/a.png', coding: H264_30 })).toBe('no');
  expect(await namesFor('intel-n100', { kind: 'video', path: '/clips/a.mp4' })).toBe('no');
  expect(await namesFor('intel-n100', video({ ...H264_30, videoCodec: 'prores' }))).toBe('no');
  expect(await namesFor('intel-n100', video({ ...H264_30, pixelFormat: 'yuv422p' }))).toBe('no');
});

test('the owner decides, but for what the output cannot show', async () => {
  expect(await namesFor('pi4-raspberry-pi-os', video(H264_30), GPU, 'software')).toBe('no');
  expect(await namesFor('pi4-debian', video(H264_30), GPU, 'v4l2m2m-copy')).toBe('v4l2m2m-copy, no');
  expect(await namesFor('pi4-raspberry-pi-os', video(HEVC_10_60), GPU, 'drm')).toBe('no');
});

test('weak boards scale cheaply', async () => {
  const optionsOf = async (machine: string) =>
    (await judge(machine, video(VP9))).ways.map(({ options }) => options.scale);
  expect(await optionsOf('pi5-debian')).toEqual(['bilinear']);
  expect(await optionsOf('intel-n100')).toEqual([undefined, undefined, undefined]);
});
