// The sound meter of the Show view: drawn from the peaks of the file, and silent when nothing is heard.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { makeClip, sine } from '../library/loudness/sounds.ts';
import { findViolations } from './accessibility.ts';
import { createApi, IDLE_TIMEOUT_MS, launchBrowser, openPage, startWithClips, TIMEOUT_MS } from './page-under-test.ts';

const SECONDS = 20;

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;
let tone: string;

beforeAll(
  async () => {
    [daemon, browser] = await Promise.all([startWithClips({ 'mute.mp4': 'short-25.mp4' }), launchBrowser()]);
    api = createApi(daemon.url);
    const path = makeClip(daemon.folder, 'tone.mkv', sine(-12, SECONDS));
    await fetch(`${daemon.url}/api/v1/uploads/tone.mkv`, { method: 'PUT', body: new Uint8Array(readFileSync(path)) });
    await api.until(async () => (await api.clip('tone.mkv')).loudness?.envelope !== undefined, IDLE_TIMEOUT_MS);
    tone = (await api.clip('tone.mkv')).id;
    await api.ask('PATCH', `/clips/${tone}`, { endAction: 'loop' });
  },
  IDLE_TIMEOUT_MS + 2 * TIMEOUT_MS,
);
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

beforeEach(async () => {
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
  await api.ask('POST', '/transport/fade', { to: 'picture', seconds: 0 });
  await api.ask('POST', '/transport/mute', { on: false });
  await api.ask('POST', '/transport/volume', { percent: 100 });
});

const meter = (page: Page) => page.getByRole('img', { name: 'Sound meter' });

/** Lengths of the two bars, from 0 to 1, in hundredths. */
const bars = async (page: Page): Promise<readonly number[]> => {
  const styles = await meter(page).evaluate((element) => [...element.children].map((bar) => bar.getAttribute('style')));
  return styles.map((style) => Math.round(100 * Number(/--part: *([^;]+)/.exec(style ?? '')?.[1])));
};
const shows = (page: Page, hundredths: number) =>
  expect.poll(() => bars(page), { timeout: TIMEOUT_MS }).toEqual([hundredths, hundredths]);

test('it shows the level of the file as volume, mute and fade leave it, and falls silent with them', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#show' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/envelope')) asked.push(request.url());
  });
  await meter(page).waitFor();
  await shows(page, 0);
  await api.ask('POST', '/transport/fire', { clipId: tone });
  // −12 dBFS on a scale of 60 dB.
  await shows(page, 80);
  await page.getByText('Worked out from the file').waitFor();
  expect(await findViolations(page)).toEqual([]);
  // 18 dB less.
  await page.getByRole('slider', { name: 'Master volume' }).fill('50');
  await shows(page, 50);
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await shows(page, 0);
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await shows(page, 50);
  await api.ask('PATCH', `/clips/${tone}`, { muted: true });
  await shows(page, 0);
  await api.ask('PATCH', `/clips/${tone}`, { muted: false });
  await shows(page, 50);
  await page.getByRole('button', { name: 'Black', exact: true }).click();
  await shows(page, 0);
  await page.getByRole('button', { name: 'Black', exact: true }).click();
  await shows(page, 50);
  await api.ask('POST', '/transport/pause');
  await shows(page, 0);
  // Whatever changes: only after a lost connection is it asked for again, and by the version the browser has it.
  expect(new Set(asked).size).toBe(1);
});

test('during a fade it goes down with the sound', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#show' });
  await api.ask('POST', '/transport/fire', { clipId: tone });
  await shows(page, 80);
  await api.ask('POST', '/transport/fade', { to: 'black', seconds: 60 });
  const isBetween = async () => (await bars(page)).every((part) => part < 75 && part > 0);
  await expect.poll(isBetween, { timeout: TIMEOUT_MS }).toBe(true);
});

test('a clip without sound says so in place of the level, and asks for none', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#show' });
  await api.ask('POST', '/transport/fire', { clipId: (await api.clip('mute.mp4')).id });
  await page.locator('.meter').getByText('No sound').waitFor();
  await shows(page, 0);
  expect(await findViolations(page)).toEqual([]);
});
