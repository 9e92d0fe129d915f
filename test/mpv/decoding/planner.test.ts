// The plan of the player: the way of each kind of file, told once.
import { expect, test } from 'vitest';
import type { Media } from '../../../src/deck/ports.ts';
import { createPlanner } from '../../../src/mpv/decoding/planner.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { readMachine } from './recorded-machines.ts';

const picture = (height: number): Media => ({
  kind: 'video',
  path: '/clips/a.mp4',
  coding: {
    ...{ videoCodec: 'h264', profile: 'High', pixelFormat: 'yuv420p', interlaced: false },
    ...{ width: (height * 16) / 9, height, frameRate: { numerator: 30, denominator: 1 } },
  },
});
const ON_GPU = { videoOutput: 'gpu', output: { rotationDegrees: 0 } } as const;

test('the way of a kind of file is in the log once, and again when it changes', async () => {
  const log = createRecordingLog();
  const facts = await readMachine('pi4-raspberry-pi-os');
  let choice: 'auto' | 'software' = 'auto';
  const plan = createPlanner({ facts: () => facts, choice: () => choice, extraArguments: [], log });
  expect(plan(picture(1080), ON_GPU)[0].hwdec).toBe('v4l2m2m');
  plan(picture(1080), ON_GPU);
  plan(picture(720), ON_GPU);
  plan({ kind: 'screen', path: '/splash.png' }, ON_GPU);
  choice = 'software';
  expect(plan(picture(1080), ON_GPU)[0].hwdec).toBe('no');
  const taken = 'v4l2m2m (bcm2835-codec (video10) decodes it, shown without a copy)';
  expect(log.lines.map(({ text }) => text)).toEqual([
    `H.264 High, 1920x1080 at 30: decoded by ${taken}`,
    `H.264 High, 1280x720 at 30: decoded by ${taken}`,
    'H.264 High, 1920x1080 at 30: decoded by the processor (it was chosen)',
  ]);
});

test("the operator's own arguments of mpv tell that frames go to a plane", async () => {
  const facts = await readMachine('pi4-raspberry-pi-os');
  const log = createRecordingLog();
  const extraArguments = ['--gpu-hwdec-interop=drmprime-overlay'];
  const plan = createPlanner({ facts: () => facts, choice: () => 'auto', extraArguments, log });
  expect(plan(picture(720), { ...ON_GPU, output: { rotationDegrees: 180 } })[0].hwdec).toBe('v4l2m2m-copy');
});
