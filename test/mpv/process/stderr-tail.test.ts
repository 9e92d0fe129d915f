import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { collectTail } from '../../../src/mpv/process/stderr-tail.ts';

const tailOf = async (lines: readonly string[]): Promise<readonly string[]> => {
  const input = Readable.from([Buffer.from(lines.map((line) => `${line}\n`).join(''))]);
  const tail: string[] = [];
  collectTail(input, tail);
  await once(input, 'close');
  return tail;
};

test('the last ten lines are kept', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
  expect(await tailOf(lines)).toEqual(lines.slice(2));
});

test('what mpv says of every skipped packet of an edit list pushes out nothing', async () => {
  const skipped = Array.from({ length: 12 }, () => '[lavf] Edit lists are not correctly supported (FFmpeg issue).');
  expect(await tailOf(['[vo/drm] Failed to acquire DRM master', ...skipped])).toEqual([
    '[vo/drm] Failed to acquire DRM master',
  ]);
});

test('an output that cannot be read any more ends nothing', async () => {
  const input = new Readable({ read: () => undefined });
  const tail: string[] = [];
  collectTail(input, tail);
  input.push('line\n');
  await expect.poll(() => tail).toEqual(['line']);
  const closed = new Promise((resolve) => input.once('close', resolve));
  input.destroy(new Error('read EIO'));
  await closed;
  expect(tail).toEqual(['line']);
});
