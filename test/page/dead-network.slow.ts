// A network that goes dead without a word: no connection ends, and what was open stays dead.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { startDeadWire } from './dead-wire.ts';
import { createApi, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([startWithClips({ 'a.mp4': 'short-25.mp4' }), launchBrowser()]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

const chooseFile = (page: Page, name: string): Promise<void> =>
  page
    .locator('.drop input')
    .setInputFiles({ name, mimeType: 'video/mp4', buffer: readFileSync(media('short-25.mp4')) });

const upload = (page: Page, name: string) => page.locator('.upload').filter({ hasText: name });

test('a page whose connections all went dead is live again soon after the network is back', async () => {
  const wire = await startDeadWire(daemon.url);
  const page = await openPage(browser, wire.url);
  await page.locator('.link.open').waitFor();
  wire.cut();
  await page.locator('.link.lost').waitFor();
  // By now it has begun to connect again, on a way that nobody answers at.
  await page.waitForTimeout(20_000);
  wire.mend();
  await page.locator('.link.open').waitFor({ timeout: 30_000 });
});

test('an upload whose network went dead while the device looked at it is finished when the network is back', async () => {
  const wire = await startDeadWire(daemon.url);
  const page = await openPage(browser, wire.url, { path: '/#library' });
  await page.locator('.clip-row').first().waitFor();
  wire.cutAtAnswerTo('PUT /api/v1/uploads/dead.mp4');
  await chooseFile(page, 'dead.mp4');
  await api.until(() => wire.isDead());
  await page.locator('.link.lost').waitFor();
  wire.mend();
  await page.locator('.clip-row').filter({ hasText: 'dead.mp4' }).waitFor();
  await api.until(async () => (await page.locator('.upload:not([data-state="done"])').count()) === 0);
  await api.ask('DELETE', `/clips/${(await api.clip('dead.mp4')).id}`);
});

test('an upload that the device looks at for ever can be cancelled, and holds up no other', async () => {
  const wire = await startDeadWire(daemon.url);
  const page = await openPage(browser, wire.url, { path: '/#library' });
  await page.locator('.clip-row').first().waitFor();
  const { length } = readFileSync(media('short-25.mp4'));
  await page.route('**/api/v1/uploads/stuck.mp4', (route) =>
    route.request().method() === 'GET' && wire.isDead() === false && hasBeenCut
      ? route.fulfill({ json: { receivedBytes: length, totalBytes: length } })
      : route.fallback(),
  );
  let hasBeenCut = false;
  wire.cutAtAnswerTo('PUT /api/v1/uploads/stuck.mp4');
  await chooseFile(page, 'stuck.mp4');
  await api.until(() => wire.isDead());
  hasBeenCut = true;
  await page.locator('.link.lost').waitFor();
  wire.mend();
  await page.locator('.link.open').waitFor();
  await api.until(async () => (await upload(page, 'stuck.mp4').getAttribute('data-state')) === 'sending');
  await upload(page, 'stuck.mp4').getByRole('button', { name: 'Cancel' }).click();
  await chooseFile(page, 'free.mp4');
  await page.locator('.clip-row').filter({ hasText: 'free.mp4' }).waitFor();
  expect(await upload(page, 'stuck.mp4').getAttribute('data-state')).toBe('cancelled');
  for (const name of ['stuck.mp4', 'free.mp4']) await api.ask('DELETE', `/clips/${(await api.clip(name)).id}`);
});
