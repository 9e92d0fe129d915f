// The plan of the player, and what the log says of it: what decodes each kind of file, told once.
import { expect, test } from 'vitest';
import type { Media } from '../../../src/deck/ports.ts';
import { createPlanner } from '../../../src/mpv/decoding/planner.ts';
import { createStepDown } from '../../../src/mpv/decoding/step-down.ts';
import { createUnsavedLeftDecoders } from '../../../src/mpv/decoding/step-down-record.ts';
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
  const plan = createPlanner({ facts: () => facts, choice: () => choice, extraArguments: [] });
  const left = createUnsavedLeftDecoders();
  const stepDown = createStepDown({ plan, left, isChosen: () => choice !== 'auto', log });
  /** As mpv is asked after a load. */
  const load = (shown: Media, current?: string): void => {
    const [way] = stepDown.waysFor(shown, ON_GPU);
    stepDown.confirm({ picture: shown, atSeconds: 0, way }, current ?? way.hwdec);
  };
  load(picture(1080));
  load(picture(1080));
  load(picture(720));
  load({ kind: 'screen', path: '/splash.png' });
  choice = 'software';
  load(picture(1080));
  choice = 'auto';
  load(picture(720), 'v4l2m2m-copy');
  const taken = 'v4l2m2m (bcm2835-codec (video10) decodes it, shown without a copy)';
  expect(log.lines.map(({ text }) => text)).toEqual([
    `h264 High 1080p to 30 fps yuv420p: decoded by ${taken}`,
    `h264 High 720p to 30 fps yuv420p: decoded by ${taken}`,
    'h264 High 1080p to 30 fps yuv420p: decoded by software (it was chosen)',
    'h264 High 720p to 30 fps yuv420p: decoded by v4l2m2m-copy, not by v4l2m2m',
  ]);
});

test('what is left for another way is told by the warning alone', async () => {
  const log = createRecordingLog();
  const facts = await readMachine('pi4-raspberry-pi-os');
  const plan = createPlanner({ facts: () => facts, choice: () => 'auto', extraArguments: [] });
  const stepDown = createStepDown({ plan, left: createUnsavedLeftDecoders(), isChosen: () => false, log });
  const [way, next = way] = stepDown.waysFor(picture(1080), ON_GPU);
  stepDown.leave({ picture: picture(1080), atSeconds: 0, way, failure: 'hung' }, next);
  stepDown.confirm({ picture: picture(1080), atSeconds: 0, way: next }, next.hwdec);
  expect(log.lines.map(({ level }) => level)).toEqual(['warning']);
});

test("the operator's own arguments of mpv tell that frames go to a plane", async () => {
  const facts = await readMachine('pi4-raspberry-pi-os');
  const extraArguments = ['--gpu-hwdec-interop=drmprime-overlay'];
  const plan = createPlanner({ facts: () => facts, choice: () => 'auto', extraArguments });
  expect(plan(picture(720), { ...ON_GPU, output: { rotationDegrees: 180 } })[0].hwdec).toBe('v4l2m2m-copy');
});
