// What a browser sends for a page of another site over plain HTTP, where it says nothing of the page: it changes nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import type { BrowserLinks } from '../../src/http/guards/csrf-guard.ts';
import { HttpServer } from '../../src/http/http-server.ts';
import { createApiDeps } from '../fakes/api-parts.ts';
import { createFolderStaging } from '../fakes/folder-staging.ts';
import { createHyperDeckServer } from '../hyperdeck/server-under-test.ts';
import { type ChangingRequest, toChangingRequests } from './changing-requests.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const LANGUAGE = 'de-DE,de;q=0.9';
const TOKEN = 'a token of our own';
const basic = `Basic ${Buffer.from(`anyone:${TOKEN}`).toString('base64')}`;

const createBox = async (options: { readonly token?: string; readonly browserLinks?: BrowserLinks } = {}) => {
  const fixture = await createHyperDeckServer();
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-browser-'));
  const http = new HttpServer({
    ...fixture,
    ...createFolderStaging(folder),
    clock: createSystemClock(),
    token: options.token ?? '',
    sessionKey: 'a session key',
    browserLinks: options.browserLinks ?? 'ask',
    allowedHosts: [],
    pageFolder: join(folder, 'no-page'),
    api: createApiDeps(fixture.store),
    mounts: [fixture.service.restApi],
  });
  const { port } = await http.start('127.0.0.1', 0);
  onTestFinished(async () => {
    fixture.service.restApi.stop();
    await http.stop();
    rmSync(folder, { recursive: true });
  });
  const ask = (
    { method, path, body }: ChangingRequest,
    headers: OutgoingHttpHeaders,
  ): Promise<{ readonly status: number; readonly text: string; readonly headers: Record<string, unknown> }> =>
    new Promise((resolve, reject) => {
      const sent = body === undefined ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) };
      const request = httpRequest(
        { host: '127.0.0.1', port, path, method, headers: sent, agent: false },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
        },
      );
      request.on('error', reject).end(body);
    });
  const state = (): unknown => [fixture.deck.state(), fixture.machine.hostName(), fixture.service.restApi.path];
  return { ...fixture, ask, state, host: `127.0.0.1:${port}` };
};

const requests = toChangingRequests('a');
const plainGets = requests.filter(({ method }) => method === 'GET');

test('the tables of all interfaces are looked through', () => {
  const starts = ['/play', '/upload', '/api/v1/transport/', '/api/v1/login', '/control/api/v1/transports/'];
  for (const start of starts) expect(requests.some(({ path }) => path.startsWith(start))).toBe(true);
  expect(requests.length).toBeGreaterThan(50);
});

describe.each<[string, OutgoingHttpHeaders]>([
  ['User-Agent', { 'User-Agent': AGENT }],
  ['Accept-Language', { 'User-Agent': 'A kiosk', 'Accept-Language': LANGUAGE }],
  ['Accept-Language alone', { 'Accept-Language': '*' }],
  ['all Sec-Fetch headers', { 'Accept-Language': '*', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'none' }],
  ['a picture', { 'User-Agent': AGENT, Accept: 'image/avif,image/webp,*/*;q=0.8', 'Accept-Language': LANGUAGE }],
  ['a password that it keeps', { 'User-Agent': AGENT, Authorization: basic }],
])('a browser, told by %s', (_what, headers) => {
  test('changes nothing when it shows no page of the device', async () => {
    const { ask, state } = await createBox(headers.Authorization === undefined ? {} : { token: TOKEN });
    const before = state();
    for (const request of requests) {
      const { status, text } = await ask(request, { Accept: '*/*', ...headers });
      expect([request, status, JSON.parse(text).code]).toEqual([request, 403, 'foreign-page']);
    }
    expect(state()).toEqual(before);
  });
});

test('a cookie that a browser keeps is no proof: pages at another port of the device send it too', async () => {
  const { ask, state } = await createBox({ token: TOKEN });
  const login = { method: 'POST', path: '/api/v1/login', body: JSON.stringify({ token: TOKEN }) };
  const cookie = String((await ask(login, {})).headers['set-cookie']).split(';')[0];
  const before = state();
  for (const request of requests) {
    const { status } = await ask(request, { Cookie: cookie, 'User-Agent': AGENT });
    expect([request, status]).toEqual([request, 403]);
  }
  expect(state()).toEqual(before);
});

test('a bare link asks first, for every change, whatever it is', async () => {
  const { ask, state } = await createBox();
  const before = state();
  for (const request of plainGets) {
    const { status, text, headers } = await ask(request, { Accept: NAVIGATION, 'User-Agent': AGENT });
    expect([request, status, headers['content-type'], text.includes('<button type="button"')]).toEqual([
      request,
      200,
      'text/html; charset=utf-8',
      true,
    ]);
  }
  expect(state()).toEqual(before);
});

