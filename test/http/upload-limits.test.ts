import { execFile } from 'node:child_process';
import { openSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { UploadStaging } from '../../src/deck/upload-ports.ts';
import { BOUNDARY, filePart, MULTIPART, toBody, toPartHead } from './multipart.ts';
import { createServer, type Reply, until } from './server-under-test.ts';

const run = promisify(execFile);
type Server = Awaited<ReturnType<typeof createServer>>;

const MEBIBYTE = 1024 * 1024;
const TOO_LARGE = { error: 'The file is too large; allowed: 1000000 bytes.', code: 'too-large' };

/** A sparse file for curl to send. */
const makeFile = ({ folder }: Server, bytes: number): string => {
  const path = join(folder, 'big.mp4');
  openSync(path, 'w');
  truncateSync(path, bytes);
  return path;
};

/** Uploads with curl: the status, the body, and how many bytes curl has sent. */
const curl = async (server: Server, path: string, ...args: string[]) => {
  const { stdout } = await run('curl', [
    ...['-sS', '--max-time', '15', '-w', '\n%{http_code} %{size_upload}', ...args],
    ...['-F', `videoFile=@${path}`, `${server.url}/upload`],
  ]);
  const [body = '', figures = ''] = stdout.split('\n');
  const [status = 0, sent = 0] = figures.split(' ').map(Number);
  return { status, body: JSON.parse(body), sent };
};

/** Temporary files of uploads. */
const leftIn = ({ folder }: Server): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('.'));

/** An upload whose body the test sends piece by piece. */
const openUpload = ({ port }: Server, headers: Record<string, string | number> = {}) => {
  let answered: (reply: Reply) => void = () => undefined;
  const reply = new Promise<Reply>((resolve) => {
    answered = resolve;
  });
  const request = httpRequest(
    { host: '127.0.0.1', port, path: '/upload', method: 'POST', headers: { ...MULTIPART, ...headers }, agent: false },
    (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => answered({ status: response.statusCode ?? 0, headers: response.headers, text }));
    },
  );
  request.on('error', () => undefined);
  // The parser holds back what may be the beginning of a boundary: one byte of the file lets it see the end of the head.
  request.write(`${toPartHead(filePart(''))}x`);
  return { request, reply, end: () => request.end(`\r\n--${BOUNDARY}--\r\n`) };
};

describe('an upload over the limit is 413', () => {
  test('before curl sends anything of 100 MiB, since it waits to be invited', async () => {
    const server = await createServer();
    const { status, body, sent } = await curl(server, makeFile(server, 100 * MEBIBYTE));
    expect([status, body, sent]).toEqual([413, TOO_LARGE, 0]);
    expect(leftIn(server)).toEqual([]);
  });

  test('and curl sees it even when it sends at once', async () => {
    const server = await createServer();
    const { status, body, sent } = await curl(server, makeFile(server, 100 * MEBIBYTE), '-H', 'Expect:');
    expect([status, body]).toEqual([413, TOO_LARGE]);
    expect(sent).toBeLessThan(100 * MEBIBYTE);
    expect(leftIn(server)).toEqual([]);
  });

  test('and curl sees it when it never says how long the file is', async () => {
    const server = await createServer();
    const chunked = ['-H', 'Transfer-Encoding: chunked', '-H', 'Expect:'];
    const { status, body } = await curl(server, makeFile(server, 100 * MEBIBYTE), ...chunked);
    expect([status, body]).toEqual([413, TOO_LARGE]);
    await until(() => leftIn(server).length === 0);
  });

  test('and a client that sends everything before it reads sees it', async () => {
    const server = await createServer();
    const { port } = server;
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const head = `POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: ${MULTIPART['Content-Type']}\r\nContent-Length: ${50 * MEBIBYTE}\r\n\r\n`;
      socket.on('error', reject);
      socket.pause().write(head);
      socket.write(Buffer.alloc(50 * MEBIBYTE), () => {
        let seen = '';
        socket.setEncoding('latin1').on('data', (chunk: string) => {
          seen += chunk;
        });
        socket.on('close', () => resolve(seen)).resume();
      });
    });
    expect(text).toMatch(/^HTTP\/1.1 413 [\s\S]*Connection: close[\s\S]*too-large/);
  });

  test('to the byte', async () => {
    const server = await createServer();
    const post = (bytes: number) =>
      server.ask('/upload', { method: 'POST', headers: MULTIPART, body: toBody(filePart(Buffer.alloc(bytes))) });
    expect((await post(1_000_000)).status).toBe(200);
    expect(JSON.parse((await post(1_000_001)).text)).toEqual(TOO_LARGE);
    await until(() => leftIn(server).length === 1);
  });

  test('also when what comes around the file never ends', async () => {
    const server = await createServer();
    const { request, reply, end } = openUpload(server);
    end();
    const after = openUpload(server);
    after.request.write(`x\r\n--${BOUNDARY}--\r\n`);
    after.request.end(Buffer.alloc(2_000_000));
    expect([(await reply).status, JSON.parse((await after.reply).text)]).toEqual([200, TOO_LARGE]);
    request.destroy();
  });
});

