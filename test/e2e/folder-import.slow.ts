import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';
import { createClient } from './client.ts';
import { createDaemonFolder, startDaemon } from './daemon.ts';
import { holdFfprobe } from './held-ffprobe.ts';

interface Listed {
  readonly id: string;
  readonly number: number;
  readonly file: string;
  readonly examining?: boolean;
}

test('a found file is listed at once by /api/v1, and by the plain API when it has been examined', async () => {
  const folder = createDaemonFolder();
  const ffprobe = holdFfprobe(await temporaryFolder());
  for (const name of ['a.mp4', 'slow.mp4']) copyFileSync(media('short-25.mp4'), join(folder, 'clips', name));
  const daemon = await startDaemon({ folder, environment: { PATH: ffprobe.path } });
  onTestFinished(() => daemon.dispose());
  const client = createClient(daemon.url);
  const api = async (path: string, body?: unknown) => {
    const post = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${daemon.url}/api/v1${path}`, body === undefined ? {} : post);
    return { status: response.status, json: await response.json() };
  };
  const listed = async () => (await api('/clips')).json as readonly Listed[];

  // What takes long lets the other one go first, though it was begun.
  await client.when(({ CLIPS: clips }) => clips.some(({ Filename }) => Filename === 'a.mp4'));
  const slow = (await listed()).at(-1);
  expect(slow).toMatchObject({ number: 2, file: 'slow.mp4', examining: true });
  const plain = (await client.status()).CLIPS.map(({ Filename }) => Filename);
  expect(plain.slice(1)).toEqual(['a.mp4']);
  expect(await api('/transport/cue', { clipId: slow?.id })).toEqual({
    status: 503,
    json: { code: 'busy', error: 'slow.mp4 is still being examined; it is a clip when that is done.' },
  });
  expect((await api(`/clips/${slow?.id}`)).status).toBe(503);
  expect((await api('/clips/none')).status).toBe(404);

  ffprobe.letGo();
  await client.when(({ CLIPS: clips }) => clips.length === 3);
  expect((await listed()).at(-1)).toEqual(expect.objectContaining({ id: slow?.id, number: 2, file: 'slow.mp4' }));
  expect((await listed()).some(({ examining }) => examining)).toBe(false);
  expect((await api('/transport/cue', { clipId: slow?.id })).status).toBe(200);
});
