// Guessing the token keeps nobody out who has it; where the token is short, it is slow.
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createServer, type Question, until } from './server-under-test.ts';

const LONG = 'twelve or more';
const SHORT = 'elf letters';

const bearer = (token: string): Question => ({ headers: { authorization: `Bearer ${token}` } });
const loginWith = (token: string): Question => ({ method: 'POST', body: JSON.stringify({ token }) });

const right = bearer(SHORT);
const login = loginWith(SHORT);

type Server = Awaited<ReturnType<typeof createServer>>;

/** The ways in, each with the status of the right token. */
const waysWith = (token: string): readonly [string, readonly [string, Question?], number][] => [
  ['in a header', ['/status', bearer(token)], 200],
  ['as password', ['/status', { headers: { authorization: `Basic ${btoa(`:${token}`)}` } }], 200],
  ['in the address', [`/status?token=${encodeURIComponent(token)}`], 200],
  ['at the login', ['/api/v1/login', loginWith(token)], 204],
];

/** Ten guesses, which are answered at once. */
const createGuessedAt = async (token: string, before?: (server: Server) => Promise<unknown>): Promise<Server> => {
  const server = await createServer({ token });
  await before?.(server);
  for (let guess = 0; guess < 10; guess += 1) expect((await server.ask(`/status?token=${guess}`)).status).toBe(401);
  return server;
};

describe('a token that nobody guesses', () => {
  test('is looked at at once: after ten wrong ones in a minute the next are 429', async () => {
    const { ask, clock } = await createGuessedAt(LONG);
    for (let guess = 0; guess < 30; guess += 1) {
      const { status, headers, text } = await ask(`/status?token=x${guess}`);
      expect([status, headers['retry-after'], JSON.parse(text).code]).toEqual([429, '60', 'too-many-attempts']);
    }
    expect((await ask('/api/v1/login', loginWith('wrong'))).status).toBe(429);
    clock.advance(61);
    expect((await ask('/status?token=x')).status).toBe(401);
  });

  test.each(waysWith(LONG))('gets in %s, whatever others try from its address', async (_how, question, status) => {
    const { ask } = await createGuessedAt(LONG);
    const others = Array.from({ length: 40 }, (_, guess) => ask(`/status?token=x${guess}`));
    expect((await ask(...question)).status).toBe(status);
    expect(new Set((await Promise.all(others)).map((other) => other.status))).toEqual(new Set([429]));
  });

  test.each([
    ['right', LONG, '200 OK'],
    ['wrong', 'wrong', '429 Too Many Requests'],
  ])('%s with a request for a WebSocket is judged like any other', async (_what, token, status) => {
    const { sendRaw } = await createGuessedAt(LONG);
    const answer = await sendRaw(
      [
        'GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
        `Authorization: Bearer ${token}\r\n\r\n`,
      ].join(''),
    );
    expect(answer.split('\r\n', 1)[0]).toBe(`HTTP/1.1 ${status}`);
  });

  test('gets in from a browser that has never been there, while others guess', async () => {
    const { ask } = await createGuessedAt(LONG);
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
    expect((await ask(`/status?token=${encodeURIComponent(LONG)}`, { headers })).status).toBe(200);
  });
});

/** Lets one token be looked at, once one waits. */
const takeTurn = async ({ clock }: Server): Promise<void> => {
  await until(() => clock.running().includes(1));
  clock.advance(1);
};

test('where the token is short, one is looked at each second after ten wrong ones, and answered 429', async () => {
  const server = await createGuessedAt(SHORT);
  const answers: unknown[] = [];
  for (let guess = 0; guess < 3; guess += 1) {
    void server
      .ask(`/status?token=x${guess}`)
      .then(({ status, headers, text }) => answers.push([status, headers['retry-after'], JSON.parse(text).code]));
  }
  for (const turn of [1, 2, 3]) {
    await takeTurn(server);
    await until(() => answers.length === turn);
  }
  expect(answers).toEqual(Array.from({ length: 3 }, () => [429, '60', 'too-many-attempts']));
  server.clock.advance(61);
  expect((await server.ask('/status?token=x')).status).toBe(401);
});