/** Whether the rule let it pass; what the operation then said is another matter. */
const passes = async (box: Awaited<ReturnType<typeof createBox>>, headers: OutgoingHttpHeaders): Promise<void> => {
  for (const request of requests) {
    const { status, text } = await box.ask(request, headers);
    expect([request, status === 403 && JSON.parse(text).code === 'foreign-page', text.includes('<!doctype')]).toEqual([
      request,
      false,
      false,
    ]);
  }
};

const toProofs = (host: string): readonly OutgoingHttpHeaders[] => [
  { Origin: `http://${host}` },
  { Referer: `http://${host}/` },
  { 'X-CueDeck': 'page' },
];

test('a page of this very device may change everything: by Origin, Referer or the header of ours', async () => {
  for (const index of toProofs('').keys()) {
    const box = await createBox();
    await passes(box, { 'User-Agent': AGENT, Accept: NAVIGATION, ...toProofs(box.host)[index] });
  }
});

test('the right token in the request itself is proof; a wrong one, or one that nobody set, is none', async () => {
  await passes(await createBox({ token: TOKEN }), { 'User-Agent': AGENT, Authorization: `Bearer ${TOKEN}` });
  const asked = { method: 'GET', path: `/select_clip?id=2&token=${encodeURIComponent(TOKEN)}` };
  const locked = await createBox({ token: TOKEN });
  expect((await locked.ask(asked, { 'User-Agent': AGENT, Accept: NAVIGATION })).status).toBe(200);
  expect(locked.deck.state().selectedId).toBe('b');
  const open = await createBox();
  expect((await open.ask(asked, { 'User-Agent': AGENT })).status).toBe(403);
  expect((await open.ask(asked, { 'User-Agent': AGENT, Authorization: 'Bearer ' })).status).toBe(403);
});

test.each<[string, OutgoingHttpHeaders]>([
  ['curl', { 'User-Agent': 'curl/8.14.1', Accept: '*/*' }],
  ['what says nothing of itself', {}],
  ['Companion', { 'User-Agent': 'got (https://github.com/sindresorhus/got)', 'Accept-Encoding': 'gzip, deflate' }],
  ['Node', { 'User-Agent': 'node', Accept: '*/*', 'Accept-Language': '*', 'Sec-Fetch-Mode': 'cors' }],
  ['Node under another name', { 'User-Agent': 'show/1', 'Accept-Language': '*', 'Sec-Fetch-Mode': 'cors' }],
  ['Deno', { 'User-Agent': 'Deno/2.1.4', Accept: '*/*', 'Accept-Language': '*' }],
  ['a program that takes HTML', { 'User-Agent': 'AMX', Accept: NAVIGATION }],
])('%s is welcome', async (_who, headers) => {
  await passes(await createBox(), headers);
});

test('the fetch of this very Node is welcome', async () => {
  const { host, deck } = await createBox();
  expect((await fetch(`http://${host}/select_clip?id=2`)).status).toBe(200);
  expect(deck.state().selectedId).toBe('b');
});

test('CUEDECK_BROWSER_LINKS=allow does bare links at once, and still nothing for what a page has in it', async () => {
  const box = await createBox({ browserLinks: 'allow' });
  const link = { method: 'GET', path: '/select_clip?id=2' };
  expect((await box.ask(link, { 'User-Agent': AGENT, Accept: '*/*' })).status).toBe(403);
  const { status, headers } = await box.ask(link, { 'User-Agent': AGENT, Accept: NAVIGATION });
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(box.deck.state().selectedId).toBe('b');
  const foreign = { 'User-Agent': AGENT, Accept: NAVIGATION, Referer: 'http://evil.example/' };
  expect((await box.ask({ method: 'GET', path: '/select_clip?id=1' }, foreign)).status).toBe(403);
});

test('a request that says of itself that it only reads changes nothing, whoever sends it', async () => {
  const { ask, state, host } = await createBox({ token: TOKEN });
  const before = state();
  for (const proof of [{}, ...toProofs(host)]) {
    for (const request of requests) {
      const headers = { 'X-CueDeck-Reads': '1', Authorization: `Bearer ${TOKEN}`, ...proof };
      const { status, text } = await ask(request, headers);
      expect([request, status, JSON.parse(text).code]).toEqual([request, 403, 'foreign-page']);
    }
  }
  expect(state()).toEqual(before);
});

test('no browser is asked for a password; a program is, where it can be', async () => {
  const { ask } = await createBox({ token: TOKEN });
  const askedBy = async (path: string, headers: OutgoingHttpHeaders) =>
    (await ask({ method: 'GET', path }, headers)).headers['www-authenticate'];
  for (const path of ['/status', '/play', '/api/v1/clips', '/control/api/v1/transports/0'])
    expect(await askedBy(path, { 'User-Agent': AGENT, Accept: NAVIGATION })).toBe('Bearer realm="CueDeck"');
  expect(await askedBy('/status', {})).toBe('Basic realm="CueDeck", charset="UTF-8"');
});
