import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Fleet } from '../../src/http/api-v1/operation.ts';
import { createServer } from '../http/server-under-test.ts';

const PICTURE = '/api/v1/fleet/stage/thumbnail';
const PLAYER = {
  id: 'stage',
  isOnline: true,
  name: 'Stage',
  groups: [],
  version: '0.1.0',
  clipId: 'opening',
  clip: 'Opening',
  state: 'playing',
  positionSeconds: 1,
  remainingSeconds: 9,
  clips: 1,
  faults: [],
};

/** What the broker says is another player. */
const createOther = async (
  answer: (response: ServerResponse) => void,
  more: { readonly pictureTicket?: string } = {},
) => {
  const asked: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createHttpServer(({ url, headers }, response) => {
    asked.push({ path: url, headers });
    answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  const fleet: Fleet = { look: () => ({ isConnected: true, players: [{ ...PLAYER, ...more, urls }] }) };
  return { asked, fleet };
};
const sendPicture = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': 4 }).end('jpeg');
};

test("another player's picture comes through, and this player's token does not go there", async () => {
  const { asked, fleet } = await createOther(sendPicture);
  const { ask } = await createServer({ fleet, token: 'secret' });
  const { status, text } = await ask(PICTURE, { headers: { authorization: 'Bearer secret' } });
  expect([status, text]).toEqual([200, 'jpeg']);
  expect(asked.map(({ path }) => path)).toEqual(['/api/v1/clips/opening/thumbnail']);
  expect(JSON.stringify(asked)).not.toContain('secret');
});

test('a player that wants a token is shown the ticket that it told the broker; who asks for the fleet is not', async () => {
  const { asked, fleet } = await createOther(sendPicture, { pictureTicket: 'a ticket' });
  const { get, ask } = await createServer({ fleet });
  expect((await ask(PICTURE)).status).toBe(200);
  expect(asked.map(({ path }) => path)).toEqual(['/api/v1/clips/opening/thumbnail?ticket=a%20ticket']);
  expect(JSON.stringify(await get('/api/v1/fleet'))).not.toContain('ticket');
});

test.each<[string, (response: ServerResponse) => void]>([
  [
    'no picture',
    (response) => response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 4 }).end('html'),
  ],
  ['a picture of no told size', (response) => response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('jpeg')],
  [
    'too large a picture',
    (response) => response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': 1e9 }).end(),
  ],
  ['a way elsewhere', (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
  ['a refusal', (response) => response.writeHead(401).end()],
])('an address that answers with %s gives none', async (_what, answer) => {
  const { fleet } = await createOther(answer);
  const { get } = await createServer({ fleet });
  expect(await get(PICTURE)).toMatchObject([503, { code: 'busy' }]);
});

test('a player that is not there, and a box without a broker, have no picture', async () => {
  const { fleet } = await createOther(sendPicture);
  const unknown = await createServer({ fleet });
  expect(await unknown.get('/api/v1/fleet/another/thumbnail')).toMatchObject([404, { code: 'path-not-found' }]);
  const alone = await createServer();
  expect(await alone.get(PICTURE)).toMatchObject([404, { code: 'path-not-found' }]);
  expect(await alone.get('/api/v1/fleet')).toEqual([200, { hasBroker: false, isConnected: false, players: [] }]);
});
