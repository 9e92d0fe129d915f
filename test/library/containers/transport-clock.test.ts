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
