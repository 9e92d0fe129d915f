// The picture of the output: one for all who ask, at most two a second, and less often where one takes long.
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutputPicture } from '../../../src/library/thumbnails/output-picture.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { brightnessOf } from '../../media/jpeg-brightness.ts';
import { media } from '../../media/media.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuedeck-output-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const create = (
  options: { readonly isOfWindow?: boolean; readonly level?: number; readonly seconds?: number } = {},
) => {
  const { isOfWindow = true, level = 1, seconds = 0 } = options;
  const clock = createManualClock();
  let made = 0;
  const picture = createOutputPicture({
    shoot: async (path) => {
      made += 1;
      clock.advance(seconds);
      await (isOfWindow && level === 1 ? writeFile(path, `picture ${made}`) : copyFile(media('white.png'), path));
      return { isOfWindow };
    },
    level: () => level,
    folder,
    clock,
  });
  return { picture, clock, made: () => made };
};

const whole = undefined;

test('all who ask within half a second get the same picture, and none stays on the disk', async () => {
  const { picture, clock, made } = create();
  const ten = await Promise.all(Array.from({ length: 10 }, () => picture.jpeg(whole)));
  expect([made(), new Set(ten.map(String)).size, String(ten[0])]).toEqual([1, 1, 'picture 1']);
  clock.advance(0.49);
  expect(String(await picture.jpeg(whole))).toBe('picture 1');
  clock.advance(0.01);
  expect(String(await picture.jpeg(whole))).toBe('picture 2');
  expect(await readdir(folder)).toEqual([]);
});

test('in ten seconds with ten viewers at most two a second are made', async () => {
  const { picture, clock, made } = create();
  for (let step = 0; step < 80; step += 1) {
    await Promise.all(Array.from({ length: 10 }, () => picture.jpeg(whole)));
    clock.advance(0.125);
  }
  expect(made()).toBe(20);
});

test('one that takes long is followed by ten times as long without any', async () => {
  const { picture, clock, made } = create({ seconds: 0.2 });
  await picture.jpeg(whole);
  clock.advance(1.79);
  await picture.jpeg(whole);
  expect(made()).toBe(1);
  clock.advance(0.02);
  await picture.jpeg(whole);
  expect(made()).toBe(2);
});

test('a failure is told to all who ask, and tried again when the next one is due', async () => {
  const clock = createManualClock();
  let tries = 0;
  const shoot = async () => {
    tries += 1;
    throw new Error('gone');
  };
  const picture = createOutputPicture({ shoot, level: () => 1, folder, clock });
  for (let ask = 0; ask < 3; ask += 1) await expect(picture.jpeg(whole)).rejects.toThrow('gone');
  expect(tries).toBe(1);
  clock.advance(0.5);
  await expect(picture.jpeg(whole)).rejects.toThrow('gone');
  expect(tries).toBe(2);
});

test('a failure that took long, as with a frozen mpv, is tried again at once', async () => {
  const clock = createManualClock();
  let isFrozen = true;
  const shoot = async (path: string) => {
    if (isFrozen) {
      clock.advance(5);
      throw new Error('no answer');
    }
    await writeFile(path, 'picture');
    return { isOfWindow: true };
  };
  const picture = createOutputPicture({ shoot, level: () => 1, folder, clock });
  await expect(picture.jpeg(whole)).rejects.toThrow('no answer');
  isFrozen = false;
  expect(String(await picture.jpeg(whole))).toBe('picture');
});

/** Width of a JPEG, from its start of frame. */
const widthOf = (jpeg: Buffer): number => jpeg.readUInt16BE(jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 7);

test('it is scaled down to the widest size that is asked for', async () => {
  const { picture, clock } = create({ isOfWindow: false });
  expect(widthOf(await picture.jpeg(64))).toBe(64);
  await picture.jpeg(96);
  await picture.jpeg(80);
  clock.advance(60);
  expect(widthOf(await picture.jpeg(32))).toBe(96);
});

test.each([
  [1, 255],
  [0.5, 128],
  [0, 0],
])('where the window can not be read, a fade at %s darkens the picture of the video', async (level, brightness) => {
  const { picture } = create({ isOfWindow: false, level });
  expect(Math.abs(brightnessOf(await picture.jpeg(64)) - brightness)).toBeLessThan(4);
});
