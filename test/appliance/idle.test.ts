// What the image waits for before it trims the disk.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** @param answer shell line that stands for `cuedeck status --json` */
const isIdle = async (answer: string): Promise<boolean> => {
  const folder = await temporaryFolder();
  const lines = `[ "$*" = "status --json" ] || exit 2\n${answer}`;
  await writeFile(join(folder, 'cuedeck'), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  const { status } = spawnSync('image/idle', { env: { PATH: `${folder}:/usr/bin:/bin` } });
  return status === 0;
};

test('the box is idle unless a clip plays', async () => {
  const playing = JSON.stringify({ CLIP_ID: 1, PLAY: true, SPEED: 1 }, undefined, 2);
  expect([
    await isIdle(`echo '${playing}'`),
    await isIdle(`echo '${playing.replace('true', 'false')}'`),
    await isIdle('exit 69'),
  ]).toEqual([false, true, true]);
});
