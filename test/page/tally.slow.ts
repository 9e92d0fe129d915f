// What is on the output, what loops, where each view was left, and what stays in sight on small screens.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { findViolations } from './accessibility.ts';
import { createApi, isTooWide, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

const CLIPS = 24;

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  const more = Array.from({ length: CLIPS - 1 }, (_, index) => [`more ${index + 10}.mp4`, 'short-25.mp4'] as const);
  [daemon, browser] = await Promise.all([
    startWithClips({ '1.mp4': 'long-gop-25.mp4', ...Object.fromEntries(more) }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

const border = (page: Page, of: string): Promise<unknown> =>
  page.evaluate(
    `(({ borderTopColor, backgroundColor }) => [borderTopColor, backgroundColor])(getComputedStyle(document.querySelector('${of}')))`,
  );
const RED = /^rgb\((?:2[0-9]{2}), (?:[0-9]{1,2}|10[0-9]), (?:[0-9]{1,2})\)$/;

test('a picture that stands on the output is outlined, one that runs is filled, in tile, panel and head', async () => {
  const page = await openPage(browser, daemon.url);
  const { id } = await api.clip('1.mp4');
  const run: readonly (readonly [string, unknown, string, string])[] = [
    ['cue', { clipId: id }, 'standing', 'Cued, on the output'],
    ['play', undefined, 'running', 'On air'],
    ['pause', undefined, 'standing', 'Paused, on the output'],
  ];
  for (const [action, body, tally, words] of run) {
    await api.ask('POST', `/transport/${action}`, body);
    for (const part of ['.program', '.tile', '.bar']) await page.locator(`${part}[data-tally="${tally}"]`).waitFor();
    await page.locator('.program .badge', { hasText: words }).waitFor();
    expect(await page.locator('.tile[data-tally] .badge').textContent()).toBe(words);
    const [edge, fill] = (await border(page, '.tile[data-tally]')) as readonly [string, string];
    const [, plain] = (await border(page, '.tile:not([data-tally])')) as readonly [string, string];
    expect(edge).toMatch(RED);
    expect(fill === plain).toBe(tally === 'standing');
    expect(await findViolations(page)).toEqual([]);
  }
  await api.ask('POST', '/transport/last', { seconds: 0.2 });
  await api.ask('POST', '/transport/play');
  await page.locator('.program .badge', { hasText: 'Ended, on the output' }).waitFor();
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
  await page.locator('.bar:not([data-tally])').waitFor();
  expect(await page.locator('.tile[data-tally]').count()).toBe(0);
});

test('the Library says so, too: a clip on the output can be deleted from there', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  const row = page.locator('.clip-row', { hasText: '1.mp4' }).first();
  await row.waitFor();
  await page.locator('.clip-row .badge').waitFor({ state: 'detached' });
  await api.ask('POST', '/transport/cue', { clipId: (await api.clip('1.mp4')).id });
  await page.locator('.clip-row[data-tally="standing"] .badge', { hasText: 'Cued, on the output' }).waitFor();
  await api.ask('POST', '/transport/play');
  await page.locator('.clip-row[data-tally="running"] .badge', { hasText: 'On air' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
});

test('a clip that loops shows ∞ and no alarm, on the page and on the stage monitor', async () => {
  const { id } = await api.clip('1.mp4');
  await api.ask('PATCH', `/clips/${id}`, { endAction: 'loop', outSeconds: 4 });
  await api.ask('POST', '/transport/fire', { clipId: id });
  for (const path of ['/', '/countdown']) {
    const page = await openPage(browser, daemon.url, { path });
    const time = page.getByRole('timer');
    await api.until(async () => (await time.textContent()) === '∞');
    expect(await time.getAttribute('data-urgency')).toBe('running');
    expect(await findViolations(page)).toEqual([]);
  }
  await api.ask('PATCH', `/clips/${id}`, { endAction: 'hold', outSeconds: 20 });
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
});

test('each view comes back where it was left, and a new one begins at its top', async () => {
  const page = await openPage(browser, daemon.url, { width: 390, height: 844 });
  const goTo = async (view: string): Promise<void> => {
    await page.getByRole('link', { name: view, exact: true }).click();
    await page.locator(`main[aria-label="${view}"]`).waitFor();
  };
  const scrollY = async (): Promise<number> => Number(await page.evaluate('window.scrollY'));
  await page
    .locator('.tile')
    .nth(CLIPS - 1)
    .waitFor();
  await page.evaluate('window.scrollTo(0, 1e6)');
  const bottom = await scrollY();
  expect(bottom).toBeGreaterThan(500);
  await goTo('Library');
  await api.until(async () => (await scrollY()) === 0);
  await page
    .locator('.clip-row')
    .nth(CLIPS - 1)
    .waitFor();
  // What comes late above the list moves it.
  await page.locator('.space').waitFor();
  await page.evaluate('window.scrollTo(0, 333)');
  await goTo('Fire');
  await api.until(async () => (await scrollY()) === bottom);
  await goTo('Device');
  await api.until(async () => (await scrollY()) === 0);
  await page.goBack();
  await api.until(async () => (await scrollY()) === bottom);
  await page.goBack();
  await api.until(async () => (await scrollY()) === 333);
});

test.each([
  ['a telephone', 390, 844],
  ['a small telephone', 320, 568],
  ['a telephone on its side', 844, 390],
  ['1366 by 768 at 200 %', 683, 384],
  ['1920 by 1080 at 200 %', 960, 540],
  ['1280 by 1024 at 400 %', 320, 256],
])('on %s the programme panel stays in sight, and tiles beside it', async (_what, width, height) => {
  await api.ask('POST', '/transport/cue', { clipId: (await api.clip('1.mp4')).id });
  const page = await openPage(browser, daemon.url, { width, height });
  await page
    .locator('.tile')
    .nth(CLIPS - 1)
    .waitFor();
  await page.locator('.program[data-state="stopped"]').waitFor();
  await page.evaluate('window.scrollTo(0, 1e6)');
  await api.until(async () => Number(await page.evaluate('window.scrollY')) > 300);
  for (const part of ['.program .badge', '.program .remaining', '.program .progress', '.program .main']) {
    const box = await page.locator(part).boundingBox();
    if (box === null) throw new Error(`${part} is not there`);
    expect([part, box.y >= 0 && box.y + box.height <= height]).toEqual([part, true]);
  }
  const panel = await page.locator('.program').boundingBox();
  const nav = await page.locator('.bar nav').boundingBox();
  if (panel === null || nav === null) throw new Error('no panel');
  const floor = nav.y > panel.y ? nav.y : height;
  expect(floor - (panel.y + panel.height)).toBeGreaterThan(height * 0.25);
  expect(await isTooWide(page)).toBe(false);
  expect(await findViolations(page)).toEqual([]);
});

test('the progress bar is a slider: by keys it goes by seconds, to the start and to the last frame', async () => {
  const { id } = await api.clip('1.mp4');
  await api.ask('POST', '/transport/cue', { clipId: id });
  const page = await openPage(browser, daemon.url);
  const slider = page.getByRole('slider', { name: 'Position' });
  await slider.focus();
  for (const [key, seconds, spoken] of [
    ['ArrowRight', 1, '1 second 0 frames'],
    ['Shift+ArrowRight', 11, '11 seconds 0 frames'],
    ['ArrowDown', 10, '10 seconds 0 frames'],
    ['PageDown', 0, '0 seconds 0 frames'],
    ['PageUp', 10, '10 seconds 0 frames'],
    ['End', 19.96, '19 seconds 24 frames'],
    ['Home', 0, '0 seconds 0 frames'],
  ] as const) {
    await page.keyboard.press(key);
    await api.until(async () => Math.abs((await api.transport()).positionSeconds - seconds) < 0.002);
    await api.until(async () => (await slider.getAttribute('aria-valuetext')) === `${spoken} of 20 seconds 0 frames`);
  }
  // Elsewhere the arrows step by frames, as ever.
  await slider.blur();
  await page.keyboard.press('ArrowRight');
  await api.until(async () => Math.abs((await api.transport()).positionSeconds - 0.04) < 0.002);
});
