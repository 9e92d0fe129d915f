// Uploads seen from the whole page: what is refused at its first bytes, leaving, other views, and a player that is killed.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Daemon, startDaemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { createApi, launchBrowser, openPage, startWithClips, watchRedAnswers } from './page-under-test.ts';

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

/** A Matroska file may have anything behind its segment. */
const longFile = (bytes: number): Buffer =>
  Buffer.concat([readFileSync(media('variable-rate.mkv')), Buffer.alloc(bytes, 'x')]);

const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.locator('.drop input').setInputFiles({ name, mimeType: 'video/mp4', buffer });

const upload = (page: Page, name: string) => page.locator('.upload').filter({ hasText: name });

/** @param bytesPerSecond -1: as fast as it goes */
const throttle = async (page: Page, bytesPerSecond: number): Promise<(bytesPerSecond: number) => Promise<unknown>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const set = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 1,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await set(bytesPerSecond);
  return set;
};

test('a file that begins like no clip is refused after its first bytes, and there is nothing to try again', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.headers()['content-range'] ?? '');
  });
  const text = Buffer.from('This is a letter and no film.\n'.repeat(700_000));
  await choose(page, 'letter.mp4', text);
  await upload(page, 'letter.mp4').getByText('The file is refused: it is text, not a video or picture.').waitFor();
  expect(sent).toEqual([`bytes 0-65535/${text.length}`]);
  expect(await upload(page, 'letter.mp4').getByRole('button').allTextContents()).toEqual(['Remove']);
  await upload(page, 'letter.mp4').getByRole('button', { name: 'Remove' }).click();
  await api.until(async () => (await page.locator('.upload').count()) === 0);
});

test('an upload that goes well gets no answer that the browser reports as an error', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  const red = watchRedAnswers(page);
  await choose(page, 'well.mkv', longFile(100_000));
  await page.locator('.clip-row').filter({ hasText: 'well.mkv' }).waitFor();
  await api.until(async () => (await upload(page, 'well.mkv').count()) === 0);
  expect(red).toEqual([]);
  await api.ask('DELETE', `/clips/${(await api.clip('well.mkv')).id}`);
});

test('while an upload runs every view says so, and leaving asks; when it is over nothing asks any more', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  const setSpeed = await throttle(page, 5e5);
  const file = longFile(20_000_000);
  await choose(page, 'slow.mkv', file);
  for (const view of ['Fire', 'Trim', 'Device', 'Library']) {
    await page.getByRole('link', { name: view, exact: true }).click();
    await page.getByRole('link', { name: /^1 upload, \d+ %$/ }).waitFor();
  }
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate('setTimeout(() => location.reload())');
  await api.until(() => asked.length > 0);
  expect(asked).toEqual(['beforeunload']);
  expect(await upload(page, 'slow.mkv').count()).toBe(1);
  await setSpeed(-1);
  await page.locator('.clip-row').filter({ hasText: 'slow.mkv' }).waitFor();
  await api.until(async () => (await page.locator('.upload').count()) === 0);
  await page.reload();
  await page.locator('.clip-row').filter({ hasText: 'slow.mkv' }).waitFor();
  expect([asked.length, await page.locator('.upload-summary').count()]).toEqual([1, 0]);
});

test('an upload goes on where it was when the player was killed', async () => {
  const first = await startWithClips({ 'a.mp4': 'short-25.mp4' });
  onTestFinished(() => first.dispose());
  const page = await openPage(browser, first.url, { path: '/#library' });
  await page.locator('.clip-row').first().waitFor();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.headers()['content-range'] ?? '');
  });
  const setSpeed = await throttle(page, 2e6);
  const file = longFile(12_000_000);
  await choose(page, 'killed.mkv', file);
  await api.until(() =>
    readdirSync(first.clipsDir).some(
      (name) => /^\.upload-[^.]*$/.test(name) && statSync(join(first.clipsDir, name)).size > 2e6,
    ),
  );
  await first.end('SIGKILL');
  await page.locator('.link.lost').waitFor();
  await setSpeed(-1);
  const port = new URL(first.url).port;
  const second = await startDaemon({ folder: first.folder, environment: { CUEDECK_HTTP_PORT: port } });
  onTestFinished(async () => void (await second.end('SIGKILL')));
  await page.locator('.clip-row').filter({ hasText: 'killed.mkv' }).waitFor();
  expect(readFileSync(join(first.clipsDir, 'killed.mkv')).equals(file)).toBe(true);
  const starts = sent.map((range) => Number(/^bytes (\d+)-/.exec(range)?.[1]));
  expect(starts.slice(0, 2)).toEqual([0, 65_536]);
  expect(starts.at(-1)).toBeGreaterThan(2e6);
});
