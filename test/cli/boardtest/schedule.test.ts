// Which cases are tried in which order, what is left out, and when it ends; what this machine is asked to try.
import { describe, expect, test } from 'vitest';
import { toProductPlan } from '../../../src/cli/boardtest/product-plan.ts';
import { runCases, type Tried, toCases } from '../../../src/cli/boardtest/schedule.ts';
import { TEST_CLIPS, toMaxBytes } from '../../../src/cli/boardtest/test-clip.ts';
import type { Case, TrialResult } from '../../../src/cli/boardtest/trial.ts';
import { type Output, toOutputs, toWays, type Way } from '../../../src/cli/boardtest/ways.ts';
import type { MachineFacts } from '../../../src/mpv/decoding/machine/facts.ts';

const output = (name: Output['name']): Output => ({ name, vo: name, options: [] });
const CLIPS = TEST_CLIPS.filter(({ codec }) => codec === 'h264').slice(0, 3);
const WAYS: readonly Way[] = ['drm', 'drm-copy', 'no'];

const CHOOSES_DRM = () => ({ way: 'drm', options: { scale: 'bilinear' } });

const toText = ({ clip, way, output: { name } }: Case): string => [clip.name, way, name].join(' ');

const run = async (
  cases: readonly Case[],
  options: {
    readonly result?: (tried: Case) => TrialResult;
    readonly secondsOfCase?: number;
    readonly signal?: AbortSignal;
    readonly onAttempt?: () => void;
  } = {},
) => {
  const { result = () => ({ outcome: 'played' }), secondsOfCase = 0 } = options;
  let now = 0;
  const done = await runCases(cases, {
    make: async ({ name }) =>
      name.includes('1080p50') ? { reason: 'too-slow', detail: '' } : { path: `/${name}`, makingSeconds: 1 },
    attempt: async (tried) => {
      options.onAttempt?.();
      options.signal?.throwIfAborted();
      now += secondsOfCase;
      return result(tried);
    },
    now: () => now,
    endSeconds: 100,
    signal: options.signal ?? new AbortController().signal,
    onCase: () => undefined,
  });
  return { ...done, texts: done.tried.map((tried: Tried) => toText(tried)) };
};

describe('the order', () => {
  test('begins with the best way and software on the first output; a clip is tried in it from the smallest', () => {
    const texts = toCases(CLIPS, [output('gpu-drm'), output('null')], () => WAYS, CHOOSES_DRM).map(toText);
    expect(texts.slice(0, 6)).toEqual([
      'h264-720p25 drm gpu-drm',
      'h264-1080p25 drm gpu-drm',
      'h264-1080p50 drm gpu-drm',
      'h264-720p25 no gpu-drm',
      'h264-1080p25 no gpu-drm',
      'h264-1080p50 no gpu-drm',
    ]);
    expect(texts).toHaveLength(18);
    expect(texts.at(-1)).toBe('h264-1080p50 drm-copy null');
  });

  test('marks what the player would choose, and has its options', () => {
    const [first, second] = toCases(CLIPS.slice(0, 1), [output('null')], () => ['vaapi', 'drm', 'no'], CHOOSES_DRM);
    expect(first).toMatchObject({ way: 'drm', isChosen: true, options: { scale: 'bilinear' } });
    expect(second).toMatchObject({ way: 'no', isChosen: false, options: { scale: 'bilinear' } });
  });

  test('has every codec, size, rate and depth, each once, and none that fills a card', () => {
    expect(new Set(TEST_CLIPS.map(({ name }) => name)).size).toBe(TEST_CLIPS.length);
    for (const codec of ['h264', 'hevc'] as const) {
      const own = TEST_CLIPS.filter((clip) => clip.codec === codec);
      expect(new Set(own.map(({ height }) => height))).toEqual(new Set([720, 1080, 2160]));
      expect(new Set(own.map(({ rate }) => rate))).toEqual(new Set([25, 30, 50, 60]));
      expect(new Set(own.map(({ bits }) => bits))).toEqual(new Set([8, 10]));
      expect(own.some(({ keyFrameFrames, rate }) => keyFrameFrames >= 10 * rate)).toBe(true);
    }
    expect(TEST_CLIPS.reduce((sum, clip) => sum + toMaxBytes(clip), 0)).toBeLessThan(1.5e9);
  });
});

