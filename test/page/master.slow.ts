// Black, fade, mute and master volume on the page.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { findViolations } from './accessibility.ts';
import { createApi, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([startWithClips({ '1.mp4': 'numbered-25-sound.mp4' }), launchBrowser()]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

test('black and fade go there and back, and say where they stand, whoever has done it', async () => {
  const page = await openPage(browser, daemon.url);
  const black = page.getByRole('button', { name: 'Black', exact: true });
  const level = async (): Promise<number> => (await api.transport()).fade.level;
  await black.click();
  await page.getByText('The output is black.').waitFor();
  expect([await level(), await black.getAttribute('aria-pressed')]).toEqual([0, 'true']);
  await black.click();
  await api.until(async () => (await level()) === 1);
  await page.getByRole('button', { name: 'Fade 2 s', exact: true }).click();
  await page.getByText('Fading to black…').waitFor();
  await page.getByText('The output is black.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await api.ask('POST', '/transport/fade', { to: 'picture', seconds: 0 });
  await page.getByText('The output is black.').waitFor({ state: 'detached' });
  expect(await black.getAttribute('aria-pressed')).toBe('false');
});

test('Black during a fade to black is a cut to black, and no picture comes back', async () => {
  const page = await openPage(browser, daemon.url);
  const black = page.getByRole('button', { name: 'Black', exact: true });
  await api.ask('POST', '/transport/fade', { to: 'picture', seconds: 0 });
  await api.ask('POST', '/transport/fade', { to: 'black', seconds: 60 });
  await page.getByText('Fading to black…').waitFor();
  expect(await black.getAttribute('aria-pressed')).toBe('false');
  await black.click();
  await page.getByText('The output is black.').waitFor();
  expect((await api.transport()).fade).toEqual({ to: 'black', level: 0 });
  await black.click();
  await api.until(async () => (await api.transport()).fade.level === 1);
});

test('the slider sets the master volume, shows what others set, and mute is a switch', async () => {
  const page = await openPage(browser, daemon.url);
  const slider = page.getByRole('slider', { name: 'Master volume' });
  await slider.fill('40');
  await api.until(async () => (await api.transport()).volumePercent === 40);
  await slider.press('ArrowRight');
  await api.until(async () => (await api.transport()).volumePercent === 41);
  await api.ask('POST', '/transport/volume', { percent: 75 });
  await expect.poll(() => slider.inputValue()).toBe('75');
  const mute = page.getByRole('button', { name: 'Mute', exact: true });
  await mute.click();
  await api.until(async () => (await api.transport()).muted);
  await expect.poll(() => mute.getAttribute('aria-pressed')).toBe('true');
  await mute.click();
  await api.until(async () => !(await api.transport()).muted);
});
