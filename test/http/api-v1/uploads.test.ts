import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { UploadStaging } from '../../../src/deck/upload-ports.ts';
import { createServer, until } from '../server-under-test.ts';

const PATH = '/api/v1/uploads/My%20Clip.mp4';

/** @param staging put in the place of the one that takes uploads; its own by default */
const createUpload = async (staging: (own: UploadStaging) => UploadStaging = (own) => own) => {
  const server = await createServer({ clips: [], staging });
  const put = async (
    body: string,
    headers: Record<string, string> = {},
  ): Promise<[number, Record<string, unknown>]> => {
    const { status, text } = await server.ask(PATH, { method: 'PUT', headers, body });
    return [status, JSON.parse(text)];
  };
  const left = (): readonly string[] => readdirSync(server.folder).filter((name) => name.startsWith('.upload'));
  return { ...server, put, left };
};

test('a file that is the body becomes a clip under the name in the path', async () => {
  const { put, examined, deck } = await createUpload();
  const [status, { clip }] = await put('frames');
  expect([status, clip]).toMatchObject([200, { number: 1, name: 'My Clip.mp4', durationSeconds: 10 }]);
  expect(examined.map(String)).toEqual(['frames']);
  expect(deck.state().document.clips.length).toBe(2);
});

test('a file comes in parts, and what has arrived is told', async () => {
  const { put, get, examined } = await createUpload();
  expect(await put('fra', { 'content-range': 'bytes 0-2/6' })).toEqual([
    200,
    { upload: { receivedBytes: 3, totalBytes: 6 } },
  ]);
  expect(await get(PATH)).toEqual([200, { receivedBytes: 3, totalBytes: 6 }]);
  expect((await put('mes', { 'content-range': 'bytes 3-5/6' }))[0]).toBe(200);
  expect(examined.map(String)).toEqual(['frames']);
});

test('what has begun and is not finished is listed, also when that is nothing', async () => {
  const { put, get } = await createUpload();
  expect(await get('/api/v1/uploads')).toEqual([200, []]);
  await put('fra', { 'content-range': 'bytes 0-2/6' });
  expect(await get('/api/v1/uploads')).toEqual([200, [{ name: 'My Clip.mp4', receivedBytes: 3, totalBytes: 6 }]]);
  await put('mes', { 'content-range': 'bytes 3-5/6' });
  expect(await get('/api/v1/uploads')).toEqual([200, []]);
});

test('who lost the last answer is told which clip the upload has become, until it is forgotten or sent anew', async () => {
  const { put, get, ask, deck } = await createUpload();
  expect(await get(PATH)).toMatchObject([404, { code: 'upload-not-found' }]);
  await put('frames', { 'content-range': 'bytes 0-5/6' });
  const clipId = deck.state().document.clips.at(-1)?.id;
  expect(await get(PATH)).toEqual([200, { receivedBytes: 6, totalBytes: 6, clipId }]);
  await put('fra', { 'content-range': 'bytes 0-2/6' });
  expect(await get(PATH)).toEqual([200, { receivedBytes: 3, totalBytes: 6 }]);
  await put('mes', { 'content-range': 'bytes 3-5/6' });
  expect((await ask(PATH, { method: 'DELETE' })).status).toBe(204);
  expect(await get(PATH)).toMatchObject([404, { code: 'upload-not-found' }]);
});

test('an upload that comes again under its Idempotency-Key, as browsers send it, is one clip', async () => {
  const { put, deck } = await createUpload();
  const headers = { 'content-range': 'bytes 0-5/6', 'idempotency-key': 'one' };
  const both = await Promise.all([put('frames', headers), put('frames', headers)]);
  const later = await put('frames', headers);
  expect(both.map(([, { clip }]) => clip)).toEqual([later[1].clip, later[1].clip]);
  expect(deck.state().document.clips.length).toBe(2);
  await put('frames', { ...headers, 'idempotency-key': 'another' });
  await put('frames', { 'content-range': 'bytes 0-5/6' });
  expect(deck.state().document.clips.length).toBe(4);
});

test('what came of an upload that was cut off is no clip under its Idempotency-Key', async () => {
  const { put, deck } = await createUpload();
  const key = { 'idempotency-key': 'one' };
  await put('fra', { ...key, 'content-range': 'bytes 0-2/6' });
  expect(await put('mes', { ...key, 'content-range': 'bytes 3-5/6' })).toMatchObject([200, { clip: { number: 1 } }]);
  expect(await put('mes', { ...key, 'content-range': 'bytes 3-5/6' })).toMatchObject([200, { clip: { number: 1 } }]);
  expect(deck.state().document.clips.length).toBe(2);
});

