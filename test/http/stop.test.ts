import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createServer, until } from './server-under-test.ts';

/** Whether work is done before a timer that was started first, in the same loop: a busy machine holds up both. */
const isDoneWithin = async (milliseconds: number, work: () => Promise<void>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const done = await Promise.race([late, work().then(() => true as const)]);
  clearTimeout(timer);
  return done;
};

test('a server that nobody uses stops at once', async () => {
  const { server } = await createServer();
  // Busy connections would have half a second.
  expect(await isDoneWithin(450, () => server.stop())).toBe(true);
});

test('kept connections do not hold it', async () => {
  const { server, url } = await createServer();
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve) => {
    request(`${url}/status`, { agent }, (response) => response.resume().on('end', resolve)).end();
  });
  expect(await isDoneWithin(450, () => server.stop())).toBe(true);
  agent.destroy();
});

test('a client that has said half a request does not hold it', async () => {
  const { server, port } = await createServer();
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /status HTTP/1.1\r\nHos'));
  const closed = once(socket, 'close');
  await until(() => socket.bytesWritten > 0);
  expect(await isDoneWithin(5000, () => server.stop())).toBe(true);
  await closed;
});

test('a request under way is answered', async () => {
  const { server, get, machine } = await createServer();
  let finish: () => void = () => undefined;
  let begun = false;
  machine.rename = () =>
    new Promise((resolve) => {
      begun = true;
      finish = resolve;
    });
  const asked = get('/update_host?hostname=a');
  await until(() => begun);
  const stopped = server.stop();
  finish();
  expect((await asked)[0]).toBe(200);
  await stopped;
});

test('a port that is taken is told by the system error', async () => {
  const one = await createServer();
  const other = await createServer();
  await other.server.stop();
  await expect(other.server.start('127.0.0.1', one.port)).rejects.toThrow('EADDRINUSE');
});
