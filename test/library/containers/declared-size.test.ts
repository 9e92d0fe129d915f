import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { declaredBytes } from '../../../src/library/containers/declared-size.ts';
import { isPlaylist } from '../../../src/storage/file-references.ts';
import { createRandom } from '../../fuzz/random.ts';
import { media } from '../../media/media.ts';

test.each(['variable-rate.mkv', 'one-frame.mkv', 'old.avi'] as const)('%s says how large it is', async (name) => {
  expect(declaredBytes(await readFile(media(name)))).toBe((await stat(media(name))).size);
});

test.each(['live.webm', 'numbered-25.mp4', 'still.png', 'broadcast.ts'] as const)('%s does not say', async (name) => {
  expect(declaredBytes(await readFile(media(name)))).toBe(undefined);
});

test('a recording that was never finished does not say', async () => {
  const head = await readFile(media('old.avi'));
  for (const size of [0, 0xffffffff]) {
    head.writeUInt32LE(size, 4);
    expect(declaredBytes(head)).toBe(undefined);
  }
});

test('no beginning of a file, however it was made, is an error', async () => {
  const random = createRandom(1);
  const heads = [await readFile(media('variable-rate.mkv')), await readFile(media('old.avi'))];
  for (let input = 0; input < 20_000; input += 1) {
    const head = Buffer.from(random.pick(heads).subarray(0, 1 + random.int(80)));
    for (let change = random.int(6); change > 0; change -= 1) head[random.int(head.length)] = random.int(256);
    expect(() => [declaredBytes(head), isPlaylist(head)], head.toString('hex')).not.toThrow();
  }
});
