// The page comes up in a real browser, small and whole, and plays a clip.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { createApi, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ 'one.mp4': 'numbered-25-sound.mp4', 'two.mp4': 'numbered-50.mp4' }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

test('one tap cues, a second plays, Esc stops, and the page says so', async () => {
  const api = createApi(daemon.url);
  const page = await openPage(browser, daemon.url);
  const tile = page.getByRole('button', { name: 'one.mp4' });
  await tile.click();
  await page.locator('.tile[data-state="cued"]').waitFor();
  await tile.click();
  await page.locator('.tile[data-state="on-air"]').waitFor();
  await api.shows(1, 'playing');
  await page.keyboard.press('Escape');
  await api.shows(1, 'stopped');
  await page.locator('.program[data-state="stopped"]').waitFor();
});

test('a browser that keeps nothing shows the page all the same', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.addInitScript(`Object.defineProperty(window, 'localStorage', {
    get: () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
  })`);
  await page.goto(daemon.url);
  await page.locator('.tile').first().waitFor({ timeout: 20_000 });
  expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('true');
  await page.getByRole('switch').click();
  expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('false');
});

test('the built page is at most 60 kB, compressed', () => {
  const folder = 'dist/web';
  const bytes = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
    .reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
});
