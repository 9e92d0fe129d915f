// What greedy and slow clients of the HTTP port take from calls and from other clients.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDashboardFeed } from '../../src/talkgroup/http/dashboard-feed.ts';
import type { DashboardCall, DashboardView } from '../../src/talkgroup/http/dashboard-payload.ts';
import { RequestTurns } from '../../src/talkgroup/http/request-turns.ts';
import { createTalkgroupApi } from '../../src/talkgroup/http/talkgroup-api.ts';
import { MAX_WAITING, WebServer } from '../../src/talkgroup/http/web-server.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { createTestClock } from './fakes/test-clock.ts';
import { createTestNetwork, TOKEN, toPeerRecord } from './fakes/test-network.ts';

const PEER = 2_345_671;

const openClient = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

describe('requests take turns', () => {
  const createTurns = () => {
    const turns = new RequestTurns();
    const begun: string[] = [];
    const ask = (address: string, name: string): void => {
      const listener = turns.wrap(() => void begun.push(name));
      listener({ socket: { remoteAddress: address } } as IncomingMessage, {} as ServerResponse);
    };
    return { begun, ask };
  };

  test('one for each turn of the event loop, so that bursts go between them', async () => {
    const { begun, ask } = createTurns();
    for (const name of ['a', 'b', 'c']) ask('10.0.0.1', name);
    expect(begun).toEqual([]);
    for (const count of [1, 2, 3, 3]) {
      await setImmediate();
      expect(begun).toHaveLength(count);
    }
  });

  test('and each address in turn', async () => {
    const { begun, ask } = createTurns();
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('10.0.0.1', name);
    await setImmediate();
    ask('10.0.0.2', 'b1');
    ask('10.0.0.2', 'b2');
    await expect.poll(() => begun, { interval: 1 }).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });
});

test('an answer that nobody reads is given up', async () => {
  const log = createRecordingLog();
  const server = new WebServer({
    ...{ log, place: { host: '127.0.0.1', port: 0 }, unreadSeconds: 0.2 },
    handler: (_request, response) => void response.end(Buffer.alloc(16 * 1024 * 1024)),
  });
  const port = await server.start();
  onTestFinished(() => server.stop());
  const [reader, idler] = [await openClient(port), await openClient(port)];
  for (const socket of [idler.pause(), reader.resume()])
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await expect.poll(() => reader.bytesRead, { timeout: 10_000 }).toBeGreaterThan(16 * 1024 * 1024);
  await expect.poll(() => server.connections(), { timeout: 10_000 }).toBe(0);
});

describe('a long answer is made once for all who ask', () => {
  const createApi = () => {
    const { network, log } = createTestNetwork({
      peers: [toPeerRecord(PEER), toPeerRecord(PEER + 1, { allowed: [[91, 91]] })],
    });
    const api = createTalkgroupApi({ network, log });
    const list = (peer = PEER) =>
      api.answer({
        operation: 'list_talkgroups',
        body: `peer=${peer}&token=${TOKEN}`,
        ...{ authorization: undefined, address: '10.0.0.1' },
      });
    return { network, list };
  };

  test('while the catalogue stays as it is', () => {
    const { network, list } = createApi();
    const first = list();
    expect(list().bytes).toBe(first.bytes);
    expect(String(first.bytes)).toBe(first.body);
    network.catalogue.merge([{ number: 94, name: 'Asia' }], { dryRun: false, deleteMissing: false });
    expect(JSON.parse(list().body)).toContainEqual({ number: '94', name: 'Asia' });
    network.catalogue.enable(94, false);
    expect(JSON.parse(list().body)).not.toContainEqual({ number: '94', name: 'Asia' });
  });

  test('each with the talkgroups that the peer may have', () => {
    const { network, list } = createApi();
    expect(JSON.parse(list().body)).toHaveLength(6);
    expect(list(PEER + 1).body).toBe('[{"number":"91","name":"TG 91"}]');
    network.peers.change(PEER + 1, { allowed: [[92, 92]] });
    expect(list(PEER + 1).body).toBe('[{"number":"92","name":"TG 92"}]');
  });
});

test('dashboards that are opened in quick succession are served from one view, and then with the news', async () => {
  const clock = createTestClock();
  let views = 0;
  const feed = createDashboardFeed({
    ...{ clock, log: createRecordingLog() },
    toView: () => ({ ...({} as DashboardView), heard: [{ to: ++views } as DashboardCall] }),
  });
  const server = createServer((request, response) => feed.open(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    feed.stop();
    server.close();
  });
  const open = async (): Promise<() => string> => {
    const socket = await openClient((server.address() as AddressInfo).port);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const heard = (): string => [...text.matchAll(/"to":(\d+)/g)].map(([, count]) => count).join(' ');
    await expect.poll(heard, { interval: 1 }).not.toBe('');
    return heard;
  };
  const pages = [await open(), await open(), await open()];
  expect([views, ...pages.map((page) => page())]).toEqual([1, '1', '1', '1']);
  clock.advance(0.5);
  for (const page of pages) await expect.poll(page, { interval: 1 }).toBe('1 2');
  clock.advance(10);
  expect([(await open())(), views]).toEqual(['3', 3]);
});

test('requests that wait for the answers before them are few in all: who has more than four gives way', async () => {
  const log = createRecordingLog();
  const server = new WebServer({ log, place: { host: '127.0.0.1', port: 0 }, handler: () => undefined });
  const port = await server.start();
  onTestFinished(() => server.stop());
  const [modest] = [await openClient(port)];
  modest.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  for (let count = 0; count < 60; count++)
    (await openClient(port)).resume().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(60));
  await expect.poll(() => server.connections()).toBeLessThanOrEqual(1 + MAX_WAITING / 59);
  expect(modest.destroyed).toBe(false);
});
