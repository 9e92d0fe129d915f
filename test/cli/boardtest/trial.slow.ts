// One case with a real mpv and real clips, and with an mpv that fails.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runProgram } from '../../../src/base/child-process.ts';
import { makeClip, toCodecs } from '../../../src/cli/boardtest/clip-maker.ts';
import { readCounter } from '../../../src/cli/boardtest/frame-counter.ts';
import type { TestClip } from '../../../src/cli/boardtest/test-clip.ts';
import { tryCase } from '../../../src/cli/boardtest/trial.ts';
import type { Output, Way } from '../../../src/cli/boardtest/ways.ts';
import { writeScript } from '../../fixtures/script.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const CLIP: TestClip = {
  ...{ name: 'small', codec: 'h264', width: 320, height: 180, rate: 25, bits: 8 },
  ...{ keyFrameFrames: 12, kilobits: 300 },
};
const TO_NULL: Output = { name: 'null', vo: 'null', options: ['--vo=null'] };
const UNCHOSEN = { isChosen: false, options: { scale: 'bilinear' } };
const FAILING = new URL('failing-mpv.mjs', import.meta.url).pathname;
const signal = new AbortController().signal;

const make = async (folder: string, clip = CLIP, ffmpeg = 'ffmpeg', limitSeconds = 60) =>
  makeClip(clip, { ffmpeg, folder, limitSeconds, signal });

const attempt = async (
  options: { readonly clip?: TestClip; readonly way?: Way; readonly output?: Output } = {},
): ReturnType<typeof tryCase> => {
  const { clip = CLIP, way = 'no', output = TO_NULL } = options;
  const folder = await temporaryFolder();
  const made = await make(folder, clip);
  if (!('path' in made)) throw new Error(made.detail);
  const deps = { mpv: 'mpv', ffmpeg: 'ffmpeg', path: made.path, folder, playSeconds: 0.5, timeoutSeconds: 30, signal };
  return tryCase({ clip, way, output, ...UNCHOSEN }, deps);
};

/** With an mpv that fails in this manner. */
const fail = async (manner: string, timeoutSeconds: number) => {
  const folder = await temporaryFolder();
  const output: Output = { name: 'null', vo: manner, options: [`--vo=${manner}`] };
  const deps = { mpv: FAILING, ffmpeg: 'ffmpeg', path: '/clip', folder, playSeconds: 0.1, timeoutSeconds, signal };
  return tryCase({ clip: CLIP, way: 'no', output, ...UNCHOSEN }, deps);
};

describe('a case', () => {
  test.each<TestClip>([CLIP, { ...CLIP, codec: 'hevc', bits: 10, rate: 50, keyFrameFrames: 25 }])(
    'is played, jumped in and looped, exact to the frame: $codec',
    async (clip) => {
      const result = await attempt({ clip });
      expect(result).toMatchObject({
        outcome: 'played',
        jumps: { count: 4, exact: 4, unread: 0 },
        frames: { droppedByDecoder: expect.any(Number), droppedByOutput: expect.any(Number) },
      });
      expect(result.startSeconds).toBeGreaterThan(0);
      expect(result.frames?.due).toBeGreaterThanOrEqual(clip.rate / 2 - 1);
      expect(result.loop?.seams).toBeGreaterThanOrEqual(2);
      expect(result.loop?.exact).toBeGreaterThanOrEqual(1);
    },
  );

  test('is given up when mpv falls back to software', async () => {
    expect(await attempt({ way: 'vaapi-copy' })).toEqual({ outcome: 'other-way' });
  });

  test('is given up when the output does not open', async () => {
    const output: Output = { name: 'drm', vo: 'drm', options: ['--vo=drm', '--drm-connector=None-9'] };
    expect(await attempt({ output })).toEqual({ outcome: 'no-output' });
  });

  test.each([
    ['frozen', 1, { outcome: 'hang' }],
    ['blind', 1, { outcome: 'hang' }],
    ['crash', 60, { outcome: 'crash' }],
    ['refuse', 60, { outcome: 'unplayable' }],
    ['crash-later', 60, { outcome: 'crash', startSeconds: expect.any(Number) }],
  ])('ends in time with an mpv that fails: %s', async (manner, timeoutSeconds, expected) => {
    expect(await fail(manner, timeoutSeconds)).toEqual(expected);
  });

  test('ends at once when it is interrupted', async () => {
    const folder = await temporaryFolder();
    const stopping = new AbortController();
    const output: Output = { name: 'null', vo: 'blind', options: ['--vo=blind'] };
    const deps = { mpv: FAILING, ffmpeg: 'ffmpeg', path: '/clip', folder, playSeconds: 9, timeoutSeconds: 600 };
    const running = tryCase({ clip: CLIP, way: 'no', output, ...UNCHOSEN }, { ...deps, signal: stopping.signal });
    stopping.abort();
    await expect(running).rejects.toThrow(/aborted/i);
  });
});

describe('a clip', () => {
  test('counts its frames in the picture', async () => {
    const folder = await temporaryFolder();
    await make(folder);
    const frames = join(folder, 'frame-%d.png');
    await runProgram('ffmpeg', ['-v', 'error', '-i', join(folder, 'small.mp4'), '-frames:v', '15', frames], 60);
    const read = [1, 2, 12, 13, 15].map((number) => readCounter('ffmpeg', join(folder, `frame-${number}.png`)));
    expect(await Promise.all(read)).toEqual([0, 1, 11, 0, 2]);
    expect(await readCounter('ffmpeg', join(folder, 'absent.png'))).toBeUndefined();
  });

  test.each([
    ['the encoder is too slow', 'exec sleep 60', 0.05, 'too-slow'],
    ['the disk is full', 'echo "av_interleaved_write_frame(): No space left on device" >&2; exit 1', 60, 'no-space'],
    ['the encoder fails', 'echo "Unknown encoder" >&2; exit 1', 60, 'encoder-failed'],
  ])('is not made, and leaves no file, when %s', async (_case, script, limitSeconds, reason) => {
    const [folder, programs] = [await temporaryFolder(), await temporaryFolder()];
    const program = await writeScript(programs, 'ffmpeg', script);
    expect(await make(folder, CLIP, program, limitSeconds)).toMatchObject({ reason });
    expect(await readdir(folder)).toEqual([]);
  });

  test('is made of the codecs that ffmpeg can encode', () => {
    const x264 = ' V....D libx264              libx264 H.264 / AVC (codec h264)\n';
    expect([toCodecs(x264), toCodecs(''), toCodecs(undefined)]).toEqual([['h264'], [], undefined]);
  });
});
