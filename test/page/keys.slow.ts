// The help on `?`, and keys that the operator sets.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { findViolations } from './accessibility.ts';
import { createApi, isTooWide, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ 'a.mp4': 'numbered-25-sound.mp4', 'b.mp4': 'numbered-25.mp4' }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

const SIZES = [
  [1366, 768],
  [820, 1180],
  [390, 844],
  [320, 568],
  [844, 390],
] as const;

const help = (page: Page) => page.getByRole('dialog', { name: /^Keys: / });
const lines = async (page: Page): Promise<readonly string[]> =>
  (await help(page).locator('.key-list > div').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

describe('the help', () => {
  test.each([
    ['show', 'Keys: Show', 'Space Enter Page ↓ GO: plays what stands by'],
    ['fire', 'Keys: Fire', '1 – 9 plays the clip of that number'],
    ['trim', 'Keys: Trim', 'I sets the in point where the preview is'],
    ['library', 'Keys: Library', '↑ moves the row up'],
    ['device', 'Keys: Device', '? shows these keys'],
  ])('of %s opens and closes with ? and with its control, and says the keys of the view', async (view, name, line) => {
    const page = await openPage(browser, daemon.url, { path: `/#${view}` });
    await page.locator(`main.${view}`).waitFor();
    await page.locator('main.view :is(h1, select)').first().waitFor();
    await page.keyboard.press('?');
    await help(page).waitFor();
    expect(await help(page).getByRole('heading', { level: 2 }).textContent()).toBe(name);
    await help(page)
      .getByText(line.split(' ').at(-1) ?? '')
      .first()
      .waitFor();
    expect(await lines(page)).toContain(line);
    const row = await help(page).locator('.key-list > div').first().boundingBox();
    expect(row?.height).toBeLessThan(100);
    await page.keyboard.press('?');
    await help(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Keys' }).click();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      expect([width, await findViolations(page)]).toEqual([width, []]);
      expect([width, await isTooWide(page)]).toEqual([width, false]);
      expect([width, await page.getByRole('button', { name: 'Close' }).isVisible()]).toEqual([width, true]);
    }
    await page.keyboard.press('Escape');
    await help(page).waitFor({ state: 'hidden' });
  });

  test('opens by a finger; while it is open no key works behind it, and a held ? does not flicker', async () => {
    const page = await openPage(browser, daemon.url, { path: '/#fire', width: 390, height: 844, touch: true });
    await page.locator('.tile').nth(1).waitFor();
    await page.getByRole('button', { name: 'Keys' }).tap();
    await help(page).waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Escape');
    await help(page).waitFor({ state: 'hidden' });
    expect(await api.transport()).toMatchObject({ number: 0 });
    await page.keyboard.down('?');
    await help(page).waitFor();
    await page.keyboard.down('?');
    expect(await help(page).isVisible()).toBe(true);
    await page.keyboard.up('?');
    await help(page).getByRole('button', { name: 'Close' }).tap();
    await page.keyboard.press('2');
    await api.shows(2, 'playing');
    await api.ask('POST', '/transport/cue', { clipId: 'splash' });
  });

  test('has room for its control in the head, with every view there is', async () => {
    const page = await openPage(browser, daemon.url, { path: '/#fire', safe: true });
    await page.route('**/api/v1/device', async (route) => {
      const answer = await route.fetch();
      const device = { ...(await answer.json()), hasBroker: true, name: 'a-player-with-a-long-name' };
      await route.fulfill({ response: answer, json: device });
    });
    await page.reload();
    await page.getByRole('link', { name: 'Fleet' }).waitFor();
    for (const width of [1366, 901, 820, 760, 701, 700, 390, 320, 280]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await isTooWide(page)]).toEqual([width, false]);
      const ends = await page
        .locator('.bar > *:visible')
        .evaluateAll((all) => all.map((one) => [one.className, one.getBoundingClientRect().right] as const));
      expect([width, ends.filter(([, right]) => right > width)]).toEqual([width, []]);
    }
  });

  test('is typed where somebody types', async () => {
    const page = await openPage(browser, daemon.url, { path: '/#fire' });
    await page.locator('.finder input').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('?');
    expect(await page.locator('.finder input').inputValue()).toBe('?');
    expect(await help(page).isVisible()).toBe(false);
  });
});
