import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeHead } from '../../../src/library/heads/make-head.ts';
import { openRegularFile } from '../../../src/storage/regular-file.ts';
import { film, h264, numbersOf } from '../../picture/numbered-films.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-heads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const make = async (clip: string, inSeconds: number) => {
  const file = await openRegularFile(clip);
  const path = join(folder, 'head.nut');
  try {
    return { path, made: await makeHead(file, inSeconds, path, openRegularFile, new AbortController().signal) };
  } finally {
    await file.close();
  }
};

const encode = (name: string, ...args: readonly string[]): string => {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path]);
  return path;
};

test.each([
  ['25', 25, 'mp4'],
  ['24000/1001', 24000 / 1001, 'mp4'],
  ['60000/1001', 60000 / 1001, 'mp4'],
  ['25', 25, 'mkv'],
])(
  'a head of a film at %s a second has its frames from the in point to the key frame',
  async (rate, perSecond, kind) => {
    const clip = encode(`film.${kind}`, ...film(rate, 3, ...h264(40, 3), '-sc_threshold', '0'));
    const inSeconds = Math.round((30 / perSecond) * 1000) / 1000;
    const { path, made } = await make(clip, inSeconds);
    expect(made?.fromSeconds).toBeCloseTo(30 / perSecond, 3);
    expect(made?.keySeconds).toBeCloseTo(40 / perSecond, 3);
    expect(numbersOf(['-i', path])).toEqual(Array.from({ length: 10 }, (_, index) => 30 + index));
  },
);

test('an interrupted making says nothing about the clip, also while the file is surveyed', async () => {
  const clip = encode('interrupted.mp4', ...film('25', 3, ...h264(40, 3), '-sc_threshold', '0'));
  const reason = Symbol('a clip starts');
  const interruption = new AbortController();
  const file = await openRegularFile(clip);
  try {
    const made = makeHead(file, 1.2, join(folder, 'head.nut'), openRegularFile, interruption.signal);
    // ffprobe has been asked to start by now, and nothing else.
    interruption.abort(reason);
    await expect(made).rejects.toBe(reason);
  } finally {
    await file.close();
  }
});

test('a clip whose picture is turned has no head', async () => {
  const clip = encode('straight.mp4', ...film('25', 3, ...h264(40, 3), '-sc_threshold', '0'));
  const turned = encode('turned.mp4', '-i', clip, '-c', 'copy', '-metadata:s:v', 'rotate=90');
  await expect(make(turned, 1.2)).rejects.toThrow('its picture is turned');
});

test.each<[string, readonly string[]]>([
  ['mp4', ['-i', 'COVER', '-map', '0', '-map', '1', '-disposition:v:1', 'attached_pic']],
  ['mkv', ['-attach', 'COVER', '-metadata:s:t', 'mimetype=image/png']],
])('a clip with a cover has no head: %s', async (kind, options) => {
  const cover = encode('cover.png', '-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1');
  const clip = encode(`plain.${kind}`, ...film('25', 3, ...h264(40, 3), '-sc_threshold', '0'));
  const covering = options.map((one) => one.replace('COVER', cover));
  const covered = encode(`covered.${kind}`, '-i', clip, ...covering, '-c', 'copy');
  await expect(make(covered, 1.2)).rejects.toThrow('not the only one');
});

test('a clip whose clock begins later has no head', async () => {
  const clip = encode('later.mkv', ...film('25', 3, ...h264(40, 3), '-sc_threshold', '0'), '-output_ts_offset', '0.04');
  await expect(make(clip, 1.24)).rejects.toThrow('its clock does not begin at 0');
});

test('a clip whose pictures depend on more than their key frame has no head', async () => {
  // Refreshed column by column: a key frame here is only a place where decoding may begin.
  const clip = encode('refreshed.mp4', ...film('25', 3, ...h264(40, 0), '-x264-params', 'intra-refresh=1'));
  const { made } = await make(clip, 1.2).catch(() => ({ made: undefined }));
  expect(made).toBeUndefined();
});

/** Of frames 30 to 39, all planes. */
const pixelsOf = (path: string, from: number): Buffer =>
  execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-i', path, '-vf', `trim=start_frame=${from}:end_frame=${from + 10}`],
      ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'],
    ],
    { maxBuffer: 1e9 },
  );

test('the pictures of a head look the same as those of the clip', async () => {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=3', '-vf', 'noise=alls=12:allf=t,format=yuv420p'];
  const colours = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_trc', 'bt709', '-color_primaries', 'bt709'];
  const clip = encode('noisy.mp4', ...source, ...h264(40, 3), '-sc_threshold', '0', ...colours);
  const { path, made } = await make(clip, 1.2);
  expect(made).toEqual({ fromSeconds: 1.2, keySeconds: 1.6 });
  const [one, other] = [pixelsOf(clip, 30), pixelsOf(path, 0)];
  expect(other.length).toBe(one.length);
  const sum = one.reduce((total, value, index) => total + Math.abs(value - (other[index] ?? 0)), 0);
  expect(sum / one.length).toBeLessThan(1.5);
});