describe('an upload that does not fit on the disk is 507', () => {
  test('before it is sent', async () => {
    const server = await createServer();
    Object.assign(server.room, { limitBytes: 10 ** 12, freeBytes: 5_000_000 });
    const { status, body, sent } = await curl(server, makeFile(server, 6_000_000));
    expect([status, body, sent]).toEqual([
      507,
      { error: 'There is not enough free space for this file; allowed: 5000000 bytes now.', code: 'no-space' },
      0,
    ]);
  });

  test('when it does not say how long it is and nothing is free', async () => {
    const server = await createServer();
    Object.assign(server.room, { freeBytes: 0 });
    const { status } = await curl(server, makeFile(server, 10), '-H', 'Transfer-Encoding: chunked');
    expect(status).toBe(507);
  });

  test('unless a clip that was just deleted made room: then the space is taken and there is no undo', async () => {
    const erased = (): readonly string[] => server.store.erased;
    const onDisk = (staging: UploadStaging): UploadStaging => ({
      ...staging,
      room: async () => ({ limitBytes: 10 ** 12, freeBytes: erased().includes('b') ? 10 ** 9 : 0 }),
    });
    const server = await createServer({ staging: onDisk });
    expect((await server.ask('/api/v1/clips/b', { method: 'DELETE' })).status).toBeLessThan(300);
    expect(erased()).toEqual([]);
    expect((await curl(server, makeFile(server, 1000))).status).toBe(200);
    expect(erased()).toEqual(['b']);
    expect((await server.ask('/api/v1/clips/b/restore', { method: 'POST' })).status).toBe(404);
  });

  test('while it is written, when the space goes', async () => {
    const server = await createServer();
    Object.assign(server.room, { limitBytes: 10 ** 12, freeBytes: 10 ** 9 });
    const { request, reply, end } = openUpload(server);
    request.write(Buffer.alloc(10 * MEBIBYTE));
    await until(() => leftIn(server).length === 1);
    Object.assign(server.room, { freeBytes: -1 });
    request.write(Buffer.alloc(10 * MEBIBYTE));
    const { status, text } = await reply;
    expect([status, JSON.parse(text)]).toEqual([
      507,
      { error: 'There is not enough free space for this file; allowed: 0 bytes now.', code: 'no-space' },
    ]);
    end();
    await until(() => leftIn(server).length === 0);
  });

  test('when all of it is there and it has eaten into the reserve', async () => {
    const server = await createServer();
    Object.assign(server.room, { limitBytes: 10 ** 12, freeBytes: 10 ** 9 });
    const { request, reply, end } = openUpload(server);
    request.write(Buffer.alloc(1000));
    await until(() => leftIn(server).length === 1);
    Object.assign(server.room, { freeBytes: -1 });
    end();
    expect((await reply).status).toBe(507);
    await until(() => leftIn(server).length === 0);
  });

  test('not counting what another upload has only announced', async () => {
    const server = await createServer();
    Object.assign(server.room, { limitBytes: 10 ** 12, freeBytes: 5_000_000 });
    const [first, second] = [3_000_000, 5_000_000].map((bytes) => openUpload(server, { 'Content-Length': bytes }));
    await until(() => leftIn(server).length === 2);
    const path = makeFile(server, 2_100_000);
    const { status } = await server.ask(`/api/v1/uploads/a.mp4`, { method: 'PUT', body: readFileSync(path) });
    expect(status).toBe(200);
    first?.request.destroy();
    second?.request.destroy();
  });
});

test('a third upload at the same time is 503, and there is room again when one ends', async () => {
  const server = await createServer();
  const uploads = [openUpload(server), openUpload(server)];
  await until(() => leftIn(server).length === 2);
  const third = await server.ask('/upload', { method: 'POST', headers: MULTIPART, body: toBody(filePart('abc')) });
  expect([third.status, third.headers['retry-after'], JSON.parse(third.text)]).toEqual([
    503,
    '5',
    { error: '2 uploads are under way; allowed: 2 at a time from one address.', code: 'busy' },
  ]);
  for (const upload of uploads) upload.end();
  expect((await uploads[0]?.reply)?.status).toBe(200);
  const fourth = await server.ask('/upload', { method: 'POST', headers: MULTIPART, body: toBody(filePart('abc')) });
  expect(fourth.status).toBe(200);
});

