// A clip whose file is swapped for a link or a pipe by somebody who may write to the clips folder: nothing else is read.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { createClient } from './client.ts';
import { createDaemonFolder, startDaemon } from './daemon.ts';

const folder = createDaemonFolder();
const clip = join(folder, 'clips', 'clip.mp4');
copyFileSync(media('short-25.mp4'), clip);
const daemon = await startDaemon({ folder });
afterAll(() => daemon.dispose());

const clipsOf = async (): Promise<readonly { readonly id: string }[]> =>
  (await fetch(`${daemon.url}/api/v1/clips`)).json() as Promise<readonly { readonly id: string }[]>;

test('only the file itself is given out, counted and looked at', async () => {
  await createClient(daemon.url).when(({ CLIPS }) => CLIPS.length === 2);
  const { id = '' } = (await clipsOf())[1] ?? {};
  const ask = async (path: string): Promise<[number, Buffer]> => {
    const answer = await fetch(`${daemon.url}/api/v1/clips/${id}/${path}`, { signal: AbortSignal.timeout(10_000) });
    return [answer.status, Buffer.from(await answer.arrayBuffer())];
  };
  const whole = readFileSync(clip);
  expect(await ask('media')).toEqual([200, whole]);
  const secret = join(folder, 'state', 'secret');
  writeFileSync(secret, 'a secret of the player');
  for (const swap of [() => symlinkSync(secret, clip), () => execFileSync('mkfifo', [clip])]) {
    rmSync(clip);
    swap();
    for (const path of ['media', 'checksum', 'frame?seconds=0']) {
      const [status, body] = await ask(path);
      expect([path, status, body.includes('a secret')]).toEqual([path, 409, false]);
    }
  }
  rmSync(clip);
  writeFileSync(clip, whole);
  expect(await ask('media')).toEqual([200, whole]);
});