test.each(waysWith(SHORT))(
  'the right short token %s gets in all the same, in its turn, and then at once',
  async (_how, question, status) => {
    const server = await createGuessedAt(SHORT);
    const asked = server.ask(...question);
    await takeTurn(server);
    expect((await asked).status).toBe(status);
    expect((await server.ask(...question)).status).toBe(status);
  },
);

test('a wrong token at the login counts and waits like any other', async () => {
  const server = await createGuessedAt(SHORT);
  const asked = server.ask('/api/v1/login', { ...login, body: JSON.stringify({ token: 'wrong' }) });
  await takeTurn(server);
  expect((await asked).status).toBe(429);
});

test.each<[string, (server: Server) => Promise<unknown>]>([
  ['the token', ({ ask }) => ask('/status', right)],
  [
    "the page's cookie",
    async ({ ask }) => {
      const cookie = (await ask('/api/v1/login', login)).headers['set-cookie']?.[0]?.split(';')[0];
      return ask('/status', { headers: { cookie } });
    },
  ],
])('where %s has come from before, nobody who guesses there holds it up', async (_what, before) => {
  const { ask } = await createGuessedAt(SHORT, before);
  for (let guess = 0; guess < 30; guess += 1) expect((await ask(`/status?token=${guess}`)).status).toBe(429);
  expect((await ask('/status', right)).status).toBe(200);
  expect((await ask('/api/v1/login', login)).status).toBe(204);
});

test('guesses that another page lets the browser of the owner make are slow, too', async () => {
  const server = await createGuessedAt(SHORT, ({ ask }) => ask('/status', right));
  let answered = false;
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
  const asked = server.ask('/api/v1/clips/a/media?token=guess', { headers }).finally(() => {
    answered = true;
  });
  await until(() => server.clock.running().includes(1));
  expect(answered).toBe(false);
  await takeTurn(server);
  expect((await asked).status).toBe(429);
});

test('cookie, ticket and who shows no token at all are no guesses; other addresses are not slowed', async () => {
  const server = await createServer({ token: SHORT, pictureTicket: 'ticket' });
  for (let time = 0; time < 30; time += 1) {
    expect((await server.ask('/status')).status).toBe(401);
    expect((await server.ask('/status', { headers: { cookie: 'cuedeck=old' } })).status).toBe(401);
    expect((await server.ask('/api/v1/clips/a/thumbnail?ticket=old')).status).toBe(401);
  }
  for (let guess = 0; guess < 10; guess += 1) await server.ask(`/status?token=${guess}`);
  const status = await new Promise<string>((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    socket.on('error', reject).once('data', (data) => {
      resolve(data.toString('latin1').split('\r\n', 1)[0] ?? '');
      socket.destroy();
    });
    socket.write('GET /status?token=x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  });
  expect(status).toBe('HTTP/1.1 401 Unauthorized');
});

test('twenty wait, more are refused unseen; who has hung up is not waited for', async () => {
  const server = await createGuessedAt(SHORT);
  const sockets = Array.from({ length: 20 }, () => connect(server.port, '127.0.0.1'));
  let arrived = 0;
  for (const socket of sockets) {
    socket.write('GET /status?token=x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', () => {
      arrived += 1;
    });
  }
  await until(() => arrived === 20);
  // One that comes behind them is refused as soon as all of them are there.
  let refused = false;
  const tries: Promise<unknown>[] = [];
  const isRefused = async (): Promise<void> => {
    const asked = server.ask('/status', right).then(({ status }) => {
      refused ||= status === 429;
      return status;
    });
    tries.push(asked);
    await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 50))]);
  };
  while (!refused) await isRefused();
  for (const socket of sockets) socket.destroy();
  server.clock.advance(1);
  while (server.clock.running().includes(1)) {
    server.clock.advance(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  // One that was slow to be refused has others behind it, which found room when the twenty had hung up.
  const statuses = await Promise.all(tries);
  expect(statuses).toContain(429);
  expect(statuses.every((status) => status === 429 || status === 200)).toBe(true);
});

test.each([
  ['elf letters', true],
  ['twelve or so', false],
  ['', false],
])('the device says of the token %j whether it is short', async (token, hasShortToken) => {
  const { ask } = await createServer({ token });
  const { text } = await ask(`/api/v1/device?token=${encodeURIComponent(token)}`);
  expect(JSON.parse(text)).toMatchObject({ hasShortToken });
});
