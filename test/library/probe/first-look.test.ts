import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeMedia } from '../../../src/library/probe/probe.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type MediaName, media } from '../../media/media.ts';

/** Examines a file, and counts how often ffprobe is started for it. */
const startsFor = async (name: MediaName): Promise<number> => {
  const folder = await temporaryFolder();
  const command = join(folder, 'ffprobe');
  await writeFile(command, `#!/bin/sh\necho start >> ${folder}/starts\nexec ffprobe "$@"\n`, { mode: 0o755 });
  await probeMedia(media(name), { command });
  return (await readFile(join(folder, 'starts'), 'utf8')).trim().split('\n').length;
};

const ORDINARY: readonly MediaName[] = [
  'numbered-25.mp4',
  'numbered-2997.mp4',
  'numbered-25-sound.mp4',
  'phone.mp4',
  'interlaced-25.mp4',
  'one-frame.mp4',
  'sound-longer.mkv',
  'broadcast.ts',
  'old.avi',
  'moving.gif',
  'still.png',
  'still.jpg',
  'still.webp',
];

test.each(ORDINARY)('%s is examined by one start of ffprobe', async (name) => {
  expect(await startsFor(name)).toBe(1);
});
