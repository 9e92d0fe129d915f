// Every control of the Device view, the login, and the look of all views at every width.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { createApi, isTooWide, launchBrowser, openPage, startWithClips, TIMEOUT_MS } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ 'a.mp4': 'numbered-25-sound.mp4', 'b.png': 'still.png' }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
  const firmware = join(daemon.folder, 'root/sys/devices/platform/soc/soc:firmware');
  mkdirSync(firmware, { recursive: true });
  writeFileSync(join(firmware, 'get_throttled'), '50005\n');
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

const open = async () => {
  const page = await openPage(browser, daemon.url, { path: '/#device' });
  await page.getByRole('heading', { name: 'Vital signs' }).waitFor();
  return page;
};
const device = async () => (await api.ask('GET', '/device')) as Record<string, unknown>;
const outputs = async () => (await api.ask('GET', '/outputs')) as Record<string, unknown>;

test('name, power-on and splash screen are set', async () => {
  const page = await open();
  await page.getByLabel('Host name').fill('stage-left');
  await page.getByRole('button', { name: 'Rename' }).click();
  await api.until(async () => (await device()).name === 'stage-left');
  await page.getByLabel('Host name').fill('-no-');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.locator('.notice.error').waitFor();
  await page.getByLabel('The player does this').selectOption('play-last');
  await api.until(async () => (await device()).powerOn === 'play-last');
  await page.getByLabel(/^Show the splash screen with/).uncheck();
  await api.until(async () => (await device()).showSplash === false);
});

test('sound device and delay, fit, rotation and display mode are set and taken back', async () => {
  const page = await open();
  await page.getByLabel('Sound').selectOption({ index: 1 });
  await api.until(async () => typeof (await outputs()).audioDevice === 'string');
  await page.getByLabel('Sound').selectOption('');
  await api.until(async () => (await outputs()).audioDevice === null);
  for (const degrees of [90, 180, 270, 0]) {
    await page.getByLabel(`${degrees}°`, { exact: true }).check();
    await api.until(async () => (await outputs()).rotationDegrees === degrees);
  }
  for (const [name, fit] of [
    ['Fill, edges cropped', 'cover'],
    ['Stretch', 'stretch'],
    ['Whole picture', 'contain'],
  ] as const) {
    await page.getByLabel(name, { exact: true }).check();
    await api.until(async () => (await outputs()).fit === fit);
  }
  const delay = page.getByLabel('Audio delay (ms)');
  for (const milliseconds of [120, -500, 0]) {
    await delay.fill(String(milliseconds));
    await delay.press('Enter');
    await api.until(async () => (await outputs()).audioDelayMilliseconds === milliseconds);
  }
  await delay.fill('2001');
  await delay.press('Enter');
  await page.locator('.notice.error', { hasText: 'audio delay' }).waitFor();
  expect([await delay.inputValue(), (await outputs()).audioDelayMilliseconds]).toEqual(['0', 0]);
  await page.getByLabel(/^Display mode/).fill('1920x1080@50');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await api.until(async () => (await outputs()).displayMode === '1920x1080@50');
  await page.getByLabel(/^Display mode/).fill('');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await api.until(async () => (await outputs()).displayMode === null);
});

test('the player is restarted, and what was on comes back', async () => {
  const page = await open();
  const { id } = await api.clip('a.mp4');
  await api.ask('POST', '/transport/cue', { clipId: id });
  await page.getByRole('button', { name: 'Restart player' }).click();
  await page.getByText('The player was restarted.').waitFor();
  await api.until(async () => (await api.transport()).playerRunning);
  expect((await api.transport()).clipId).toBe(id);
});

test('diagnostics and clip list are downloaded, and the list is taken back', async () => {
  const page = await open();
  const download = async (name: string): Promise<Record<string, unknown>> => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
    return JSON.parse(readFileSync(await file.path(), 'utf8'));
  };
  expect(Object.keys(await download('Download diagnostics'))).toEqual([
    ...['at', 'device', 'outputs', 'transport', 'clips', 'log'],
  ]);
  const list = await download('Export clip list');
  const { id } = await api.clip('a.mp4');
  await api.ask('PATCH', `/clips/${id}`, { name: 'other' });
  await page
    .getByLabel('Import clip list')
    .setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(list)) });
  await page.getByText('2 clips took over their settings.').waitFor();
  expect((await api.clip('a.mp4')).name).toBe('a.mp4');
});

test('addresses are copied with one press, and the log is there', async () => {
  const page = await open();
  await page.getByRole('button', { name: /^Copy http:.*countdown/ }).click();
  await page.getByText(/countdown is copied/).waitFor();
  await page.getByText('picture up').waitFor();
});

test('a HyperDeck timeline that is not the library is told of, until it is again', async () => {
  const page = await open();
  const said = page.getByText('A controller has changed its timeline');
  const timeline = (path: string) => fetch(`${daemon.url}/control/api/v1/timelines/0/${path}`, { method: 'POST' });
  expect(await said.count()).toBe(0);
  await timeline('clear');
  await said.waitFor();
  expect(await said.textContent()).toContain('it has 0 clips now');
  await timeline('rebuild');
  await said.waitFor({ state: 'detached' });
});

describe('every view', () => {
  const VIEWS = ['/', '/#trim', '/#library', '/#device', '/countdown'];
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

  test.each(VIEWS)('%s has no serious fault that axe finds', async (path) => {
    const page = await openPage(browser, daemon.url, { path });
    await page.locator('h1').first().waitFor();
    await page.waitForTimeout(500);
    // The page's own policy lets no foreign script in, so axe comes by another way.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axe });
    const found = (await page.evaluate(
      'axe.run(document).then(({ violations }) => violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html]))',
    )) as readonly (readonly [string, string, string])[];
    expect(found.filter(([, impact]) => impact === 'serious' || impact === 'critical')).toEqual([]);
  });

  test.each([360, 768, 1280, 3840])('fits a width of %i', async (width) => {
    // The longest time there is to show.
    const { id } = await api.clip('b.png');
    await api.ask('PATCH', `/clips/${id}`, { outSeconds: 36_000 });
    await api.ask('POST', '/transport/cue', { clipId: id });
    for (const path of VIEWS) {
      const page = await openPage(browser, daemon.url, { path, width, height: Math.round(width * 0.6) + 400 });
      await page.locator('h1').first().waitFor();
      expect([path, await isTooWide(page)]).toEqual([path, false]);
      await page.context().close();
    }
  });
});

test('low voltage and a slowed processor are shown as warnings', async () => {
  const page = await open();
  await page.locator('.warnings', { hasText: 'The voltage is too low' }).waitFor();
  await page.locator('.warnings', { hasText: 'The processor is slowed down' }).waitFor();
});

test('with a token set, the page asks for it, says when it is wrong, and stays logged in', async () => {
  const closed = await startWithClips({ 'a.mp4': 'short-25.mp4' }, { CUEDECK_TOKEN: 'sesame' });
  const page = await openPage(browser, closed.url);
  await page.getByLabel('Token').fill('open');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('This is not the token of this device.').waitFor();
  await page.getByLabel('Token').fill('sesame');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('.tile').first().waitFor({ timeout: TIMEOUT_MS });
  await page.locator('.tile img.poster').first().waitFor({ timeout: TIMEOUT_MS });
  await page.reload();
  await page.locator('.tile').first().waitFor();
  await page.context().close();
  await closed.dispose();
});
