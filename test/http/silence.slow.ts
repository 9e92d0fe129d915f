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

/** Whole seconds aside: Node takes a write that is stuck for work under way once. */
const CUT_SECONDS = 130;

/** Bytes that a client gets which begins to read its answer only when it should have been cut. */
const readLate = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.pause().write('GET /clips HTTP/1.1\r\nHost: a\r\n\r\n');
    });
    // The end shows only to a socket that reads.
    setTimeout(() => {
      socket.on('error', () => undefined).on('close', () => resolve(socket.bytesRead));
      socket.resume();
    }, CUT_SECONDS * 1000);
  });

test('clients that say nothing, never end their headers or never read their answer are cut', async () => {
  // More than the kernel holds.
  const name = 'x'.repeat(1000);
  const { port, get } = await createServer({
    clips: Array.from({ length: 20_000 }, (_, index) => videoClip(`clip-${index}`, { name })),
  });
  const [silent, slow, late] = await Promise.all([
    listenTo(''),
    listenTo('GET /status HTTP/1.1\r\nHost: a\r\nX: '),
    readLate(port),
  ]);
  for (const [text, seconds] of [silent, slow]) {
    expect(text).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n[\s\S]*"code":"request-timeout"/);
    expect(seconds).toBeGreaterThan(25);
    // It is looked at every second, not every 30 s.
    expect(seconds).toBeLessThan(45);
  }
  const [, clips] = await get('/clips');
  expect(late).toBeLessThan(JSON.stringify(clips).length);
});
