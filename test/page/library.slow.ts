// Every control of the Library view, and an upload of 300 MB.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';
import { createApi, dragRow, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({
      'a.mp4': 'short-25.mp4',
      'b.mp4': 'short-25.mp4',
      'c.mp4': 'short-25.mp4',
      'd.mp4': 'short-25.mp4',
    }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

const order = async (): Promise<string> =>
  (await api.clips())
    .slice(1)
    .map(({ file }) => file.replace('.mp4', ''))
    .join('');
const becomes = (wanted: string): Promise<void> => api.until(async () => (await order()) === wanted);
const open = async (options: { readonly width?: number; readonly touch?: boolean } = {}) => {
  const page = await openPage(browser, daemon.url, { ...options, path: '/#library' });
  await page.locator('.clip-row').nth(3).waitFor();
  return page;
};

test('rows are reordered by their handle, with the mouse and from the keyboard', async () => {
  const page = await open();
  const row = (name: string) => page.locator('.clip-row').filter({ hasText: `${name}.mp4` });
  await dragRow(page, row('a'), row('c'));
  await becomes('bcad');
  await row('a').locator('.handle').focus();
  await page.keyboard.press('ArrowUp');
  await becomes('bacd');
  await page.keyboard.press('ArrowUp');
  await becomes('abcd');
  await page.keyboard.press('ArrowDown');
  await becomes('bacd');
  await page.keyboard.press('ArrowUp');
  await becomes('abcd');
  // As fast as fingers are: each press counts, and goes on from the one before.
  for (const key of ['Down', 'Down', 'Down', 'Up']) await page.keyboard.press(`Arrow${key}`);
  await becomes('bcad');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await becomes('abcd');
});

test('a clip is deleted, and undone within 10 s', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Delete b.mp4' }).click();
  await becomes('acd');
  await page.getByRole('button', { name: 'Undo' }).click();
  await becomes('abcd');
  await page.locator('.clip-row').nth(3).waitFor();
});

test('many clips that are deleted one after the other can all be brought back, also when the first try finds no network', async () => {
  const names = Array.from({ length: 6 }, (_, index) => `many-${index}.mp4`);
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  await page
    .locator('.drop input')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'video/mp4', buffer: readFileSync(media('short-25.mp4')) })));
  await page.locator('.clip-row').filter({ hasText: 'many-5.mp4' }).waitFor();
  await api.until(async () => (await page.locator('.upload').count()) === 0);
  // All at once: what is deleted can be brought back for 10 s, however slow the machine is.
  const pressAll = (buttons: string): Promise<unknown> =>
    page.evaluate(`for (const button of document.querySelectorAll('${buttons}')) button.click()`);
  await page.route('**/restore', (route) => route.abort(), { times: 1 });
  await pressAll('[aria-label^="Delete many-"]');
  const undos = page.getByRole('button', { name: 'Undo' });
  await undos.nth(5).waitFor();
  await undos.first().click();
  await page.getByText('The player cannot be reached.').waitFor();
  await undos.nth(5).waitFor();
  await pressAll('.notice button:not(.close)');
  await api.until(async () => (await api.clips()).filter(({ file }) => names.includes(file)).length === 6);
  for (const name of names) await api.ask('DELETE', `/clips/${(await api.clip(name)).id}`);
});

test('search finds clips by name, and the free space is shown', async () => {
  const page = await open();
  await page.getByLabel('Search clips').fill('C.MP');
  await api.until(async () => (await page.locator('.clip-row').count()) === 1);
  await page.getByText('1 clip', { exact: true }).waitFor();
  await page.getByLabel('Search clips').fill('nothing');
  await page.getByText('No clip is called that.').waitFor();
  await page.getByText(/ free of /).waitFor();
  await page.getByLabel('Search clips').fill('');
  await page.locator('.clip-row').nth(0).getByRole('link').click();
  await page.getByRole('heading', { name: 'Trim' }).waitFor();
});

test('many files are chosen or dropped; one that is no clip is refused in the words of the device', async () => {
  const page = await open();
  const before = (await api.clips()).length;
  await page.locator('.drop input').setInputFiles([media('old.avi'), media('sound-only.mp3'), media('still.png')]);
  await page.getByText('it has sound only, no picture').waitFor();
  await api.until(async () => (await api.clips()).length === before + 2);
  const failed = page.locator('.upload[data-state="failed"]');
  await failed.getByRole('button', { name: 'Remove' }).click();
  await failed.waitFor({ state: 'hidden' });
  await page.evaluate(`
    const transfer = new DataTransfer();
    transfer.items.add(new File(['not a video'], 'dropped.mp4'));
    window.dispatchEvent(new DragEvent('dragover', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  `);
  await page.locator('.upload[data-state="failed"]').filter({ hasText: 'dropped.mp4' }).waitFor();
  for (const file of ['old.avi', 'still.png']) await api.ask('DELETE', `/clips/${(await api.clip(file)).id}`);
});

