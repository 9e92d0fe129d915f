// Verdicts: by headers, and by measurements.
import { expect, test } from 'vitest';
import type { Coding, FrameRate } from '../../../src/deck/clips/clip.ts';
import type { PartSpeed } from '../../../src/deck/clips/playability.ts';
import { toHeaderVerdict } from '../../../src/library/playability/header-verdict.ts';
import { chooseParts } from '../../../src/library/playability/measured-parts.ts';
import { toCertain, toMeasured, toMeasuredVerdict } from '../../../src/library/playability/measured-verdict.ts';
import { PacketSurvey } from '../../../src/library/playability/packet-survey.ts';

const at = (rate: number): FrameRate => ({ numerator: rate, denominator: 1 });
const HD25: Coding = {
  ...{ videoCodec: 'h264', profile: 'High', pixelFormat: 'yuv420p' },
  ...{ width: 1920, height: 1080, interlaced: false, frameRate: at(25) },
};
const UHD60: Coding = { ...HD25, width: 3840, height: 2160, frameRate: at(60) };
const PI_3 = { cores: 4, board: 'Raspberry Pi 3 Model B Plus Rev 1.3' };
const PI_4 = { cores: 4, board: 'Raspberry Pi 4 Model B Rev 1.5' };
const PI_5 = { cores: 4, board: 'Raspberry Pi 5 Model B Rev 1.0' };
const PC = { cores: 4, board: '' };

test.each([
  ['1080p25 H.264 in software on a Pi 3', HD25, 'no', PI_3, 'tight'],
  [
    '1080p30 H.264 in software on a Pi 3, which others measured at 0.74',
    { ...HD25, frameRate: at(30) },
    'no',
    PI_3,
    'too-slow',
  ],
  ['1080p25 H.264 by the decoder of a Pi 3', HD25, 'v4l2m2m', PI_3, 'smooth'],
  ['720p25 H.264 in software on a Pi 3', { ...HD25, width: 1280, height: 720 }, 'no', PI_3, 'smooth'],
  ['1080p25 H.264 in software on a Pi 4', HD25, 'no', PI_4, 'smooth'],
  ['4K60 H.264 in software on a Pi 4', UHD60, 'no', PI_4, 'too-slow'],
  ['4K60 HEVC by the decoder of a Pi 5', { ...UHD60, videoCodec: 'hevc' }, 'drm', PI_5, 'tight'],
  ['1080p50 H.264 in software on a Pi 5', { ...HD25, frameRate: at(50) }, 'no', PI_5, 'smooth'],
  ['1080p25 H.264 in software on a PC', HD25, 'no', PC, 'unknown'],
  ['576p25 H.264 in software on a PC', { ...HD25, width: 720, height: 576 }, 'no', PC, 'smooth'],
] as const)('by the headers, %s', (_, coding, decoder, machine, verdict) => {
  expect(toHeaderVerdict(coding, decoder, machine)).toMatchObject({ verdict, decoder });
});

test('what is too slow by its headers says what to convert', () => {
  const coding: Coding = { ...UHD60, videoCodec: 'hevc', profile: 'Main 10', pixelFormat: 'yuv420p10le' };
  expect(toHeaderVerdict(coding, 'no', PI_4).advice).toEqual([
    'This box is too slow for it. By its headers; it is measured when the player has time.',
    'Convert it: H.264, 8 bit 4:2:0, at most 1920×1080, at most 30 frames a second.',
  ]);
});

const part = (mediaSeconds: number, wallSeconds: number, change: Partial<PartSpeed> = {}): PartSpeed => ({
  ...{ mediaSeconds, wallSeconds, cpuSeconds: wallSeconds, othersSeconds: 0 },
  worstSecondFactor: mediaSeconds / wallSeconds,
  ...change,
});

const verdictOf = (parts: readonly PartSpeed[], more: { jumpSeconds?: number; gopSeconds?: number } = {}) => {
  const { jumpSeconds, gopSeconds } = more;
  const measured = toMeasured({ decoder: 'no', parts, cores: 2, jumpSeconds, gopSeconds });
  return toMeasuredVerdict(measured, HD25, '2026-11-29T18:00:00.000Z');
};

