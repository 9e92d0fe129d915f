import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createServer } from './server-under-test.ts';

/** What comes back, and after how many seconds the server ends the connection. */
const listenTo = async (bytes: string): Promise<[text: string, seconds: number]> => {
  const { port } = await createServer();
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', reject).on('close', () => resolve([text, (performance.now() - startedAt) / 1000]));
  });
};

test('a client that never says a word, and one that never ends its headers, are told and cut', async () => {
  const told = await Promise.all([listenTo(''), listenTo('GET /status HTTP/1.1\r\nHost: a\r\nX: ')]);
  for (const [text, seconds] of told) {
    expect(text).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n[\s\S]*"code":"request-timeout"/);
    expect(seconds).toBeGreaterThan(25);
  }
});

test('a client that does not read its answer is cut after a minute', async () => {
  const { port, get } = await createServer({
    clips: Array.from({ length: 60_000 }, (_, index) => videoClip(`clip-${index}`)),
  });
  const isCut = new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.pause().write('GET /clips HTTP/1.1\r\nHost: a\r\n\r\n');
    });
    // What had been read before the end is thrown away; the end itself shows only to a socket that reads.
    setTimeout(
      () =>
        socket
          .on('error', () => resolve())
          .on('close', () => resolve())
          .resume(),
      75_000,
    );
  });
  await isCut;
  expect((await get('/status'))[0]).toBe(200);
});
