// Files of the usual rates and kinds, converted by the real ffmpeg: frame for frame the same, or refused.
import { execFile, execFileSync } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Clip, createClip } from '../../../src/deck/clips/clip.ts';
import { encode } from '../../../src/library/convert/encode.ts';
import { convertFile } from '../../../src/library/convert/file-conversion.ts';
import { PauseSwitch } from '../../../src/library/convert/pause-switch.ts';
import { checkRoom } from '../../../src/library/convert/room.ts';
import { EVERY_BOARD } from '../../../src/library/convert/target.ts';
import { probeMedia } from '../../../src/library/probe/probe.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type MediaName, media, NUMBER_BITS } from '../../media/media.ts';

const toClip = async (path: string): Promise<Clip> => createClip('a', 'film', await probeMedia(path));

const convert = async (path: string, change: Partial<Parameters<typeof convertFile>[0]> = {}) => {
  const resultPath = join(await temporaryFolder(), 'result.mp4');
  const clip = await toClip(path);
  const result = await convertFile({
    ...{ path, clip, resultPath, target: EVERY_BOARD, priority: 'normal', pause: new PauseSwitch() },
    ...{ signal: new AbortController().signal, onProgress: () => undefined, ...change },
  });
  return { resultPath, result, before: clip };
};

/** The numbers that the frames of a file show, in order. */
const numbersIn = async (path: string): Promise<readonly number[]> => {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-an',
    '-vf',
    'crop=192:54:0:0,scale=12:1:flags=area',
    '-fps_mode',
    'passthrough',
  ];
  const { stdout } = await promisify(execFile)('ffmpeg', [...args, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'], {
    encoding: 'buffer',
  });
  return Array.from({ length: stdout.length / NUMBER_BITS }, (_, frame) =>
    [...stdout.subarray(frame * NUMBER_BITS, (frame + 1) * NUMBER_BITS)].reduce(
      (number, level) => 2 * number + (level > 127 ? 1 : 0),
      0,
    ),
  );
};

const countTo = (frames: number): readonly number[] => Array.from({ length: frames }, (_, frame) => frame);

const ffmpeg = (...args: readonly string[]): void => void execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);

const PQ = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'] as const;

describe('a converted file', () => {
  test.for([
    ['numbered-23976.mp4', '24000/1001', 144],
    ['numbered-25-sound.mp4', '25/1', 250],
    ['numbered-2997.mp4', '30000/1001', 180],
    ['numbered-50.mp4', '50/1', 300],
    ['numbered-5994.mp4', '60000/1001', 360],
  ] as const)('%s has every frame of the original, the first to the last, at %s', async ([name, rate, frames]) => {
    // In a container whose times are in milliseconds.
    const path = join(await temporaryFolder(), 'film.mkv');
    ffmpeg('-i', media(name), '-c', 'copy', path);
    const { resultPath, result, before } = await convert(path);
    const { numerator, denominator } = result?.info.frameRate ?? {};
    expect(`${numerator}/${denominator}`).toBe(rate);
    expect(await numbersIn(resultPath)).toEqual(countTo(frames));
    expect(result?.info).toMatchObject({
      ...{ container: 'mp4', videoCodec: 'h264', profile: 'High', pixelFormat: 'yuv420p', interlaced: false, frames },
      ...{ width: 192, height: 108 },
    });
    expect(result?.info.audioCodec).toBe(before.media?.audioCodec);
    expect(Math.abs((result?.durationSeconds ?? 0) - before.durationSeconds)).toBeLessThan(0.03);
  });

  test.for([
    ['interlaced-25.mp4', 100],
    ['program-25.mpg', 100],
    ['xvid-b.avi', 50],
    ['broadcast.ts', 101],
    ['long-gop-sound-25.ts', undefined],
    ['phone.mp4', undefined],
    ['slides.mp4', 300],
    ['moving.gif', 10],
    ['hdr.mp4', 25],
    ['windows.wmv', undefined],
    ['sound-longer.mkv', 50],
  ] as const satisfies readonly (readonly [MediaName, number | undefined])[])(
    '%s is checked and as wanted',
    async ([name, frames]) => {
      const { resultPath, result } = await convert(media(name));
      expect(result?.info).toMatchObject({ videoCodec: 'h264', interlaced: false, ...(frames && { frames }) });
      expect(result?.info.hdr).toBeUndefined();
      // What is converted needs no second time.
      expect((await convert(resultPath)).result).toBeUndefined();
    },
  );

  test('a large or anamorphic picture fits the screen, in square pixels', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'wide.mp4');
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=720x576:r=25:d=0.2', '-vf', 'setsar=64/45'];
    ffmpeg(...source, '-c:v', 'mpeg4', '-q:v', '3', path);
    expect((await convert(path)).result?.info).toMatchObject({ width: 1024, height: 576 });
    expect(
      (await convert(path, { target: { ...EVERY_BOARD, box: { width: 320, height: 240 } } })).result?.info,
    ).toMatchObject({
      width: 320,
      height: 180,
    });
  });

  test('for a player that is too slow, every second frame is left out', async () => {
    const target = { ...EVERY_BOARD, maxRate: 30 };
    const { resultPath, result } = await convert(media('numbered-50.mp4'), { target });
    expect(result?.info.frameRate).toEqual({ numerator: 25, denominator: 1 });
    expect(await numbersIn(resultPath)).toEqual(countTo(150).map((number) => 2 * number));
  });

  test('of 120 frames a second, every second one is left out', async () => {
    const path = join(await temporaryFolder(), 'phone.mp4');
    ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=120:d=2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', path);
    expect((await convert(path)).result?.info.frames).toBe(120);
  });

  test('of a trimmed file, what its edit list says', async () => {
    const path = join(await temporaryFolder(), 'trimmed.mp4');
    const trim = ['-output_ts_offset', '-0.13', '-avoid_negative_ts', 'disabled'];
    ffmpeg('-i', media('long-gop-25.mp4'), '-c', 'copy', ...trim, path);
    const { resultPath, result, before } = await convert(path);
    expect(Math.abs((result?.durationSeconds ?? 0) - before.durationSeconds)).toBeLessThan(0.04);
    const numbers = await numbersIn(resultPath);
    expect([numbers.length, numbers]).toEqual([result?.info.frames, await numbersIn(path)]);
  });

  test('the timecode of the first frame is kept', async () => {
    const path = join(await temporaryFolder(), 'tape.mov');
    ffmpeg('-i', media('long-gop-25.mp4'), '-c', 'copy', '-t', '2', '-timecode', '10:00:00:05', path);
    expect((await convert(path)).result?.info.startTimecode).toBe('10:00:00:05');
  });

  // A QuickTime file has a `q` at its byte 8, and ffmpeg takes a byte of its standard input ten times a second.
  test('bytes of the file are not taken for keys that end ffmpeg', async () => {
    const path = join(await temporaryFolder(), 'camera.mov');
    ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25:d=40', '-c:v', 'mpeg4', '-q:v', '4', path);
    expect((await convert(path)).result?.info.frames).toBe(1000);
  });

  test.for([
    ['colours of a GIF', 'gif', ['-vf', 'scale=320:240'], 50],
    ['gaps of up to three frames', 'mkv', ['-vf', "select='not(mod(n,3))+not(mod(n,7))'", '-fps_mode', 'vfr'], 100],
    ['no sound and an odd size', 'mkv', ['-vf', 'scale=641:361', '-pix_fmt', 'yuv444p'], 50],
    ['the brightest HDR', 'mkv', ['-pix_fmt', 'yuv420p10le', ...PQ], 50],
  ] as const)('%s: it is checked and as wanted', async ([, suffix, options, frames]) => {
    const path = join(await temporaryFolder(), `film.${suffix}`);
    const coding = suffix === 'gif' ? [] : ['-c:v', 'libx264', '-preset', 'ultrafast'];
    ffmpeg('-f', 'lavfi', '-i', `testsrc2=s=640x360:r=25:d=${frames / 25}`, ...coding, ...options, path);
    expect((await convert(path)).result?.info).toMatchObject({ videoCodec: 'h264', pixelFormat: 'yuv420p', frames });
  });

  test('what is coded as wanted already is left alone', async () => {
    expect((await convert(media('fast-start.mp4'))).result).toBeUndefined();
  });
});

