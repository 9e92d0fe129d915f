// What a stranger can take from others: places of connections and event streams.
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openMany } from '../fixtures/many-connections.ts';
import { createServer, until } from './server-under-test.ts';

const STRANGER = '127.0.0.5';
const HALF = 'GET /status HTTP/1.1\r\nHost: a\r\nX: ';

/** A client that keeps its one connection. */
const keepConnection = (port: number, headers: Readonly<Record<string, string>> = {}) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const sockets = new Set<Socket>();
  const ask = async (): Promise<number | undefined> => {
    const request = httpRequest({ host: '127.0.0.1', port, path: '/status', agent, headers });
    request.on('socket', (socket) => sockets.add(socket)).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode;
  };
  return { ask, sockets };
};

describe('connections', () => {
  test('512 half-sent requests from one address keep nobody else out', async () => {
    const { port, ask, get } = await createServer();
    const strangers = await openMany(port, 512, HALF, () => STRANGER);
    for (let count = 0; count < 20; count += 1) expect((await get('/status'))[0]).toBe(200);
    expect(strangers.open()).toBeGreaterThan(400);
    // Nor those who share the address.
    expect((await ask('/status', { from: STRANGER })).status).toBe(200);
  });

  test('512 requests whose bodies never end keep nobody out, nor who shares the address', async () => {
    const { port, ask, get } = await createServer();
    const begun =
      'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\nPOST /api/v1/login HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n{';
    const { sockets, open } = await openMany(port, 512, begun, () => STRANGER);
    // What is read with the request before it has begun, too.
    await until(() => sockets.every(({ bytesRead }) => bytesRead > 0));
    expect(open()).toBe(512);
    expect((await ask('/status', { from: STRANGER })).status).toBe(200);
    expect((await get('/status'))[0]).toBe(200);
  });

  test('an upload keeps its connection, however many come from its address', async () => {
    const { port } = await createServer();
    const head = 'PUT /api/v1/uploads/a.mp4 HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n';
    const upload = await openMany(port, 1, `GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n${head}`, () => STRANGER);
    await until(() => upload.sockets.every(({ bytesRead }) => bytesRead > 0));
    await openMany(port, 600, HALF, () => STRANGER);
    expect(upload.open()).toBe(1);
  });

  test('event streams, and answers that nobody reads, count as well', async () => {
    const { port, get } = await createServer();
    await openMany(port, 100, 'GET /events HTTP/1.1\r\nHost: a\r\n\r\n', () => STRANGER);
    await openMany(port, 100, 'GET /api/v1/events HTTP/1.1\r\nHost: a\r\n\r\n', () => STRANGER);
    await openMany(port, 312, 'POST /play HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n', () => STRANGER);
    for (let count = 0; count < 5; count += 1) expect((await get('/status'))[0]).toBe(200);
  });

  test('who has shown the token keeps its connection, whoever comes from wherever', async () => {
    const { port } = await createServer({ token: 'secret' });
    const owner = keepConnection(port, { authorization: 'Bearer secret' });
    expect(await owner.ask()).toBe(200);
    const { open } = await openMany(port, 1100, HALF, (index) => `127.0.${1 + Math.floor(index / 200)}.${index % 200}`);
    await until(() => open() <= 511);
    expect([await owner.ask(), owner.sockets.size]).toEqual([200, 1]);
    expect(await keepConnection(port, { authorization: 'Bearer secret' }).ask()).toBe(200);
  });
});

test('100 event streams of one address leave room for another', async () => {
  const { port, ask, server } = await createServer();
  await openMany(port, 100, 'GET /events HTTP/1.1\r\nHost: a\r\n\r\n', () => STRANGER);
  await expect.poll(async () => (await ask('/events', { from: STRANGER })).status).toBe(503);
  const request = httpRequest({ host: '127.0.0.1', port, path: '/events', agent: false });
  const [response] = (await once(request.end(), 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  const [chunk] = (await once(response, 'data')) as [Buffer];
  expect(String(chunk)).toMatch(/^event: clips\n/);
  response.on('error', () => undefined).destroy();
  await server.stop();
});
