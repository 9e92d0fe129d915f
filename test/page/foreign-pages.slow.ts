// Pages of another site in a real Chromium, over names that it does not trust as it trusts this machine's own: whatever
// they send, by whatever element, changes nothing.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from '../../src/talkgroup/admin/commands.ts';
import { API_OPERATIONS, toPath } from '../../src/talkgroup/http/operations.ts';
import type { Daemon } from '../e2e/daemon.ts';
import { type ChangingRequest, toChangingRequests } from '../http/changing-requests.ts';
import { createServer } from '../http/server-under-test.ts';
import { register, startService } from '../talkgroup/fakes/running-service.ts';
import {
  GET_SENDERS,
  POST_SENDERS,
  type Seen,
  startForeignSite,
  startWitness,
  toAskedSender,
} from './foreign-pages.ts';
import { createApi, launchBrowser, startWithClips, TIMEOUT_MS } from './page-under-test.ts';

type Witness = Awaited<ReturnType<typeof startWitness>>;

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;
let site: Awaited<ReturnType<typeof startForeignSite>>;
let witness: Witness;
let device: string;
let requests: readonly ChangingRequest[];

const portOf = (url: string): number => Number(new URL(url).port);

const watch = async (port: number): Promise<Witness> => {
  const started = await startWitness(port);
  onTestFinished(started.stop);
  return started;
};

beforeAll(async () => {
  [daemon, browser, site] = await Promise.all([
    startWithClips({ '1.png': 'still.png', '2.gif': 'moving.gif' }),
    launchBrowser(
      '--host-resolver-rules=MAP player.local 127.0.0.1, MAP evil.example 127.0.0.1',
      '--disable-popup-blocking',
    ),
    startForeignSite(),
  ]);
  api = createApi(daemon.url);
  witness = await startWitness(portOf(daemon.url));
  device = `http://player.local:${witness.port}`;
  requests = toChangingRequests((await api.clip('1.png')).id);
});
afterAll(async () => {
  site.stop();
  witness.stop();
  await browser.close();
  await daemon.dispose();
});

const openContext = async (headers: Readonly<Record<string, string>> = {}): Promise<BrowserContext> => {
  const context = await browser.newContext({ extraHTTPHeaders: headers });
  context.setDefaultTimeout(TIMEOUT_MS);
  onTestFinished(() => context.close());
  return context;
};

/** All that can be seen of the device, but what runs by itself. */
const lookAtDevice = async (): Promise<unknown> => {
  const ask = async (path: string): Promise<unknown> => (await fetch(daemon.url + path)).json();
  const {
    positionSeconds: _at,
    losses: _lost,
    ...transport
  } = (await ask('/api/v1/transport')) as Record<string, unknown>;
  const { PARTFREE: _free, ...status } = (await ask('/status')) as Record<string, unknown>;
  // Clips are measured meanwhile.
  const clips = ((await ask('/api/v1/clips')) as Record<string, unknown>[]).map(
    ({ playability: _smooth, loudness: _loud, ...clip }) => clip,
  );
  const rest = ['/timelines/0', '/timelines/0/playRange', '/transports/0', '/transports/0/inputVideoSource'];
  return [
    ...[transport, status, clips, await ask('/api/v1/outputs')],
    ...(await Promise.all(rest.map((path) => ask(`/control/api/v1${path}`)))),
  ];
};

let mark = 0;

/** Shows a page that sends one request to each address, and waits until all of them, however sent, are answered. */
const attack = async (
  page: Page,
  toPage: (urls: readonly string[]) => string,
  paths: readonly string[],
  at: { readonly from?: string; readonly by?: Witness } = {},
): Promise<readonly Seen[]> => {
  const { from = 'evil.example', by = witness } = at;
  mark += 1;
  const word = `attack=${mark}-`;
  const urls = paths.map(
    (path, index) => `http://player.local:${by.port}${path}${path.includes('?') ? '&' : '?'}${word}${index}x`,
  );
  site.putUp(toPage(urls));
  await page.goto(`http://${from}:${site.port}/`, { waitUntil: 'commit' });
  const ofThis = () => by.seen.filter(({ url }) => url.includes(word));
  const isSeen = (index: number) => ofThis().some(({ url }) => url.includes(`${word}${index}x`));
  await api.until(() => urls.every((_url, index) => isSeen(index)));
  for (const other of page.context().pages()) if (other !== page) await other.close();
  return ofThis();
};

const told = ({ method, status, answer }: Seen): string =>
  `${method} ${status} ${String(answer['content-type']).split(';')[0]}`;

const REFUSED = /^(?:GET|POST) 403 application\/json$/;
/** Nobody pressed its button. */
const ASKED = /^GET 200 text\/html$/;

const gets = () => requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
const posts = () => requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

test('a page of another site is as silent as it can be over plain HTTP', async () => {
  const page = await (await openContext()).newPage();
  const [seen] = await attack(page, GET_SENDERS.img ?? String, ['/play']);
  const names = Object.keys(seen?.headers ?? {}).filter((name) => /^(?:origin|referer|sec-fetch-.*)$/.test(name));
  expect([names, seen?.headers['user-agent']?.startsWith('Mozilla/')]).toEqual([[], true]);
});

