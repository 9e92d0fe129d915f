// The envelope of a clip's sound over /api/v1.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createServer } from '../server-under-test.ts';

const PATH = '/api/v1/clips/a/envelope';
const BYTES = Buffer.from([1, 0, 1, 65, 66]);

const createWith = async (path: string | undefined) =>
  createServer({
    clips: [videoClip('a')],
    loudness: { of: () => undefined, envelopeOf: () => path, subscribe: () => () => undefined },
  });

test('it is sent with an ETag, and not again to who has it', async () => {
  const path = join(await temporaryFolder(), 'a.peaks');
  writeFileSync(path, BYTES);
  const { ask } = await createWith(path);
  const { status, headers, text } = await ask(PATH);
  expect([status, text, headers['content-type']]).toEqual([200, BYTES.toString(), 'application/octet-stream']);
  expect([headers.etag, headers['cache-control']]).toEqual([expect.any(String), 'no-cache']);
  expect(await ask(PATH, { headers: { 'if-none-match': headers.etag } })).toMatchObject({ status: 304, text: '' });
  expect((await ask(`${PATH}?v=5-1`)).headers['cache-control']).toBe('private, max-age=31536000');
});

test.each([
  ['before it is made', () => undefined],
  ['when it is gone from the disk', (folder: string) => join(folder, 'gone.peaks')],
])('%s it is 404', async (_name, toPath) => {
  const { ask } = await createWith(toPath(await temporaryFolder()));
  const { status, text } = await ask(PATH);
  expect([status, JSON.parse(text)]).toEqual([
    404,
    {
      code: 'envelope-not-found',
      error: 'a.mp4 has no envelope yet. The player makes it when it measures the loudness.',
    },
  ]);
  expect((await ask('/api/v1/clips/none/envelope')).status).toBe(404);
});
