// What a stranger can take from others with uploads: their places, and the room on the disk.
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { UploadStaging } from '../../src/deck/upload-ports.ts';
import { BOUNDARY, filePart, MULTIPART, toBody, toPartHead } from './multipart.ts';
import { createServer, until } from './server-under-test.ts';

const STRANGER = '127.0.0.5';
const MEBIBYTE = 1024 * 1024;

/** A disk of 5 MB that what is uploaded really fills. */
const onSmallDisk = (staging: UploadStaging): UploadStaging => ({
  ...staging,
  room: async () => {
    const { limitBytes } = await staging.room();
    const folder = join(staging.temporaryPath(), '..');
    const usedBytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    return { limitBytes, freeBytes: 5_000_000 - usedBytes };
  },
});

const createFixture = async () => {
  const server = await createServer({ clips: [], staging: onSmallDisk });
  server.room.limitBytes = 10 ** 12;
  /** A request with a body that stays open. */
  const open = (method: string, path: string, headers: Readonly<Record<string, string | number>>, from: string) => {
    const place = { host: '127.0.0.1', port: server.port, localAddress: from, agent: false };
    const request = httpRequest({ ...place, method, path, headers });
    request.on('error', () => undefined).flushHeaders();
    onTestFinished(() => {
      request.destroy();
    });
    const status = once(request, 'response').then(([response]) => (response as IncomingMessage).resume().statusCode);
    status.catch(() => undefined);
    return { request, status };
  };
  const post = (from: string) => {
    const opened = open('POST', '/upload', MULTIPART, from);
    opened.request.write(`${toPartHead(filePart(''))}x`);
    return opened;
  };
  const put = (name: string, from: string, bytes: number) => {
    const opened = open('PUT', `/api/v1/uploads/${name}`, { 'Content-Length': bytes }, from);
    return opened;
  };
  /** Uploads a whole file; its status. */
  const upload = async (from: string): Promise<number> => {
    const body = toBody(filePart('abc'));
    return (await server.ask('/upload', { method: 'POST', headers: MULTIPART, body, from })).status;
  };
  const send = async (name: string, from: string, body: Buffer, headers = {}): Promise<number> =>
    (await server.ask(`/api/v1/uploads/${name}`, { method: 'PUT', body, from, headers })).status;
  const part = (name: string, from: string, bytes: number, totalBytes: number): Promise<number> =>
    send(name, from, Buffer.alloc(bytes), { 'content-range': `bytes 0-${bytes - 1}/${totalBytes}` });
  const left = (): number => readdirSync(server.folder).filter((name) => name.startsWith('.upload')).length;
  return { ...server, post, put, upload, send, part, left };
};

describe('places', () => {
  test('two uploads of one address that drip keep nobody else out', async () => {
    const { post, upload, left } = await createFixture();
    const dripping = [post(STRANGER), post(STRANGER)];
    await until(() => left() === 2);
    expect(await upload(STRANGER)).toBe(503);
    expect(await upload('127.0.0.1')).toBe(200);
    const before = left();
    for (const from of ['127.0.0.6', '127.0.0.7', '127.0.0.8']) dripping.push(post(from), post(from));
    await until(() => left() === before + 6);
    expect(await upload('127.0.0.1')).toBe(200);
    expect(await dripping[0]?.status).toBe(503);
  });

  test('nor do eight unfinished ones by PUT: those that nobody goes on with go first, then the oldest', async () => {
    const { put, part, send, left, get } = await createFixture();
    for (let count = 0; count < 4; count += 1) expect(await part(`kept-${count}`, STRANGER, 10, 20)).toBe(200);
    const open = [0, 1, 2, 3].map((count) => put(`open-${count}`, STRANGER, 20));
    for (const { request } of open) request.write('x');
    await until(() => left() === 8);
    expect(await send('mine', '127.0.0.1', Buffer.alloc(10))).toBe(200);
    expect((await get('/api/v1/uploads/kept-0'))[0]).toBe(404);
    expect((await get('/api/v1/uploads/kept-1'))[0]).toBe(200);
    for (let count = 1; count < 5; count += 1) expect(await part(`own-${count}`, '127.0.0.1', 10, 20)).toBe(200);
    expect((await get('/api/v1/uploads/kept-3'))[0]).toBe(404);
    // Each has four now.
    expect(await part('own-5', '127.0.0.1', 10, 20)).toBe(200);
    expect((await get('/api/v1/uploads/own-1'))[0]).toBe(404);
    expect(await part('another', '127.0.0.2', 10, 20)).toBe(200);
    expect((await get('/api/v1/uploads/own-2'))[0]).toBe(404);
  });

  test('a body by PUT that drips is cut off, and what has arrived stays', async () => {
    const { put, clock, get, folder } = await createFixture();
    const { request, status } = put('a', STRANGER, 1000);
    request.write('x');
    await until(() => clock.running().includes(30));
    await until(() => readdirSync(folder).some((name) => statSync(join(folder, name)).size === 1));
    await expect.poll(async () => (await get('/api/v1/uploads/a'))[0]).toBe(200);
    const sizes = (): readonly number[] => readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    await until(() => sizes().includes(1));
    clock.advance(30);
    expect(await status).toBe(400);
    expect(await get('/api/v1/uploads/a')).toEqual([200, { receivedBytes: 1, totalBytes: 1000 }]);
  });
});

describe('room', () => {
  test('what was only announced claims nothing', async () => {
    const { put, send, left } = await createFixture();
    put('a', STRANGER, 4_900_000);
    put('b', STRANGER, 4_900_000);
    await until(() => left() === 2);
    expect(await send('mine', '127.0.0.1', Buffer.alloc(4_000_000))).toBe(200);
  });

  test('what a stranger left half done gives way to who wants less than that', async () => {
    const { part, send, get } = await createFixture();
    expect(await part('greedy', STRANGER, 3_000_000, 4_000_000)).toBe(200);
    expect(await send('mine', '127.0.0.1', Buffer.alloc(2_500_000))).toBe(200);
    expect((await get('/api/v1/uploads/greedy'))[0]).toBe(404);
  });

  test('but not to who wants more', async () => {
    const { part, get } = await createFixture();
    expect(await part('small', '127.0.0.1', 1_000_000, 1_500_000)).toBe(200);
    expect(await part('greedy', STRANGER, 4_500_000, 4_600_000)).toBe(507);
    expect(await get('/api/v1/uploads/small')).toEqual([200, { receivedBytes: 1_000_000, totalBytes: 1_500_000 }]);
  });

  test('when the disk runs full, whoever has taken most of it is refused', async () => {
    const server = await createFixture();
    const greedy = server.post(STRANGER);
    const modest = server.post('127.0.0.1');
    await until(() => server.left() === 2);
    modest.request.write(Buffer.alloc(100_000));
    for (let count = 0; count < 17; count += 1) greedy.request.write(Buffer.alloc(MEBIBYTE));
    expect(await greedy.status).toBe(507);
    await until(() => server.left() === 1);
    modest.request.end(`\r\n--${BOUNDARY}--\r\n`);
    expect(await modest.status).toBe(200);
  });
});
