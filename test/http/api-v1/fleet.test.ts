import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Fleet } from '../../../src/http/api-v1/operation.ts';
import { createServer } from '../server-under-test.ts';

const JPEG = Buffer.from('\xff\xd8\xffa picture', 'latin1');
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
  tooSlow: [],
  faults: [],
};

/** What the broker says is another player. @param ending of its address */
const createOther = async (
  answer: (response: ServerResponse) => void,
  more: { readonly pictureTicket?: string; readonly clipId?: string } = {},
  ending = '',
) => {
  const asked: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createHttpServer(({ url, headers }, response) => {
    asked.push({ path: url, headers });
    answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}${ending}`];
  const fleet: Fleet = {
    view: () => ({ isConnected: true, players: [{ ...PLAYER, ...more, urls }] }),
    request: () => Promise.resolve(undefined),
  };
  return { asked, fleet };
};
const sendPicture = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': JPEG.length }).end(JPEG);
};

test("another player's picture comes through, and this player's token does not go there", async () => {
  const { asked, fleet } = await createOther(sendPicture);
  const { ask } = await createServer({ fleet, token: 'secret' });
  const { status, headers, text } = await ask(PICTURE, { headers: { authorization: 'Bearer secret' } });
  expect([status, headers['content-type'], text]).toEqual([200, 'image/jpeg', JPEG.toString()]);
  expect(asked.map(({ path }) => path)).toEqual(['/api/v1/clips/opening/thumbnail']);
  expect(JSON.stringify(asked)).not.toContain('secret');
});

test('a player that wants a token is shown the ticket that it told the broker; who asks for the fleet is not', async () => {
  const { asked, fleet } = await createOther(sendPicture, { pictureTicket: 'a ticket' });
  const { get, ask } = await createServer({ fleet });
  expect((await ask(PICTURE)).status).toBe(200);
  expect(asked.map(({ path }) => path)).toEqual(['/api/v1/clips/opening/thumbnail?ticket=a+ticket']);
  expect(JSON.stringify(await get('/api/v1/fleet'))).not.toContain('ticket');
});

test.each<[string, (response: ServerResponse) => void]>([
  [
    'no picture',
    (response) => response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 4 }).end('html'),
  ],
  [
    'what only says that it is one',
    (response) => response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': 6 }).end('<html>'),
  ],
  ['a picture of no told size', (response) => response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(JPEG)],
  [
    'too large a picture',
    (response) => response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': 1e9 }).end(),
  ],
  [
    'a picture that is compressed',
    (response) => {
      const packed = gzipSync(JPEG);
      const headers = { 'Content-Type': 'image/jpeg', 'Content-Encoding': 'gzip', 'Content-Length': packed.length };
      response.writeHead(200, headers).end(packed);
    },
  ],
  [
    'a small picture that becomes large when it is unpacked',
    (response) => {
      const packed = brotliCompressSync(Buffer.concat([JPEG, Buffer.alloc(20_000_000)]));
      const headers = { 'Content-Type': 'image/jpeg', 'Content-Encoding': 'br', 'Content-Length': packed.length };
      response.writeHead(200, headers).end(packed);
    },
  ],
  ['a way elsewhere', (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
  ['a refusal', (response) => response.writeHead(401).end()],
])('an address that answers with %s gives none', async (_what, answer) => {
  const { fleet } = await createOther(answer);
  const { get } = await createServer({ fleet });
  expect(await get(PICTURE)).toMatchObject([503, { code: 'busy' }]);
});

test.each(['/delete?id=1#', '/delete?id=1&x=', '/api/v1/clips/opening/', '#'])(
  'nothing is asked for but the picture, and as one who only reads, whatever comes behind the address: %s',
  async (ending) => {
    const { asked, fleet } = await createOther(sendPicture, {}, ending);
    const { ask } = await createServer({ fleet });
    expect((await ask(PICTURE)).status).toBe(200);
    expect(asked.map(({ path, headers }) => [path, headers['x-cuedeck-reads'], headers['accept-encoding']])).toEqual([
      ['/api/v1/clips/opening/thumbnail', '1', 'identity'],
    ]);
  },
);

test.each(['..', '.', '../../../delete?id=1&x=', 'a/b', ''])('a clip called %j is none', async (clipId) => {
  const { asked, fleet } = await createOther(sendPicture, { clipId });
  const { get } = await createServer({ fleet });
  expect(await get(PICTURE)).toMatchObject([404, { code: 'path-not-found' }]);
  expect(asked).toEqual([]);
});

test('a player that is not there, and a box without a broker, have no picture', async () => {
  const { fleet } = await createOther(sendPicture);
  const unknown = await createServer({ fleet });
  expect(await unknown.get('/api/v1/fleet/another/thumbnail')).toMatchObject([404, { code: 'path-not-found' }]);
  const alone = await createServer();
  expect(await alone.get(PICTURE)).toMatchObject([404, { code: 'path-not-found' }]);
  expect(await alone.get('/api/v1/fleet')).toEqual([200, { hasBroker: false, isConnected: false, players: [] }]);
});

const DO = '/api/v1/fleet/do';
const OUTCOMES = [{ id: 'stage', name: 'Stage', outcome: 'refused', reason: 'Nothing stands by.' }] as const;

/** Somebody at the broker who takes commands. */
const createTaker = (outcomes: Awaited<ReturnType<Fleet['request']>>) => {
  const taken: unknown[] = [];
  const request: Fleet['request'] = (command) => {
    taken.push(command);
    return Promise.resolve(outcomes);
  };
  return { taken, fleet: { view: () => ({ isConnected: true, players: [] }), request } };
};
const post = async ({ ask }: Awaited<ReturnType<typeof createServer>>, body: unknown, headers = {}) => {
  const { status, text } = await ask(DO, { method: 'POST', headers, body: JSON.stringify(body) });
  return [status, JSON.parse(text)];
};

test('a verb goes to all, to a group or to one player, and the answer has the outcome for each', async () => {
  const { taken, fleet } = createTaker(OUTCOMES);
  const server = await createServer({ fleet });
  expect(await post(server, { do: 'go' })).toEqual([200, { players: OUTCOMES }]);
  await post(server, { do: 'stop', group: 'front' });
  await post(server, { do: 'fade', player: 'stage', parameters: { to: 'black', seconds: 0 } });
  expect(taken).toEqual([
    { command: 'go', parameters: {} },
    { command: 'stop', parameters: {}, group: 'front' },
    { command: 'fade', parameters: { to: 'black', seconds: 0 }, player: 'stage' },
  ]);
});

test.each([
  [{}, 'missing-parameter'],
  [{ do: 'delete' }, 'invalid-value'],
  [{ do: 'status' }, 'invalid-value'],
  [{ do: 'go', group: '' }, 'invalid-value'],
  [{ do: 'go', group: 'stage', player: 'stage' }, 'invalid-value'],
  [{ do: 'go', parameters: 'stage' }, 'invalid-value'],
  [{ do: 'go', to: 'stage' }, 'invalid-value'],
])('%o is refused and goes nowhere', async (body, code) => {
  const { taken, fleet } = createTaker(OUTCOMES);
  expect(await post(await createServer({ fleet }), body)).toMatchObject([400, { code }]);
  expect(taken).toEqual([]);
});

test('a broker that is down, or not set, and a target that is nobody, are refusals that say so', async () => {
  const down = await createServer({ fleet: createTaker(undefined).fleet });
  expect(await post(down, { do: 'go' })).toEqual([
    503,
    { error: 'The MQTT broker cannot be reached; nothing was sent.', code: 'broker-unavailable' },
  ]);
  const alone = await createServer();
  expect(await post(alone, { do: 'go' })).toEqual([
    503,
    { error: 'This player has no MQTT broker set (CUEDECK_MQTT_URL).', code: 'broker-unavailable' },
  ]);
  const empty = await createServer({ fleet: createTaker([]).fleet });
  const nobody = async (target: object) => (await post(empty, { do: 'go', ...target }))[1];
  expect([await nobody({}), await nobody({ group: 'front' }), await nobody({ player: 'left' })]).toEqual([
    { error: 'The broker knows of no player.', code: 'player-not-found' },
    { error: 'No player is in the group "front".', code: 'player-not-found' },
    { error: 'The broker knows of no player "left".', code: 'player-not-found' },
  ]);
});

test('without the token no player is commanded', async () => {
  const { taken, fleet } = createTaker(OUTCOMES);
  const server = await createServer({ fleet, token: 'secret' });
  expect(await post(server, { do: 'go' })).toMatchObject([401, { code: 'unauthorized' }]);
  expect(taken).toEqual([]);
  expect(await post(server, { do: 'go' }, { authorization: 'Bearer secret' })).toMatchObject([200, {}]);
});
