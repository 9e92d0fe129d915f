import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ByteWindow } from '../../../src/library/containers/byte-window.ts';
import { isCutOff } from '../../../src/library/containers/cut-off.ts';
import { whyUnplayable } from '../../../src/library/containers/unplayable-kinds.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createRandom } from '../../fuzz/random.ts';
import { type MediaName, media, RECIPE_LIST } from '../../media/media.ts';

const windowOf = async (path: string): Promise<ByteWindow> => {
  const file = await open(path, 'r');
  onTestFinished(() => file.close());
  return new ByteWindow(file, (await file.stat()).size);
};

test('no whole file counts as cut off', async () => {
  const verdicts = await Promise.all(
    RECIPE_LIST.map(async ([name]) => [name, await isCutOff(await windowOf(join(media('still.png'), '..', name)))]),
  );
  expect(verdicts.filter(([, isCut]) => isCut)).toEqual([]);
});

const LAYOUTS: readonly MediaName[] = [
  ...(['numbered-25.mp4', 'fast-start.mp4', 'fragments.mp4', 'variable-rate.mkv', 'live-clusters.mkv'] as const),
  ...(['old.avi', 'windows.wmv', 'late.flv', 'tape.mxf', 'free.ogv', 'moving.gif', 'moving.apng'] as const),
  ...(['still.png', 'still.webp', 'still.avif', 'plain.tiff', 'deep.tiff'] as const),
];

test.each(LAYOUTS)('%s is known to be cut off wherever that is', async (name) => {
  const whole = await readFile(media(name));
  const path = join(await temporaryFolder(), name);
  for (const percent of [20, 60, 95]) {
    await writeFile(path, whole.subarray(0, Math.floor((whole.length * percent) / 100)));
    expect(await isCutOff(await windowOf(path)), `${percent} %`).toBe(true);
  }
});

test.each(['broadcast.ts', 'program-25.mpg'] as const)('%s may end anywhere', async (name) => {
  const whole = await readFile(media(name));
  const path = join(await temporaryFolder(), name);
  await writeFile(path, whole.subarray(0, whole.length / 2));
  expect(await isCutOff(await windowOf(path))).toBe(false);
});

test('no file, however it was made, is an error or takes long', async () => {
  const random = createRandom(2);
  const path = join(await temporaryFolder(), 'file');
  const files = await Promise.all(LAYOUTS.map(async (name) => (await readFile(media(name))).subarray(0, 4096)));
  for (let input = 0; input < 1000; input += 1) {
    const bytes = Buffer.from(random.pick(files).subarray(0, 1 + random.int(4096)));
    for (let change = random.int(8); change > 0; change -= 1) bytes[random.int(bytes.length)] = random.int(256);
    await writeFile(path, bytes);
    const file = await open(path, 'r');
    try {
      const window = new ByteWindow(file, bytes.length);
      await isCutOff(window);
      await whyUnplayable(window);
    } catch (error) {
      throw new Error(bytes.toString('base64'), { cause: error });
    } finally {
      await file.close();
    }
  }
});

test.each(['numbered-25.mp4', 'variable-rate.mkv', 'old.avi'] as const)(
  '%s may have anything behind it',
  async (name) => {
    const path = join(await temporaryFolder(), name);
    await writeFile(path, Buffer.concat([await readFile(media(name)), Buffer.alloc(5000, 'x')]));
    expect(await isCutOff(await windowOf(path))).toBe(false);
  },
);