test('a clip is as smooth as its slowest second, not as its mean', () => {
  expect(verdictOf([part(10, 2)])).toEqual({
    ...{ verdict: 'smooth', decoder: 'no', realtimeFactor: 5, worstSecondFactor: 5 },
    ...{ measuredAt: '2026-11-29T18:00:00.000Z', advice: [] },
  });
  expect(verdictOf([part(10, 2), part(3, 1, { worstSecondFactor: 1.1 })])).toMatchObject({ verdict: 'tight' });
  const slow = verdictOf([part(10, 2), part(3, 2, { worstSecondFactor: 0.6 })]);
  expect(slow).toMatchObject({ verdict: 'too-slow', worstSecondFactor: 0.6, realtimeFactor: 3.25 });
  expect(slow.advice).toEqual([
    'This box shows its slowest second 0.6 times as fast as it plays, all of it 3.3 times as fast as it plays: it loses frames.',
    'Convert it to a lower bit rate or a smaller picture.',
  ]);
});

test('a clip that takes most of the CPU is not smooth, though it was decoded fast enough', () => {
  expect(verdictOf([part(10, 6, { cpuSeconds: 18 })])).toMatchObject({ verdict: 'tight' });
});

test('a slow jump is told of a smooth clip too', () => {
  expect(verdictOf([part(10, 2)], { jumpSeconds: 2.53, gopSeconds: 10 })).toMatchObject({
    ...{ verdict: 'smooth', longestJumpSeconds: 2.53 },
    advice: [
      'An exact jump takes up to 2.5 s, since its key frames are up to 10.0 s apart: encode with a key frame every second (GOP).',
    ],
  });
});

test('a measurement beside busy programs counts only where they cannot have changed the verdict', () => {
  const certain = (wall: number, cpuSeconds: number, othersSeconds: number) => {
    const parts = [part(3, wall, { cpuSeconds, othersSeconds })];
    const measured = toMeasured({ decoder: 'no', parts, cores: 2, jumpSeconds: 9, gopSeconds: 2 });
    return toCertain(measured, parts)?.worstSecondFactor;
  };
  expect(certain(5, 5, 0.1)).toBe(0.6);
  expect(certain(1, 1, 1)).toBe(3);
  expect(certain(5, 5, 5)).toBeUndefined();
  expect(certain(20, 10, 20)).toBe(0.6);
});

test('a survey finds the seconds with the most bits and the longest group of pictures', () => {
  const survey = new PacketSurvey(10);
  for (const line of [
    '10.000,5000,K__',
    '10.500,100,___',
    '11.000,9000,K__',
    '12.500,100,___',
    '11.500,8000,___',
    'N/A,7,___',
  ])
    survey.handleLine(line);
  expect(survey.longestGroup()).toEqual({ fromSeconds: 1, toSeconds: 2.5 });
  expect(survey.peaks()).toEqual([
    { second: 1, bytes: 17_000 },
    { second: 0, bytes: 5100 },
    { second: 2, bytes: 100 },
  ]);
});

test('a clip of key frames alone has no group', () => {
  const survey = new PacketSurvey(0);
  for (let frame = 0; frame < 50; frame += 1) survey.handleLine(`${frame / 25},100,K_`);
  expect(survey.longestGroup()).toBeUndefined();
});

test('a short clip is decoded as a whole, a long one where it is heaviest and here and there', () => {
  expect(chooseParts(10, [])).toEqual([
    { fromSeconds: 0, toSeconds: 5 },
    { fromSeconds: 5, toSeconds: 10 },
  ]);
  expect(chooseParts(0.5, [])).toEqual([{ fromSeconds: 0, toSeconds: 0.5 }]);
  const parts = chooseParts(3600, [1000, 1001, 0, 3599, 2000, 3000]);
  expect(parts.map(({ fromSeconds }) => fromSeconds)).toEqual([0, 448.5, 999, 1348.5, 1999, 2248.5, 3148.5, 3597]);
  expect(parts.every(({ fromSeconds, toSeconds }) => toSeconds - fromSeconds === 3)).toBe(true);
});
