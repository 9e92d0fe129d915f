// What a stranger can take from others at the talkgroup's HTTP port.
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openMany } from '../fixtures/many-connections.ts';
import { startService } from './fakes/running-service.ts';

const STRANGER = '127.0.0.5';
const DASHBOARD_REQUEST = 'GET /dashboard/events HTTP/1.1\r\nHost: a\r\n\r\n';

test('a thousand half-sent requests of one address keep nobody out', async () => {
  const service = await startService();
  const { port } = new URL(service.http);
  await openMany(Number(port), 1000, 'POST /api/list_talkgroups.json HTTP/1.1\r\nHost: a\r\nX: ', () => STRANGER);
  for (let count = 0; count < 5; count += 1) {
    const response = await fetch(`${service.http}/api/list_talkgroups.json`, { method: 'POST' });
    expect([response.status, await response.text()]).toEqual([400, 'invalid']);
  }
});

test('50 open dashboards of one address leave room for another', async () => {
  const service = await startService();
  const { port } = new URL(service.http);
  const dashboards = await openMany(Number(port), 50, DASHBOARD_REQUEST, () => STRANGER);
  // One that asks meanwhile could take the place of the last of them.
  await expect.poll(() => dashboards.sockets.every(({ bytesRead }) => bytesRead > 0)).toBe(true);
  const first = async (localAddress: string): Promise<string> => {
    const request = httpRequest({ host: '127.0.0.1', port, localAddress, path: '/dashboard/events', agent: false });
    const [response] = (await once(request.end(), 'response')) as [IncomingMessage];
    const [chunk] = (await once(response, 'data')) as [Buffer];
    response.on('error', () => undefined).destroy();
    return String(chunk);
  };
  await expect.poll(() => first(STRANGER)).toMatch(/^event: full\n/);
  expect(await first('127.0.0.1')).not.toMatch(/^event: full\n/);
});

test('what is sent behind a request for another protocol is answered', async () => {
  const service = await startService();
  const socket = connect(Number(new URL(service.http).port), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  const change = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
  socket.write(
    `GET / HTTP/1.1\r\nHost: a\r\n${change}\r\nGET /none HTTP/1.1\r\nHost: a\r\n${change}\r\nGET /dashboard.css HTTP/1.1\r\nHost: a\r\n\r\n`,
  );
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((found) => found[1]);
  await expect.poll(statuses).toEqual(['200', '404', '200']);
});
