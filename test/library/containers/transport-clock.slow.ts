import { execFileSync } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ByteWindow } from '../../../src/library/containers/byte-window.ts';
import { lengthWithoutJumps } from '../../../src/library/containers/transport-clock.ts';
import { probeMedia } from '../../../src/library/probe/probe.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createRandom } from '../../fuzz/random.ts';
import { media } from '../../media/media.ts';

const ONE = 4.02;

/** The test broadcast with its clock so many seconds on. */
const shifted = async (folder: string, seconds: number): Promise<Buffer> => {
  const path = join(folder, `${seconds}.ts`);
  const args = ['-v', 'error', '-i', media('broadcast.ts'), '-c', 'copy', '-output_ts_offset', String(seconds), path];
  execFileSync('ffmpeg', args);
  return readFile(path);
};

test('a transport stream whose clock jumps, on or back, is as long as its parts', async () => {
  const folder = await temporaryFolder();
  const [early, late] = [await shifted(folder, 0), await shifted(folder, 1000)];
  const path = join(folder, 'jumps.ts');
  for (const parts of [
    [early, late],
    [late, early],
    [early, early],
    [early, late, early, late],
  ]) {
    await writeFile(path, Buffer.concat(parts));
    const { durationSeconds } = await probeMedia(path);
    expect(Math.abs(durationSeconds - parts.length * ONE)).toBeLessThan(0.5);
  }
});

test.each(['mpeg', 'vob'])('so is a program stream (%s)', async (format) => {
  const folder = await temporaryFolder();
  const made = async (offset: number): Promise<Buffer> => {
    const path = join(folder, `${offset}.mpg`);
    const encoding = [
      '-c:v',
      'mpeg2video',
      '-g',
      '12',
      '-c:a',
      'mp2',
      '-output_ts_offset',
      String(offset),
      '-f',
      format,
    ];
    execFileSync('ffmpeg', ['-v', 'error', ...pictures('25', 5), ...sound(5), ...encoding, path]);
    expect(await lengthOf(path)).toBe(undefined);
    return readFile(path);
  };
  const [early, late] = [await made(0), await made(1000)];
  const path = join(folder, 'jumps.mpg');
  for (const parts of [
    [early, late],
    [late, early],
    [early, early],
  ]) {
    await writeFile(path, Buffer.concat(parts));
    expect(Math.abs((await probeMedia(path)).durationSeconds - parts.length * 5)).toBeLessThan(0.5 * parts.length);
  }
});

/** A film of pictures that are on for long, in a transport stream, whose clock is told with each picture only. */
const slides = async (...args: readonly string[]): Promise<string> => {
  const path = join(await temporaryFolder(), 'slides.ts');
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'mp2'];
  execFileSync('ffmpeg', ['-v', 'error', ...args, ...encoding, path]);
  return path;
};
const pictures = (rate: string, seconds: number): readonly string[] => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=${rate}:d=${seconds}`],
];
const sound = (seconds: number): readonly string[] => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];

test.each([
  ['slides of 5 s', 60, pictures('1/5', 60)],
  ['slides of 5 s with sound', 60, [...pictures('1/5', 60), ...sound(60)]],
  ['slides of 20 s with sound', 60, [...pictures('1/20', 60), ...sound(60)]],
  ['a film whose sound goes on behind it', 9, [...pictures('25', 4), ...sound(9)]],
  [
    'a second of film, then slides of 2 s',
    18.04,
    [...pictures('25', 20), '-vf', "select='lt(n\\,25)+not(mod(n\\,50))'", '-fps_mode', 'vfr'],
  ],
] as const)('the clock of %s does not jump', async (_what, seconds, args) => {
  const path = await slides(...args);
  expect(await lengthOf(path)).toBe(undefined);
  expect(Math.abs((await probeMedia(path)).durationSeconds - seconds)).toBeLessThan(0.1);
});

const lengthOf = async (path: string): Promise<number | undefined> => {
  const file = await open(path, 'r');
  try {
    return await lengthWithoutJumps(new ByteWindow(file, (await file.stat()).size));
  } finally {
    await file.close();
  }
};

test.each(['broadcast.ts', 'long-gop-25.ts'] as const)('the clock of %s does not jump', async (name) => {
  expect(await lengthOf(media(name))).toBe(undefined);
});

test('nor does one that begins again at its end', async () => {
  const folder = await temporaryFolder();
  await shifted(folder, 95440);
  expect(await lengthOf(join(folder, '95440.ts'))).toBe(undefined);
});

test('no stream, however damaged, is an error', async () => {
  const random = createRandom(3);
  const whole = await readFile(media('broadcast.ts'));
  const path = join(await temporaryFolder(), 'damaged.ts');
  for (let input = 0; input < 50; input += 1) {
    const bytes = Buffer.from(whole.subarray(0, random.int(whole.length)));
    for (let change = random.int(200); change > 0 && bytes.length > 0; change -= 1)
      bytes[random.int(bytes.length)] = random.int(256);
    await writeFile(path, bytes);
    const length = await lengthOf(path);
    expect(length === undefined || length >= 0).toBe(true);
  }
});
