// Answers that come late, or not at all, while other things happen: the page shows what is, and loses nothing that was done.
import { readFileSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { createApi, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ 'a.mp4': 'numbered-25-sound.mp4', 'b.mp4': 'long-gop-25.mp4', 'c.mp4': 'short-25.mp4' }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});
afterEach(async () => {
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
});

/** What the page makes of something is on the screen after two pictures. */
const isDrawn = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Lets requests through to the device, and keeps its answers back until told. */
const holdAnswers = async (page: Page, pattern: string, method: string) => {
  let held = 0;
  let passed = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    held += 1;
    await released;
    await route.fulfill({ response });
    passed += 1;
  });
  return {
    isHeld: () => held > 0,
    release: async (): Promise<void> => {
      release();
      await api.until(() => passed === held);
      await isDrawn(page);
      await page.evaluate('fetch("/api/v1/transport").then((answer) => answer.text())');
    },
  };
};

const refuse = async (page: Page, pattern: string, method: string): Promise<void> => {
  await page.route(pattern, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 409, json: { error: 'Not now.', code: 'busy' } })
      : route.fallback(),
  );
};

const tile = (page: Page, name: string) => page.locator('.tile').filter({ hasText: name });

test('an answer that comes after somebody else did something does not hide what is on air', async () => {
  const page = await openPage(browser, daemon.url);
  const answers = await holdAnswers(page, '**/api/v1/transport/cue', 'POST');
  await tile(page, 'a.mp4').click();
  await api.until(() => answers.isHeld());
  await api.ask('POST', '/transport/fire', { clipId: (await api.clip('b.mp4')).id });
  await page.locator('.tile[data-state="on-air"]').filter({ hasText: 'b.mp4' }).waitFor();
  await answers.release();
  expect([
    await tile(page, 'a.mp4').getAttribute('data-state'),
    await tile(page, 'b.mp4').getAttribute('data-state'),
    await page.locator('.program .name').textContent(),
  ]).toEqual([null, 'on-air', 'b.mp4']);
});

test('a clip that is deleted while the answer to its move is under way does not come back', async () => {
  const { id } = await api.clip('a.mp4');
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  const answers = await holdAnswers(page, '**/api/v1/clips/*/move', 'POST');
  const row = page.locator('.clip-row').filter({ hasText: 'a.mp4' });
  await row.locator('.handle').focus();
  await page.keyboard.press('ArrowDown');
  await api.until(() => answers.isHeld());
  await api.ask('DELETE', `/clips/${id}`);
  await row.waitFor({ state: 'detached' });
  await answers.release();
  expect(await page.locator('.clip-row').count()).toBe(2);
  await api.ask('POST', `/clips/${id}/restore`);
  await row.waitFor();
});

test('a point that is stepped faster than the device answers goes as far as it was stepped', async () => {
  const { id } = await api.clip('a.mp4');
  const page = await openPage(browser, daemon.url, { path: `/#trim/${id}` });
  const point = page.getByRole('slider', { name: 'In point' });
  await point.focus();
  await page.route('**/api/v1/clips/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ response });
  });
  const places: number[] = [];
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(70);
    await isDrawn(page);
    places.push(Number(await point.getAttribute('aria-valuenow')));
  }
  expect(places).toEqual(places.map((_place, press) => Math.round((press + 1) * 40) / 1000));
  await api.until(async () => (await api.clip('a.mp4')).inSeconds === 0.48);
  await page.waitForTimeout(500);
  expect([await point.getAttribute('aria-valuenow'), (await api.clip('a.mp4')).inSeconds]).toEqual(['0.48', 0.48]);
  await api.ask('PATCH', `/clips/${id}`, { inSeconds: 0 });
});

test('a choice that the device refuses is taken back: speed, end action, mute, rotation, fit, power-on', async () => {
  const page = await openPage(browser, daemon.url);
  for (const [pattern, method] of [
    ['**/api/v1/transport/speed', 'POST'],
    ['**/api/v1/clips/*', 'PATCH'],
    ['**/api/v1/outputs', 'PATCH'],
    ['**/api/v1/device', 'PATCH'],
  ] as const)
    await refuse(page, pattern, method);
  const refusals = page.getByText('Not now.');
  const isRefused = async (count: number): Promise<void> => {
    await api.until(async () => (await refusals.count()) >= count);
    for (const button of await page.getByRole('button', { name: 'Dismiss' }).all()) await button.click();
  };
  await page.getByLabel('Speed').selectOption('2');
  await isRefused(1);
  expect(await page.getByLabel('Speed').inputValue()).toBe('1');

  await page.goto(`${daemon.url}/#trim/${(await api.clip('a.mp4')).id}`);
  await page.getByLabel('At its end').selectOption('loop');
  await isRefused(1);
  expect(await page.getByLabel('At its end').inputValue()).toBe('hold');
  await page.getByLabel('Mute').click();
  await isRefused(1);
  expect(await page.getByLabel('Mute').isChecked()).toBe(false);

  await page.goto(`${daemon.url}/#device`);
  const chosen = (group: string): Promise<string | null | undefined> =>
    page
      .getByRole('group', { name: group })
      .getByRole('radio', { checked: true })
      .evaluate((radio) => radio.parentElement?.textContent);
  await page.getByText('180°').click();
  await isRefused(1);
  expect(await chosen('Rotation')).toBe('0°');
  await page.getByRole('group', { name: 'Fit of the picture' }).getByText('Stretch').click();
  await isRefused(1);
  expect(await chosen('Fit of the picture')).toBe('Whole picture');
  await page.getByLabel('The player does this').selectOption('play-last');
  await isRefused(1);
  expect(await page.getByLabel('The player does this').inputValue()).toBe('splash');
});

const chooseFile = (page: Page, name: string): Promise<void> =>
  page
    .locator('.drop input')
    .setInputFiles({ name, mimeType: 'video/mp4', buffer: readFileSync(media('short-25.mp4')) });

const upload = (page: Page, name: string) => page.locator('.upload').filter({ hasText: name });

test('an upload that is cancelled while the device is still asked about it is not sent', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname);
  });
  const answers = await holdAnswers(page, '**/api/v1/uploads', 'GET');
  await chooseFile(page, 'first.mp4');
  await api.until(() => answers.isHeld());
  await upload(page, 'first.mp4').getByRole('button', { name: 'Cancel' }).click();
  await answers.release();
  await chooseFile(page, 'second.mp4');
  await page.locator('.clip-row').filter({ hasText: 'second.mp4' }).waitFor();
  expect(sent).toEqual(['/api/v1/uploads/second.mp4']);
  expect(await upload(page, 'first.mp4').getAttribute('data-state')).toBe('cancelled');
  await api.ask('DELETE', `/clips/${(await api.clip('second.mp4')).id}`);
});