describe('left out', () => {
  const cases = toCases(CLIPS, [output('gpu-drm'), output('null')], () => WAYS, CHOOSES_DRM);

  test('are the other clips of a way that mpv does not take, and everything on an output that does not open', async () => {
    const { texts, untried } = await run(cases, {
      result: ({ way, output: { name } }) => {
        if (name === 'null') return { outcome: 'no-output' };
        return { outcome: way === 'drm' ? 'other-way' : 'played' };
      },
    });
    expect(texts).toEqual([
      'h264-720p25 drm gpu-drm',
      'h264-720p25 no gpu-drm',
      'h264-1080p25 no gpu-drm',
      'h264-720p25 drm-copy gpu-drm',
      'h264-1080p25 drm-copy gpu-drm',
      'h264-720p25 drm null',
    ]);
    expect(untried).toBe(0);
  });

  test('are the other clips of that size after a hang, but not smaller ones', async () => {
    const { texts } = await run(
      toCases(TEST_CLIPS, [output('null')], () => ['no'], CHOOSES_DRM),
      {
        result: ({ clip }) => ({ outcome: clip.height === 2160 ? 'hang' : 'played' }),
      },
    );
    expect(texts.filter((text) => text.includes('2160p'))).toEqual([
      'hevc-2160p25 no null',
      'h264-2160p25 no null',
      'hevc-2160p50-10bit no null',
    ]);
    expect(texts).toContain('hevc-1080p60 no null');
  });

  test('are the cases for which there is no time, and those after an interruption', async () => {
    const late = await run(cases, { secondsOfCase: 30 });
    expect([late.texts.length, late.untried]).toEqual([3, 14]);
    const stopping = new AbortController();
    const stopped = await run(cases, { signal: stopping.signal, onAttempt: () => stopping.abort() });
    expect([stopped.texts, stopped.untried]).toEqual([[], 18]);
  });

  test('is everything after an mpv that cannot be killed', async () => {
    const { texts, untried, isStuck } = await run(cases, { result: () => ({ outcome: 'stuck' }) });
    expect([texts, untried, isStuck]).toEqual([['h264-720p25 drm gpu-drm'], 17, true]);
  });

  test('is a clip that was not made', async () => {
    const { clips } = await run(cases);
    expect(clips.map(({ made }) => ('reason' in made ? made.reason : 'made'))).toEqual(['made', 'made', 'too-slow']);
  });
});

test('the ways are those that this mpv knows for the codec, and software', () => {
  const decoders = { vaapi: ['h264', 'hevc'], vdpau: ['h264'], drm: ['hevc'], 'v4l2m2m-copy': ['h264'] };
  expect(toWays(decoders, 'h264')).toEqual(['vaapi', 'v4l2m2m-copy', 'no']);
  expect(toWays(decoders, 'hevc')).toEqual(['drm', 'vaapi', 'no']);
});

test.each([
  [{ kind: 'bare', gpu: true }, {}, ['gpu-drm', 'drm', 'null']],
  [{ kind: 'none' }, {}, ['null']],
  [{ kind: 'desktop' }, { DISPLAY: ':0' }, ['gpu-x11', 'x11', 'null']],
  [
    { kind: 'desktop' },
    { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' },
    ['gpu-wayland', 'dmabuf-wayland', 'gpu-x11', 'x11', 'null'],
  ],
] as const)('the outputs of %j with %j', (display, environment, names) => {
  expect(
    toOutputs(['gpu', 'dmabuf-wayland', 'x11', 'null', 'drm'], display, environment).map(({ name }) => name),
  ).toEqual(names);
});

test('the plan for a test clip is that of the player', () => {
  const facts: MachineFacts = {
    hardware: {
      ...{
        model: 'Raspberry Pi 4 Model B Rev 1.4',
        compatible: ['raspberrypi,4-model-b', 'brcm,bcm2711'],
        kernel: '6.12',
      },
      ...{ cards: ['vc4'], renderers: [{ node: 'renderD128', driver: 'v3d' }], devices: [] },
    },
    abilities: {
      devices: [{ node: 'video10', driver: 'bcm2835-codec', name: 'bcm2835-codec-decode', formats: ['H264'] }],
      mpv: { version: '0.40.0', decoders: { 'v4l2m2m-copy': ['h264'] }, outputs: ['gpu', 'null'] },
    },
  };
  const [clip] = CLIPS;
  expect(clip && toProductPlan(facts, clip, output('drm'))).toMatchObject({ way: 'v4l2m2m-copy' });
  const deep = TEST_CLIPS.find(({ codec, bits }) => codec === 'h264' && bits === 10);
  expect(deep && toProductPlan(facts, deep, output('drm'))).toMatchObject({ way: 'no' });
});