test('the ffmpeg command of the document makes what needs no conversion', async () => {
  const text = await readFile('docs/clips.md', 'utf8');
  const command = /```\n(ffmpeg [^`]+)```/.exec(text)?.[1] ?? '';
  const folder = await temporaryFolder();
  for (const name of ['interlaced-25.mp4', 'phone.mp4', 'anamorphic.mp4', 'numbered-2997.mp4'] as const) {
    const path = join(folder, `${name}-result.mp4`);
    execFileSync('sh', ['-c', command.replace(' IN ', ` ${media(name)} -v error `).replace('OUT.mp4', path)]);
    expect([name, (await convert(path)).result]).toEqual([name, undefined]);
  }
});

describe('a conversion is refused', () => {
  test('when a still is given', async () => {
    await expect(convert(media('still.png'))).rejects.toMatchObject({ code: 'unsupported-media' });
  });

  test('when the disk has no room', async () => {
    const clip = await toClip(media('numbered-25.mp4'));
    const long = { ...clip, durationSeconds: 1e9 };
    await expect(checkRoom(await temporaryFolder(), long, 1e15)).rejects.toMatchObject({
      code: 'no-space',
      message: expect.stringMatching(/^film cannot be converted: up to \d+ MB are needed, \d+ MB are free\.$/),
    });
  });

  test('when the result cannot be written, in words that name no path', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, '');
    const film = media('interlaced-25.mp4');
    for (const [resultPath, why] of [
      ['/proc/self/result.mp4', 'the folder is not there'],
      [join(path, 'result.mp4'), 'a file is in the place of a folder'],
    ] as const) {
      const job = { file: await open(film), outputArguments: ['-f', 'mp4'], resultPath, durationSeconds: 4 };
      const run = { onProgress: () => undefined, priority: 'normal', signal: new AbortController().signal } as const;
      const ended = encode({ ...job, ...run, pause: new PauseSwitch() }).finally(() => job.file.close());
      await expect(ended).rejects.toMatchObject({
        code: 'storage-failed',
        message: `It was not converted: the result cannot be written, ${why}.`,
      });
    }
  });

  test('when it is cancelled, at every stage', async () => {
    for (const stage of ['converting', 'checking'] as const) {
      const ending = new AbortController();
      const run = convert(media('long-gop-25.ts'), {
        signal: ending.signal,
        onProgress: (now) => now === stage && ending.abort(new Error('cancelled')),
      });
      await expect(run).rejects.toThrow();
    }
  });
});

test('a file that is cut off inside converts as far as the original plays', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'half.ts');
  const bytes = await readFile(media('broadcast.ts'));
  await writeFile(path, bytes.subarray(0, Math.floor(bytes.length / 2)));
  expect((await convert(path)).result?.info.videoCodec).toBe('h264');
});
