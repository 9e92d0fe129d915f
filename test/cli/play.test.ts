// `cuedeck play CLIP` while another operator works on the same player.
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createServer } from '../http/server-under-test.ts';
import { createCommandLine } from './run-here.ts';

/** A way to the player on which another operator fires the clip before the answer to the first change comes back. */
const startWayWithOther = async (player: { readonly url: string; readonly fire: () => Promise<unknown> }) => {
  let isFired = false;
  const pass = (from: IncomingMessage, to: ServerResponse): void => {
    const changes = from.method !== 'GET' || /^\/(select_clip|play)/.test(from.url ?? '');
    const call = request(player.url + from.url, { method: from.method, headers: from.headers }, async (response) => {
      if (changes && !isFired) {
        isFired = true;
        await player.fire();
      }
      response.pipe(to.writeHead(response.statusCode ?? 0, response.headers));
    });
    from.pipe(call);
  };
  const way = createHttpServer(pass).listen(0, '127.0.0.1');
  onTestFinished(() => void way.close());
  await new Promise((resolve) => way.once('listening', resolve));
  return (way.address() as AddressInfo).port;
};

test('two who fire a clip at once: it plays', async () => {
  const { url, ask, get } = await createServer({ clips: [videoClip('a', { name: 'Intro' })] });
  const body = JSON.stringify({ clipId: 'a' });
  const port = await startWayWithOther({
    url,
    fire: () =>
      ask('/api/v1/transport/fire', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
  });
  const { code, lines } = await createCommandLine(port)('play', 'Intro');
  expect([code, lines]).toEqual([0, [expect.stringMatching(/^Playing: clip 1, Intro, at /)]]);
  expect(await get('/api/v1/transport')).toEqual([200, expect.objectContaining({ clipId: 'a', state: 'playing' })]);
});
