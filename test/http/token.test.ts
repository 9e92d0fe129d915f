import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../src/http/control-api/operations.ts';
import { createServer } from './server-under-test.ts';

const TOKEN = 'sésame: öffne dich';
const UTF8_TOKEN = Buffer.from(TOKEN).toString('latin1');
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

test.each([
  ['as Bearer token', { authorization: `Bearer ${UTF8_TOKEN}` }, ''],
  ['whatever the case of the scheme', { authorization: `bEARER ${UTF8_TOKEN}` }, ''],
  ['as the password of Basic credentials', { authorization: basic(`admin:${TOKEN}`) }, ''],
  ['as the password of Basic credentials without a user', { authorization: basic(`:${TOKEN}`) }, ''],
  ['as a parameter', {}, `token=${encodeURIComponent(TOKEN)}`],
  ['as a parameter beside a wrong header', { authorization: 'Bearer wrong' }, `token=${encodeURIComponent(TOKEN)}`],
])('the token is taken %s', async (_how, headers, query) => {
  const { ask, deck } = await createServer({ token: TOKEN });
  const { status } = await ask(`/select_clip?id=1&${query}`, { headers });
  expect([status, deck.state().selectedId]).toEqual([200, 'a']);
});

test.each([
  ['nothing', {}, ''],
  ['another token', { authorization: 'Bearer x' }, ''],
  ['a part of it', { authorization: `Bearer ${UTF8_TOKEN.slice(0, -1)}` }, ''],
  ['more than it', { authorization: `Bearer ${UTF8_TOKEN}x` }, ''],
  ['an empty one', { authorization: 'Bearer ' }, ''],
  ['the scheme alone', { authorization: 'Bearer' }, ''],
  ['another scheme', { authorization: `Digest ${UTF8_TOKEN}` }, ''],
  ['it without a scheme', { authorization: UTF8_TOKEN }, ''],
  ['it as the user name', { authorization: basic(`${TOKEN}:`) }, ''],
  ['it without a colon', { authorization: basic('sésame') }, ''],
  ['an empty parameter', {}, 'token='],
  ['a wrong parameter', {}, 'token=x'],
  ['the parameter twice', {}, `token=${encodeURIComponent(TOKEN)}&token=${encodeURIComponent(TOKEN)}`],
  ['a parameter that is no UTF-8', {}, 'token=%zz'],
])('%s is 401, asks a browser for it, and does nothing', async (_what, headers, query) => {
  const { ask, deck, log } = await createServer({ token: TOKEN });
  const before = deck.state();
  const reply = await ask(`/select_clip?id=1&${query}`, { headers });
  expect([reply.status, reply.headers['www-authenticate'], JSON.parse(reply.text)]).toEqual([
    401,
    'Basic realm="CueDeck", charset="UTF-8"',
    {
      error:
        'The token of this device is missing or wrong; allowed: Authorization with Bearer or Basic (as password), or ?token=.',
      code: 'unauthorized',
    },
  ]);
  expect([deck.state(), log.lines]).toEqual([before, []]);
});

test.each([...OPERATIONS.map(({ path }) => path), '/none', '/'])(
  '%s needs the token, whatever the method',
  async (path) => {
    const { ask } = await createServer({ token: TOKEN });
    for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
      expect((await ask(path, { method })).status).toBe(401);
    }
  },
);

test('the ticket opens the small pictures, and nothing else', async () => {
  const { ask } = await createServer({ token: TOKEN, pictureTicket: 'ticket' });
  const codeOf = async (path: string, method = 'GET') => (await ask(path, { method })).status;
  expect(await codeOf('/api/v1/clips/none/thumbnail?ticket=ticket')).toBe(404);
  for (const path of [
    '/api/v1/clips/a/thumbnail',
    '/api/v1/clips/a/thumbnail?ticket=',
    '/api/v1/clips/a/thumbnail?ticket=ticke',
    '/api/v1/clips/a/thumbnail?ticket=ticket&ticket=ticket',
    '/api/v1/clips/a/thumbnail?token=ticket',
    '/api/v1/clips/a/filmstrip?ticket=ticket',
    '/api/v1/clips/a/frame?ticket=ticket',
    '/api/v1/clips/a/../a/thumbnail?ticket=ticket',
    '/api/v1/clips/a?ticket=ticket',
    '/api/v1/clips?ticket=ticket',
    '/status?ticket=ticket',
  ]) {
    expect([path, await codeOf(path)]).toEqual([path, 401]);
  }
  for (const method of ['HEAD', 'PUT', 'DELETE', 'OPTIONS'])
    expect([method, await codeOf('/api/v1/clips/none/thumbnail?ticket=ticket', method)]).toEqual([method, 401]);
  const closed = await createServer({ token: TOKEN });
  for (const ticket of ['', 'undefined'])
    expect((await closed.ask(`/api/v1/clips/none/thumbnail?ticket=${ticket}`)).status).toBe(401);
});

test('curl comes in with -u and with a header', async () => {
  const { url } = await createServer({ token: 'open' });
  const curl = (...args: string[]) =>
    promisify(execFile)('curl', ['-sS', '-o', '/dev/null', '-w', '%{http_code}', ...args, `${url}/status`]);
  const codes = await Promise.all([
    curl('-u', 'anyone:open'),
    curl('-H', 'Authorization: Bearer open'),
    curl('-u', 'open:'),
    curl(),
  ]);
  expect(codes.map(({ stdout }) => stdout)).toEqual(['200', '200', '401', '401']);
});

test('without a token set, none is needed and one that is sent does no harm', async () => {
  const { ask } = await createServer();
  expect((await ask('/status?token=x', { headers: { authorization: 'Bearer y' } })).status).toBe(200);
});
