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
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
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
    await page.getByRole('button', { name: 'Keys', exact: true }).tap();
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

describe('keys that the operator sets', () => {
  const panel = (page: Page) => page.getByRole('region', { name: 'Keys' });
  const GO = 'GO: plays what stands by';
  const STOP = 'stops what plays';
  const add = (page: Page, words: string) => panel(page).getByRole('button', { name: `Add a key for “${words}”` });
  const keysOf = (page: Page, words: string) =>
    panel(page).locator('li').filter({ hasText: words }).locator('.key kbd').allInnerTexts();
  const useList = async (): Promise<void> => {
    const clips = (await api.clips()).slice(1);
    const items = [1, 2, 3, 4].map((at) => ({ id: `i${at}`, clipId: clips[at % 2]?.id }));
    const { id } = (await api.ask('POST', '/lists', { name: 'Evening', items })) as { readonly id: string };
    await api.ask('POST', '/transport/cue', { clipId: 'splash' });
    await api.ask('POST', '/transport/activate', { listId: id });
  };
  const isOn = (itemId: string): Promise<void> => api.until(async () => (await api.transport()).itemId === itemId);

  test('a key is pressed for GO, fires it in the Show view once however long it is held, and stays', async () => {
    await useList();
    const page = await openPage(browser, daemon.url, { path: '/#show' });
    await page.locator('.go').waitFor();
    await page.keyboard.press('?');
    await help(page).getByRole('link', { name: 'Set other keys' }).click();
    await add(page, GO).click();
    await page.keyboard.press('Shift');
    await page.keyboard.press('F9');
    expect(await keysOf(page, GO)).toEqual(['Space', 'Enter', 'Page ↓', 'F9']);
    // By keyboard alone; the key that is taken leaves the focus where it was.
    await panel(page).getByRole('button', { name: 'Remove Space from' }).first().press('Enter');
    await add(page, GO).and(page.locator(':focus')).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Show', exact: true }).click();
    await page.locator('.item[data-standby]').first().waitFor();
    expect(await page.locator('.go').getAttribute('aria-keyshortcuts')).toBe('Enter PageDown F9');
    expect(await page.locator('.go small').textContent()).toBe('Enter');
    await page.keyboard.press(' ');
    await page.keyboard.down('F9');
    await isOn('i1');
    // The keyboard repeats a key that is held, here for longer than the time in which a bounce is passed over.
    for (let repeat = 0; repeat < 5; repeat += 1) {
      await page.waitForTimeout(100);
      await page.keyboard.down('F9');
    }
    await page.keyboard.up('F9');
    expect((await api.transport()).standby).toMatchObject({ itemId: 'i2' });
    await page.keyboard.press('?');
    await help(page).getByText('F9').waitFor();
  });

  test('a key that another action has is told, and moves or stays; all are reset', async () => {
    await useList();
    const page = await openPage(browser, daemon.url, { path: '/#device' });
    await add(page, STOP).click();
    await page.keyboard.press('Escape');
    await panel(page).getByText('Esc is already used for “panic: fades to black; a second press cuts”.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Leave it there' }).press('Enter');
    expect(await keysOf(page, STOP)).toEqual([]);
    await add(page, STOP).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('?');
    await panel(page).getByText('? shows the keys, in every view.').waitFor();
    await page.keyboard.press('Escape');
    await panel(page).getByRole('button', { name: 'Move it here' }).click();
    expect(await keysOf(page, STOP)).toEqual(['Esc']);
    await page.getByRole('link', { name: 'Show', exact: true }).click();
    await page.locator('.item[data-standby]').first().waitFor();
    expect(await page.locator('.panic small').count()).toBe(0);
    await page.keyboard.press(' ');
    await isOn('i1');
    await page.keyboard.press('Escape');
    await api.until(async () => (await api.transport()).state === 'stopped');
    expect((await api.transport()).fade).toEqual({ to: 'picture', level: 1 });
    await page.getByRole('link', { name: 'Device' }).click();
    await panel(page).getByRole('button', { name: 'Reset all keys' }).click();
    expect(await keysOf(page, STOP)).toEqual([]);
    expect(await panel(page).getByRole('button', { name: 'Reset all keys' }).isDisabled()).toBe(true);
  });

  test('Tab leaves the setting of a key, and so does a second press of its control', async () => {
    const page = await openPage(browser, daemon.url, { path: '/#device', width: 390, height: 844, touch: true });
    await add(page, GO).tap();
    await panel(page).getByText('Press the key…').tap();
    await add(page, GO).press('Enter');
    await page.keyboard.press('Tab');
    await add(page, GO).waitFor();
    await page.keyboard.press('x');
    expect(await keysOf(page, GO)).toEqual(['Space', 'Enter', 'Page ↓']);
  });

  test.each(SIZES)('the setting of keys has no violation at %i × %i', async (width, height) => {
    const page = await openPage(browser, daemon.url, { path: '/#device', width, height });
    await add(page, GO).click();
    expect(await findViolations(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  });

  test('after a click on a control of the head Space is GO', async () => {
    await useList();
    const page = await openPage(browser, daemon.url, { path: '/#device' });
    const presses = [
      () => page.getByRole('link', { name: 'Show', exact: true }).click(),
      async () => {
        await page.getByRole('switch', { name: 'Safe' }).click();
        await page.getByRole('switch', { name: 'Safe' }).click();
      },
      async () => {
        await page.getByRole('button', { name: 'Keys', exact: true }).click();
        await page.keyboard.press('Escape');
        await help(page).waitFor({ state: 'hidden' });
      },
    ];
    await add(page, GO).press('Shift');
    for (const [index, press] of presses.entries()) {
      await press();
      await page.locator(`.item[data-id="i${index + 1}"][data-standby]`).waitFor();
      // A press that follows sooner is taken for a bounce.
      await page.waitForTimeout(400);
      await page.keyboard.press(' ');
      await isOn(`i${index + 1}`);
    }
  });
});