test('a clip that is dropped while another part of the page is shown is taken too, and the part stays', async () => {
  const page = await openPage(browser, daemon.url);
  await page.locator('.tile').nth(3).waitFor();
  await page.evaluate(`
    const data = Uint8Array.from(atob('${readFileSync(media('short-25.mp4')).toString('base64')}'), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([data], 'anywhere.mp4', { type: 'video/mp4' }));
    for (const kind of ['dragover', 'drop'])
      window.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  `);
  await page.locator('.tile').filter({ hasText: 'anywhere.mp4' }).waitFor();
  await page.getByText('The clip has arrived.').waitFor();
  expect(await page.getByText('The clip is on its way.').count()).toBe(0);
  await page.getByRole('link', { name: 'Library' }).click();
  await page.locator('.clip-row').filter({ hasText: 'anywhere.mp4' }).waitFor();
  await api.ask('DELETE', `/clips/${(await api.clip('anywhere.mp4')).id}`);
});

test('an upload of 300 MB shows progress, speed and time left, is cancelled, and goes on where it was', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'large.mkv');
  execFileSync('ffmpeg', ['-v', 'error', '-i', media('short-25.mp4'), '-c', 'copy', file]);
  // A Matroska file may have anything behind its segment.
  const block = Buffer.alloc(1024 * 1024, 'x');
  while (statSync(file).size < 300e6) appendFileSync(file, block);
  const { size } = statSync(file);
  const page = await open();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // 20 MB/s, so that there is something to see.
  const conditions = { offline: false, latency: 1, downloadThroughput: -1, uploadThroughput: 20e6 };
  await session.send('Network.emulateNetworkConditions', conditions);
  const progress = (): Promise<number> =>
    page.locator('.upload progress').evaluate((bar) => Number(bar.getAttribute('value') ?? 0));
  await page.locator('.drop input').setInputFiles(file);
  await page.getByText(/MB of 30\d MB · .*\/s · \d+:\d\d left/).waitFor();
  await api.until(async () => (await progress()) > 60e6);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(/Cancelled at/).waitFor();
  let arrived = 0;
  await api.until(async () => {
    const { receivedBytes } = (await api.ask('GET', '/uploads/large.mkv')) as { receivedBytes: number };
    // What arrives now is told once its request has ended; before, only the first bytes are there.
    const isStill = receivedBytes > 65_536 && receivedBytes === arrived;
    arrived = receivedBytes;
    return isStill;
  });
  expect(arrived).toBeGreaterThan(30e6);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') requests.push(request.headers()['content-range'] ?? '');
  });
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  await page.getByRole('button', { name: 'Resume' }).click();
  await api.until(async () => (await api.clips()).some((clip) => clip.file === 'large.mkv'));
  expect(requests).toEqual([`bytes ${arrived}-${size - 1}/${size}`]);
  expect(statSync(join(daemon.clipsDir, 'large.mkv')).size).toBe(size);
});

/** Stands between page and player, and loses the first answers to uploads. */
const loseAnswers = async (most: number): Promise<{ url: string; lost: () => number }> => {
  let lost = 0;
  const proxy = createServer((near) => {
    const far = connect(Number(new URL(daemon.url).port), '127.0.0.1');
    let isUpload = false;
    near.on('data', (chunk: Buffer) => {
      isUpload ||= chunk.includes('PUT /api/v1/uploads/');
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      if (!isUpload || lost === most) return near.write(chunk);
      lost += 1;
      near.destroy();
      return far.destroy();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, lost: () => lost };
};

test('an upload whose answer is lost again and again is there once, and the page finds that out by itself', async () => {
  const { url, lost } = await loseAnswers(3);
  const page = await openPage(browser, url, { path: '/#library' });
  await page.locator('.drop input').setInputFiles({
    name: 'once.mp4',
    mimeType: 'video/mp4',
    buffer: readFileSync(media('short-25.mp4')),
  });
  await page.locator('.upload[data-state="done"]').filter({ hasText: 'once.mp4' }).waitFor();
  expect(lost()).toBeGreaterThan(0);
  const named = (await api.clips()).filter(({ file }) => /^once/.test(file));
  expect(named.length).toBe(1);
  await api.ask('DELETE', `/clips/${named[0]?.id}`);
});

test('what is wrong with a file is said on its tile', async () => {
  const page = await openPage(browser, daemon.url);
  await page.locator('.tile').nth(3).waitFor();
  writeFileSync(join(daemon.clipsDir, 'd.mp4'), 'no video any more');
  await page.locator('.tile').nth(3).click();
  await page.locator('.tile .wrong').first().waitFor();
  expect(await page.locator('.tile .wrong').first().textContent()).toMatch(/can't show/);
});
