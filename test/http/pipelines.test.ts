// Requests that are sent without waiting for the answers to those before.
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createServer, until } from './server-under-test.ts';

const H2C = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
const toRequest = (path: string, more = '', method = 'GET'): string =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

/** Renames take until they are let go on; says in which order they began. */
const createSlow = async () => {
  const fixture = await createServer();
  const begun: string[] = [];
  fixture.machine.rename = async (name: string) => {
    begun.push(name);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const open = () => {
    const socket = connect(fixture.port, '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    const statuses = (): readonly string[] => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((found) => found[1] ?? '');
    return { socket, statuses, text: () => text };
  };
  return { ...fixture, begun, open };
};

test('they are answered one after the other, and others get their turn between them', async () => {
  const { open, begun } = await createSlow();
  const [greedy, other] = [open(), open()];
  await Promise.all([greedy, other].map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
  greedy.socket.write(toRequest('/update_host?hostname=greedy').repeat(90));
  other.socket.write(toRequest('/update_host?hostname=other').repeat(3));
  await until(() => greedy.statuses().length === 90 && other.statuses().length === 3);
  expect(new Set([...greedy.statuses(), ...other.statuses()])).toEqual(new Set(['200']));
  expect(begun.lastIndexOf('other')).toBeLessThan(20);
});

test('with more than a hundred waiting the connection is cut, and none of those is done', async () => {
  const { open, begun, get } = await createSlow();
  const { socket } = open();
  let isClosed = false;
  socket.on('close', () => {
    isClosed = true;
  });
  socket.write(toRequest('/update_host?hostname=a').repeat(1000));
  await until(() => isClosed);
  expect((await get('/status'))[0]).toBe(200);
  expect(begun.length).toBeLessThan(1000 - 100);
});

test('those behind one that asks for another protocol are answered, too, in their order', async () => {
  const { open, begun, log } = await createSlow();
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warned);
  onTestFinished(() => {
    process.off('warning', warned);
  });
  const { socket, statuses, text } = open();
  const body = 'Content-Length: 2\r\n';
  socket.write(
    [
      toRequest('/update_host?hostname=one'),
      toRequest('/update_host?hostname=two', H2C),
      toRequest('/none', H2C),
      `${toRequest('/api/v1/transport/stop', H2C + body, 'POST')}{}`,
      toRequest('/update_host?hostname=three', H2C),
      toRequest('/update_host?hostname=four'),
      ...Array.from({ length: 20 }, () => toRequest('/clips', H2C)),
    ].join(''),
  );
  await until(() => statuses().length === 26);
  expect(statuses().slice(0, 6)).toEqual(['200', '200', '404', '200', '200', '200']);
  expect(begun).toEqual(['one', 'two', 'three', 'four']);
  socket.write(toRequest('/clips', H2C));
  await until(() => statuses().length === 27);
  expect([text().includes('400 Bad'), log.lines, warnings]).toEqual([false, [], []]);
});

test('with endless requests for another protocol the connection is cut, before they fill the memory', async () => {
  const { open, get } = await createSlow();
  const { socket } = open();
  const block = toRequest('/clips', H2C).repeat(500);
  // More than the player and the system keep of them.
  for (let sentBytes = 0; sentBytes < 24 * 1024 * 1024 && !socket.destroyed; sentBytes += block.length) {
    await new Promise((resolve) => socket.write(block, resolve));
  }
  expect(socket.destroyed).toBe(true);
  expect((await get('/status'))[0]).toBe(200);
});

test.each(['hello there\r\n\r\n', 'CONNECT other:443 HTTP/1.1\r\nHost: other\r\n\r\n'])(
  'what cannot be read behind them is refused behind their answers: %j',
  async (bytes) => {
    const { open, begun } = await createSlow();
    const { socket, statuses } = open();
    socket.write(`${toRequest('/update_host?hostname=one')}${toRequest('/update_host?hostname=two')}${bytes}`);
    await until(() => statuses().length === 3);
    expect([statuses(), begun]).toEqual([
      ['200', '200', '400'],
      ['one', 'two'],
    ]);
  },
);