describe('an upload that does not come to its end leaves nothing', () => {
  test('when the client goes away in the middle of the file', async () => {
    const server = await createServer();
    const { request } = openUpload(server, { 'Content-Length': 900_000 });
    request.write(Buffer.alloc(500_000));
    await until(() => leftIn(server).length === 1);
    request.destroy();
    await until(() => leftIn(server).length === 0 && server.ended() === 1);
    expect(server.deck.state().document.clips).toHaveLength(4);
  });

  test('when the client goes away before the file begins', async () => {
    const server = await createServer();
    const request = httpRequest(`${server.url}/upload`, {
      method: 'POST',
      headers: { ...MULTIPART, 'Content-Length': 9 },
    });
    request.on('error', () => undefined).flushHeaders();
    await until(() => server.rooms() === 1);
    request.destroy();
    await until(() => server.ended() === 1);
    expect(leftIn(server)).toEqual([]);
  });

  test('when its chunks break', async () => {
    const server = await createServer();
    const head = `POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: ${MULTIPART['Content-Type']}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const part = toPartHead(filePart(''));
    const text = await server.sendRaw(`${head}${part.length.toString(16)}\r\n${part}\r\nnonsense\r\n`);
    expect(text).toMatch(/^HTTP\/1.1 400 [\s\S]*malformed-request/);
    await until(() => leftIn(server).length === 0);
  });

  test.each([
    [0, 'Nothing of the file arrived for 30 s.'],
    [100_000, '100000 bytes of the file arrived in 30 s; allowed: 16384 a second at least.'],
  ])('when %i bytes arrive in 30 s: the client is told', async (bytes, error) => {
    const server = await createServer();
    const { request, reply } = openUpload(server);
    await until(() => leftIn(server).length === 1);
    server.clock.advance(29);
    request.write(Buffer.alloc(500_000));
    await until(() => statSync(join(server.folder, '.upload-1')).size === 500_001);
    server.clock.advance(1);
    // In the seconds from 30 to 60.
    request.write(Buffer.alloc(bytes));
    await until(() => statSync(join(server.folder, '.upload-1')).size === 500_001 + bytes);
    server.clock.advance(29);
    server.clock.advance(1);
    const { status, text } = await reply;
    expect([status, JSON.parse(text)]).toEqual([400, { error, code: 'upload-aborted' }]);
    request.destroy();
    await until(() => leftIn(server).length === 0);
  });

  test('when the server stops: it stops in time, and has cleared away', async () => {
    const server = await createServer();
    openUpload(server).request.write(Buffer.alloc(500_000));
    openUpload(server).request.write(Buffer.alloc(10));
    await until(() => leftIn(server).length === 2);
    const startedAt = performance.now();
    await server.server.stop();
    // An upload that has stopped arriving is given up after 30 s.
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(leftIn(server)).toEqual([]);
  });

  test('when the client goes away while the disk is asked for room', async () => {
    let ask: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = (staging: UploadStaging): UploadStaging => ({
      ...staging,
      room: async () => {
        ask();
        await answered;
        return staging.room();
      },
    });
    const server = await createServer({ staging: slow });
    const { request } = openUpload(server);
    await asked;
    request.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer();
    await until(() => server.ended() === 1);
    expect(leftIn(server)).toEqual([]);
    expect(
      (await server.ask('/upload', { method: 'POST', headers: MULTIPART, body: toBody(filePart('a')) })).status,
    ).toBe(200);
  });
});

test('a pause while the file is examined is no idle upload', async () => {
  let finish: () => void = () => undefined;
  const examined = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isExamining = false;
  const server = await createServer({
    staging: (staging) => ({
      ...staging,
      probe: async (path) => {
        isExamining = true;
        await examined;
        return staging.probe(path);
      },
    }),
  });
  const asked = server.ask('/upload', { method: 'POST', headers: MULTIPART, body: toBody(filePart('abc')) });
  await until(() => isExamining);
  server.clock.advance(100);
  finish();
  expect((await asked).status).toBe(200);
});

test('a refused upload on a kept connection ends that connection, and no other', async () => {
  const server = await createServer();
  const { headers } = await server.ask('/upload', {
    method: 'POST',
    headers: { ...MULTIPART, Origin: 'http://evil.example', Connection: 'keep-alive' },
    body: toBody(filePart('abc')),
  });
  expect(headers.connection).toBe('close');
});