test('a part that does not follow on is refused, and what has arrived stays', async () => {
  const { put, get } = await createUpload();
  await put('fra', { 'content-range': 'bytes 0-2/6' });
  expect(await put('s', { 'content-range': 'bytes 5-5/6' })).toMatchObject([409, { code: 'upload-out-of-step' }]);
  expect(await put('mes', { 'content-range': 'bytes 3-5/7' })).toMatchObject([409, { code: 'upload-out-of-step' }]);
  expect(await put('mes', { 'content-range': 'bytes 3-9/10' })).toMatchObject([400, { code: 'invalid-value' }]);
  expect(await put('mes', { 'content-range': 'frames' })).toMatchObject([400, { code: 'invalid-value' }]);
  expect(await get(PATH)).toEqual([200, { receivedBytes: 3, totalBytes: 6 }]);
});

test('an upload that is cut off goes on where it broke', async () => {
  const { put, port, examined, left, folder } = await createUpload();
  const sending = request({ port, path: PATH, method: 'PUT', headers: { 'content-length': 6 } });
  sending.on('error', () => undefined);
  sending.write('fra');
  await until(() => left().some((name) => statSync(join(folder, name)).size === 3));
  sending.destroy();
  // The former request may still be closing its file.
  let status = 0;
  while (status !== 200) [status] = await put('mes', { 'content-range': 'bytes 3-5/6' });
  expect(examined.map(String)).toEqual(['frames']);
});

test('a dropped upload, and one that is no clip, leave nothing', async () => {
  const { put, ask, left } = await createUpload();
  await put('fra', { 'content-range': 'bytes 0-2/6' });
  expect(left().length).toBe(1);
  expect((await ask(PATH, { method: 'DELETE' })).status).toBe(204);
  expect(left()).toEqual([]);
  expect(await put('not a video')).toMatchObject([415, { code: 'unsupported-media' }]);
  expect(left()).toEqual([]);
});

test('what is too large or has no room is refused before it is read', async () => {
  const { put, room, left } = await createUpload();
  expect(await put('fra', { 'content-range': 'bytes 0-2/2000000' })).toMatchObject([413, { code: 'too-large' }]);
  room.freeBytes = 2;
  expect(await put('frames')).toMatchObject([507, { code: 'no-space' }]);
  expect(left()).toEqual([]);
});

describe('two at once in the place of one that was cut off', () => {
  /** A card that takes its time to remove a large file. */
  const createSlow = async () => {
    let finish: () => void = () => undefined;
    const removing = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let removals = 0;
    const upload = await createUpload((staging) => ({
      ...staging,
      discard: async (path) => {
        removals += 1;
        await removing;
        await staging.discard(path);
      },
    }));
    await upload.put('fra', { 'content-range': 'bytes 0-2/6' });
    return { ...upload, removals: () => removals, finish: () => finish() };
  };

  test('the first is received, the second refused, and nothing is left over', async () => {
    const { put, left, removals, finish, examined } = await createSlow();
    const first = put('frames');
    await until(() => removals() === 1);
    expect(await put('others')).toMatchObject([503, { code: 'busy' }]);
    finish();
    expect(await first).toMatchObject([200, { clip: { number: 1 } }]);
    expect([examined.map(String), left()]).toEqual([['frames'], [expect.any(String)]]);
  });

  test('under one Idempotency-Key they are one clip', async () => {
    const { put, removals, finish, deck } = await createSlow();
    const key = { 'idempotency-key': 'one' };
    const first = put('frames', key);
    await until(() => removals() === 1);
    const others = [put('frames', key), put('frames', key)];
    finish();
    const ids = await Promise.all([first, ...others].map(async (answer) => (await answer)[1].clip));
    expect(new Set(ids.map((clip) => JSON.stringify(clip))).size).toBe(1);
    expect(deck.state().document.clips.length).toBe(2);
  });
});

describe('a file whose first bytes are no clip is refused while the rest is still to come', () => {
  /** Sends the beginning of a long body and waits for the answer. */
  const begin = async (content: string, headers: Record<string, string | number> = { 'content-length': 900_000 }) => {
    const upload = await createUpload();
    const { port } = upload;
    const sending = request({ port, path: PATH, method: 'PUT', headers });
    sending.on('error', () => undefined);
    sending.write(content);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    sending.destroy();
    return { ...upload, status: answer.statusCode, connection: answer.headers.connection, body: JSON.parse(text) };
  };

  test('at once, and nothing of it stays', async () => {
    const { status, connection, body, left, get } = await begin('not a video'.repeat(10_000));
    expect([status, connection, body]).toMatchObject([415, 'close', { code: 'unsupported-media' }]);
    await until(() => left().length === 0);
    expect(await get(PATH)).toMatchObject([404, { code: 'upload-not-found' }]);
  });

  test('also when the beginning comes in parts', async () => {
    const { put, left } = await createUpload();
    const part = 'not a video'.padEnd(40_000);
    expect((await put(part, { 'content-range': 'bytes 0-39999/90000' }))[0]).toBe(200);
    expect(await put(part, { 'content-range': 'bytes 40000-79999/90000' })).toMatchObject([415, {}]);
    expect(left()).toEqual([]);
  });

  test('too large a body without a length is told so', async () => {
    const { status, body } = await begin('x'.repeat(1_100_000), { 'transfer-encoding': 'chunked' });
    expect([status, body.code]).toEqual([413, 'too-large']);
  });
});