test('no element and no script with GET changes anything', async () => {
  const before = await lookAtDevice();
  const page = await (await openContext()).newPage();
  for (const [name, toPage] of Object.entries(GET_SENDERS)) {
    for (const seen of await attack(page, toPage, gets())) {
      const answer = told(seen);
      const isHarmless = REFUSED.test(answer) || ASKED.test(answer);
      expect([name, seen.url, answer, isHarmless]).toEqual([name, seen.url, answer, true]);
    }
  }
  expect(await lookAtDevice()).toEqual(before);
});

test('no form and no script with POST changes anything', async () => {
  const before = await lookAtDevice();
  const page = await (await openContext()).newPage();
  for (const [name, toPage] of Object.entries(POST_SENDERS)) {
    for (const seen of await attack(page, toPage, posts()))
      expect([name, seen.url, told(seen)]).toEqual([name, seen.url, 'POST 403 application/json']);
  }
  expect(await lookAtDevice()).toEqual(before);
});

test('no method, and no header of ours, is granted to a page that asks for it', async () => {
  const before = await lookAtDevice();
  const page = await (await openContext()).newPage();
  for (const method of new Set(requests.map((request) => request.method))) {
    const paths = requests.filter((request) => request.method === method).map(({ path }) => path);
    for (const seen of await attack(page, toAskedSender(method), paths)) {
      expect([seen.method, seen.url, seen.status]).toEqual(['OPTIONS', seen.url, 204]);
      expect(Object.keys(seen.answer).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  }
  expect(await lookAtDevice()).toEqual(before);
});

test('another port of the device is another site, although the browser sends the cookie there', async () => {
  const locked = await createServer({ token: 'of house', pageFolder: 'dist/web' });
  const by = await watch(locked.port);
  const page = await (await openContext()).newPage();
  await page.goto(`http://player.local:${by.port}`);
  await page.getByLabel('Token').fill('of house');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation').waitFor();
  await page.goto(`http://player.local:${by.port}/#device`);
  await page.getByText('It has fewer than 12 characters and can be guessed').waitFor();
  const before = locked.deck.state();
  const at = { from: 'player.local', by };
  const seen = [
    ...(await attack(page, GET_SENDERS['fetch no-cors'] ?? String, gets(), at)),
    ...(await attack(page, POST_SENDERS['fetch no-cors'] ?? String, posts(), at)),
  ];
  for (const { url, headers, status } of seen.filter((one) => !one.url.startsWith('/control/')))
    expect([url, headers.cookie?.startsWith('cuedeck='), status]).toEqual([url, true, 403]);
  expect(locked.deck.state()).toEqual(before);
});

test('the talkgroup service takes no change from a page, although the browser sends the password', async () => {
  const service = await startService();
  const by = await watch(portOf(service.http));
  const peer = '2345678';
  const { token } = await register(service, Number(peer));
  await service.admin('catalogue add', ['91', 'World']);
  const look = async (): Promise<unknown> => [
    await service.admin('peer show', [peer]),
    await service.admin('catalogue list'),
  ];
  const before = await look();
  const kept = { Authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` };
  const page = await (await openContext(kept)).newPage();
  const form = (urls: readonly string[]): string =>
    `${urls
      .map(
        (url, index) => `<iframe name="f${index}"></iframe><form method="post" target="f${index}" action="${url}">
          <input name="peer" value="${peer}"><input name="tg" value="91"></form>`,
      )
      .join('')}<script>for (const form of document.forms) form.submit()</script>`;
  for (const seen of await attack(page, form, Object.keys(API_OPERATIONS).map(toPath), { by })) {
    expect([seen.url, seen.headers.authorization, told(seen), seen.answer['www-authenticate']]).toEqual([
      ...[seen.url, kept.Authorization, 'POST 401 text/plain', undefined],
    ]);
  }
  // Administration is on a Unix socket alone; no page finds it at a port.
  const commands = Object.keys(COMMANDS).map((name) => `/command?name=${encodeURIComponent(name)}`);
  for (const { url, status } of await attack(page, POST_SENDERS['fetch no-cors'] ?? String, commands, { by }))
    expect([url, status]).toEqual([url, 404]);
  expect(await look()).toEqual(before);
});

test('what the page of the device leads to does not lead back in its name', async () => {
  const page = await (await openContext()).newPage();
  await page.goto(device);
  const back = encodeURIComponent(`${device}/stop?attack=back`);
  await page.evaluate(`(() => {
    const link = document.createElement('a');
    link.href = 'http://evil.example:${site.port}/?to=${back}';
    document.body.append(link);
    link.click();
  })()`);
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  expect(witness.seen.filter(({ url }) => url.includes('attack=back')).map(told)).toEqual(['GET 200 text/html']);
});

test("the device's own page changes what it likes, and a bare link does when somebody says so", async () => {
  const page = await (await openContext()).newPage();
  await page.goto(device);
  await page.locator('.tile').first().click();
  await api.shows(1, 'stopped');
  await page.goto(`${device}/delete?id=2`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.locator('output').getByText('Done.', { exact: true }).waitFor();
  await api.until(async () => (await api.clips()).length === 2);
});
