// The client of /api/v1 against a real HTTP server, and against programs that are none.
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPlayerClient } from '../../src/client/player-client.ts';
import { NotPlayerError, RejectedError, UnreachableError } from '../../src/client/player-errors.ts';
import { sendFile } from '../../src/client/send-file.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createServer } from '../http/server-under-test.ts';

const TOKEN = 'stage löft, left';

const startProgram = async (answer: RequestListener): Promise<string> => {
  const program = createHttpServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    program.closeAllConnections();
    program.close();
  });
  await new Promise((resolve) => program.once('listening', resolve));
  return `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
};

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a call with a token that is not ASCII is answered by its types', async () => {
  const { url } = await createServer({ clips: [videoClip('a', { name: 'Intro' })], token: TOKEN });
  const client = createPlayerClient({ url, token: TOKEN });
  const { name } = await client.call('patch', '/clips/{id}', { path: { id: 'a' }, body: { name: 'Grüße 日本' } });
  const [, clip] = await client.call('get', '/clips');
  expect([name, clip?.name]).toEqual(['Grüße 日本', 'Grüße 日本']);
  expect(await client.call('delete', '/clips/{id}', { path: { id: 'a' } })).toBeUndefined();
});

test('a refusal has its status and its sentence', async () => {
  const { url } = await createServer({ clips: [], token: TOKEN });
  const path = { id: 'gone' };
  const missing = await failureOf(createPlayerClient({ url, token: TOKEN }).call('get', '/clips/{id}', { path }));
  expect(missing).toEqual(new RejectedError(404, 'There is no clip with the id "gone".'));
  const closed = await failureOf(createPlayerClient({ url, token: '' }).call('get', '/device'));
  expect(closed).toMatchObject({ name: 'RejectedError', status: 401 });
});

test('another program is no player, whatever it answers', async () => {
  for (const [status, body] of [
    [200, '<h1>hello</h1>'],
    [404, '{"message":"none"}'],
    [200, '"text"'],
  ] as const) {
    const url = await startProgram((_request, response) => void response.writeHead(status).end(body));
    expect(await failureOf(createPlayerClient({ url, token: '' }).call('get', '/device'))).toEqual(
      new NotPlayerError(url),
    );
  }
});

test('a player that is not there, cuts the connection or is silent is unreachable', async () => {
  const cutting = await startProgram((request) => void request.socket.destroy());
  const silent = await startProgram(() => undefined);
  const failures = await Promise.all(
    [
      { url: 'http://127.0.0.1:9', patienceSeconds: 60 },
      { url: cutting, patienceSeconds: 60 },
      { url: silent, patienceSeconds: 0.2 },
    ].map(({ url, patienceSeconds }) =>
      failureOf(createPlayerClient({ url, token: '' }, patienceSeconds).call('get', '/device')),
    ),
  );
  expect(failures.map((failure) => failure instanceof UnreachableError && failure.isSilent)).toEqual([
    false,
    false,
    true,
  ]);
  expect(failures.every((failure) => failure instanceof UnreachableError)).toBe(true);
});

test('of a file that had arrived in part only the rest is sent', async () => {
  const server = await createServer({ clips: [] });
  const bytes = Buffer.from('frames of a film');
  await server.ask('/api/v1/uploads/film.mp4', {
    method: 'PUT',
    headers: { 'Content-Range': `bytes 0-5/${bytes.length}` },
    body: bytes.subarray(0, 6),
  });
  const begun: number[] = [];
  const file = {
    name: 'film.mp4',
    bytes: bytes.length,
    read: async function* (first: number) {
      begun.push(first);
      yield bytes.subarray(first);
    },
    sha256: async () => (await sha256Of(server.url)) ?? '',
  };
  const client = createPlayerClient({ url: server.url, token: '' });
  const { clipId, fromByte } = await sendFile(client, file, { checks: 'parts', onSent: () => undefined });
  expect([begun, fromByte, server.examined.map(String)]).toEqual([[6], 6, [bytes.toString()]]);
  expect(server.deck.state().document.clips.at(-1)?.id).toBe(clipId);
});

const sha256Of = async (url: string): Promise<string | undefined> => {
  const client = createPlayerClient({ url, token: '' });
  const id = (await client.call('get', '/clips')).at(-1)?.id ?? '';
  return (await client.call('get', '/clips/{id}/checksum', { path: { id } })).sha256;
};

test('a file that fails on the way is dropped at the player, and its reason is thrown', async () => {
  const server = await createServer({ clips: [] });
  const changed = new Error('it changed');
  const file = {
    name: 'film.mp4',
    bytes: 1000,
    read: async function* () {
      yield Buffer.alloc(500);
      throw changed;
    },
    sha256: async () => '',
  };
  const client = createPlayerClient({ url: server.url, token: '' });
  expect(await failureOf(sendFile(client, file, { checks: 'always', onSent: () => undefined }))).toBe(changed);
  expect((await server.ask('/api/v1/uploads/film.mp4')).status).toBe(404);
});
