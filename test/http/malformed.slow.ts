import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createServer, until } from './server-under-test.ts';

/** Status line, type and body of an answer. */
const partsOf = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { line: head.split('\r\n')[0], type: /content-type: (.*)/i.exec(head)?.[1], body };
};

const MALFORMED = {
  line: 'HTTP/1.1 400 Bad Request',
  type: 'application/json; charset=utf-8',
  body: '{"error":"This is not a readable HTTP/1.1 request.","code":"malformed-request"}',
};

describe('bytes that are no HTTP request get a JSON refusal', () => {
  test.each([
    ['words', 'hello there\r\n\r\n'],
    ['a method that does not exist', 'FETCH /status HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a target with a space', 'GET /sta tus HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a header without a colon', 'GET /status HTTP/1.1\r\nHost a\r\n\r\n'],
    ['two different lengths', 'POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a tunnel', 'CONNECT other:443 HTTP/1.1\r\nHost: other\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    const { sendRaw } = await createServer();
    expect(partsOf(await sendRaw(bytes))).toEqual(MALFORMED);
  });

  // Of a tunnel Node takes its own listeners off the connection.
  test.each(['CONNECT other:443 HTTP/1.1\r\nHost: other\r\n\r\n', 'hello there\r\n\r\n'])(
    '%j from a client that is gone before its answer hurts nobody',
    async (bytes) => {
      const { port, get } = await createServer();
      for (let round = 0; round < 20; round += 1) {
        const socket = connect(port, '127.0.0.1');
        await new Promise<void>((resolve) => socket.once('connect', () => socket.write(bytes, () => resolve())));
        socket.resetAndDestroy();
        expect((await get('/clips'))[0]).toBe(200);
      }
    },
  );

  test('an address without a slash, or with letters beyond ASCII', async () => {
    const { sendRaw } = await createServer();
    const body =
      '{"error":"The address is not readable; allowed: a path and a query in ASCII, all else percent-encoded as UTF-8.","code":"malformed-request"}';
    for (const target of ['status', '/größe']) {
      expect(partsOf(await sendRaw(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`))).toEqual({ ...MALFORMED, body });
    }
  });

  test('headers of more than 16 kB', async () => {
    const { sendRaw } = await createServer();
    const long = `GET /select_clip?id=${'1'.repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`;
    expect(partsOf(await sendRaw(long))).toEqual({
      ...MALFORMED,
      line: 'HTTP/1.1 431 Request Header Fields Too Large',
      body: '{"error":"Address and headers are too long; allowed: 16 kB together.","code":"headers-too-large"}',
    });
  });
});

describe('odd requests that can be read are answered in JSON', () => {
  const noPath = (path: string) => ({
    line: 'HTTP/1.1 404 Not Found',
    type: 'application/json; charset=utf-8',
    body: expect.stringContaining(`"error":"There is no ${JSON.stringify(JSON.stringify(path)).slice(1, -1)} here;`),
  });

  test.each(['/%', '/%zz', '/%00', '/..%2f..', "/<script>alert('x')</script>", '/../../etc/passwd', '*'])(
    'the target %s',
    async (target) => {
      const { sendRaw } = await createServer();
      const text = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(partsOf(text)).toEqual(noPath(target));
    },
  );

  test.each(['http://a', 'http://a?x', 'http://[::1', 'http:?x', 'http://'])(
    'the absolute target %s',
    async (target) => {
      const { sendRaw } = await createServer();
      const text = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1.1 40[04] [A-Z]/);
      expect(JSON.parse(partsOf(text).body)).toEqual({ error: expect.any(String), code: expect.any(String) });
    },
  );

  test('an absolute target, as a proxy client sends it, is served', async () => {
    const { sendRaw } = await createServer();
    const text = await sendRaw('GET http://a/status HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(partsOf(text).line).toBe('HTTP/1.1 200 OK');
  });

  test('an upgrade is answered like any request', async () => {
    const { sendRaw } = await createServer();
    const text = await sendRaw(
      'GET /clips HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(partsOf(text).line).toBe('HTTP/1.1 200 OK');
  });

  test('an expectation that is not known is no obstacle', async () => {
    const { sendRaw } = await createServer();
    const text = await sendRaw('GET /clips HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: tea\r\n\r\n');
    expect(partsOf(text).line).toBe('HTTP/1.1 200 OK');
  });
});

test('a body that nobody asked for is answered at once, and the connection ends', async () => {
  const { sendRaw } = await createServer();
  const text = await sendRaw('GET /clips HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello');
  expect([partsOf(text).line, /connection: (.*)/i.exec(text)?.[1]]).toEqual(['HTTP/1.1 200 OK', 'close']);
});

test('the answer to a body that never comes is cut after 5 s', async () => {
  const { sendRaw } = await createServer();
  const startedAt = performance.now();
  const text = await sendRaw('POST /play HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n');
  expect(partsOf(text).line).toBe('HTTP/1.1 405 Method Not Allowed');
  expect(performance.now() - startedAt).toBeGreaterThan(4900);
});

test('a client that closes its half of the connection once it has asked still gets its answer', async () => {
  const { port, machine } = await createServer();
  let finish: () => void = () => undefined;
  let begun = false;
  machine.rename = () =>
    new Promise((resolve) => {
      begun = true;
      finish = resolve;
    });
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise((resolve) => socket.on('end', resolve));
  socket.end('GET /update_host?hostname=a HTTP/1.0\r\n\r\n');
  await until(() => begun);
  // Long enough for the end of the client's half to be seen; the answer must come either way.
  await new Promise((resolve) => setTimeout(resolve, 50));
  finish();
  await ended;
  expect(partsOf(text).line).toBe('HTTP/1.1 200 OK');
});
