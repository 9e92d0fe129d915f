// The Fleet view of one player's page: both players of the broker, as they are.
import { connectAsync } from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Daemon, startDaemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { createApi, isTooWide, launchBrowser, openPage, TIMEOUT_MS } from '../page/page-under-test.ts';
import { type FleetFixture, startFleet } from './fleet-fixture.ts';

let fleetFixture: FleetFixture;
let browser: Browser;
beforeAll(async () => {
  [fleetFixture, browser] = await Promise.all([startFleet({ left: 'stage', right: 'stage' }), launchBrowser()]);
  await fleetFixture.fleet('push', media('numbered-25.mp4'));
}, 240_000);
afterAll(async () => {
  await browser.close();
  await fleetFixture.stop();
});

const card = (page: Page, id: string) =>
  page.locator('.players > li').filter({ has: page.getByText(id, { exact: true }) });

const openFleet = async (width: number): Promise<Page> => {
  const page = await openPage(browser, fleetFixture.daemon('left').url, { path: '/#fleet', width });
  await page.getByText('2 players, all well').waitFor();
  return page;
};

test('the page shows every player with state, clip, picture and remaining time, as it changes', async () => {
  const page = await openFleet(1280);
  await page.getByRole('link', { name: 'Fleet', exact: true }).waitFor();
  for (const id of ['left', 'right']) {
    // It goes on for as long as the page is looked at; and for a player that plays, a picture has to wait.
    const api = createApi(fleetFixture.daemon(id).url);
    await api.ask('PATCH', `/clips/${(await api.clip('numbered-25.mp4')).id}`, { endAction: 'loop' });
    await api.ask('POST', '/transport/cue', { clipId: (await api.clip('numbered-25.mp4')).id });
    await api.until(
      async () => (await fetch(`${fleetFixture.daemon('left').url}/api/v1/fleet/${id}/thumbnail`)).status === 200,
    );
  }
  await fleetFixture.fleet('fire', 'numbered-25.mp4');
  for (const id of ['left', 'right']) {
    await page.locator('.players > li[data-state="playing"]').filter({ hasText: id }).waitFor();
    await card(page, id).getByText('numbered-25.mp4').waitFor();
    expect(await card(page, id).locator('.left').textContent()).toBe('∞');
    const width = () =>
      card(page, id)
        .locator('img')
        .evaluate((image) => Reflect.get(image, 'naturalWidth'));
    await expect.poll(width, { timeout: TIMEOUT_MS }).toBeGreaterThan(0);
    expect(await card(page, id).getByRole('link').getAttribute('href')).toBe(`${fleetFixture.daemon(id).url}/`);
  }
  expect(await isTooWide(page)).toBe(false);
  await fleetFixture.fleet('stop', '--to', 'right');
  await page.locator('.players > li[data-state="stopped"]').filter({ hasText: 'right' }).waitFor();
  // The other one comes to an end once it loops no more.
  const left = createApi(fleetFixture.daemon('left').url);
  await left.ask('PATCH', `/clips/${(await left.clip('numbered-25.mp4')).id}`, { endAction: 'hold' });
  const remaining = () => card(page, 'left').locator('.left').textContent();
  await expect.poll(remaining, { timeout: TIMEOUT_MS }).toMatch(/^0:(0\d|10)$/);
});

test('a player that goes is shown as offline with its fault; on a phone nothing is too wide', async () => {
  const page = await openFleet(360);
  await fleetFixture.daemon('right').end('SIGKILL');
  await page.getByText('2 players, 1 with faults').waitFor();
  await page.locator('.players > li[data-state="offline"]').getByText('It is offline.').waitFor();
  expect(await isTooWide(page)).toBe(false);
});

test('only the place of a web server is a link: anybody at the broker can name something else', async () => {
  const client = await connectAsync(fleetFixture.broker.url, { protocolVersion: 5 });
  for (const [id, urls] of [
    ['ghost', ['javascript:alert(1)', 'ftp://ghost/']],
    ['guest', ['javascript:alert(1)', 'https://guest.example/', 'http://192.0.2.7:8080/delete?id=1']],
  ] as const) {
    await client.publishAsync(`cuedeck/player/${id}/online`, 'online', { retain: true, qos: 1 });
    await client.publishAsync(`cuedeck/player/${id}/status`, JSON.stringify({ name: id, urls }), {
      ...{ retain: true, qos: 1 },
    });
  }
  await client.endAsync();
  const page = await openPage(browser, fleetFixture.daemon('left').url, { path: '/#fleet', width: 1280 });
  await card(page, 'guest').waitFor();
  const link = card(page, 'guest').getByRole('link');
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
    'http://192.0.2.7:8080/',
    'noreferrer',
  ]);
  expect(await card(page, 'ghost').locator('a').count()).toBe(0);
});

test('a player without a broker has no such part', async () => {
  const daemon: Daemon = await startDaemon();
  try {
    const page = await openPage(browser, daemon.url, { path: '/#fleet' });
    await page.getByText('This player has no MQTT broker set').waitFor();
    expect(await page.getByRole('link', { name: 'Fleet', exact: true }).count()).toBe(0);
    expect(await createApi(daemon.url).ask('GET', '/fleet')).toEqual({
      hasBroker: false,
      isConnected: false,
      players: [],
    });
  } finally {
    await daemon.dispose();
  }
});
