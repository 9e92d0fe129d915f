// The stage monitor with a list in use, and as an overlay for a vision mixer.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { findViolations } from './accessibility.ts';
import { createApi, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;
let ids: readonly string[];

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ 'a.mp4': 'numbered-25.mp4', 'b.mp4': 'numbered-25-sound.mp4' }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
  ids = (await api.clips()).slice(1).map(({ id }) => id);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});
beforeEach(async () => {
  await api.ask('POST', '/transport/activate', { listId: null });
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
});

const useList = async (items: readonly Readonly<Record<string, unknown>>[]): Promise<void> => {
  const { id } = (await api.ask('POST', '/lists', { name: 'Evening', items })) as { readonly id: string };
  await api.ask('POST', '/transport/activate', { listId: id });
};

/** Alpha of the corner, and whether any pixel is opaque, of what lies over a transparent ground. */
const look = async (page: Page): Promise<{ readonly corner: number; readonly isEmpty: boolean }> => {
  const shot = (await page.screenshot({ omitBackground: true })).toString('base64');
  const blank = await page.context().newPage();
  const seen = await blank.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${shot}';
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return { corner: data[3], isEmpty: !data.some((value, index) => index % 4 === 3 && value > 0) };
  })()`);
  await blank.close();
  return seen as { readonly corner: number; readonly isEmpty: boolean };
};

const secondsIn = (text: string | null): number => {
  const [, minutes, seconds] = /(\d+):([\d.]+)$/.exec(text ?? '') ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

test('with a list in use the rest of the list runs down beside the clip, and through a wait', async () => {
  const page = await openPage(browser, daemon.url, { path: '/countdown' });
  const rest = page.locator('.countdown .rest');
  await page.getByText('Nothing counts down').waitFor();
  expect(await rest.count()).toBe(0);
  await useList([
    { clipId: ids[0], follow: 'next', postWaitSeconds: 1000 },
    { clipId: ids[1], follow: 'hold' },
  ]);
  await rest.waitFor({ state: 'attached' });
  expect(await rest.textContent()).toBe('');
  await api.ask('POST', '/transport/go');
  const isFrom = async (most: number): Promise<number> => {
    await api.until(async () => secondsIn(await rest.textContent()) > 0);
    const seconds = secondsIn(await rest.textContent());
    expect(seconds).toBeLessThanOrEqual(most);
    await api.until(async () => secondsIn(await rest.textContent()) < seconds);
    return seconds;
  };
  expect(await isFrom(1020)).toBeGreaterThan(1005);
  await api.ask('POST', '/transport/last', { seconds: 0.1 });
  await page.getByText('Wait after “a.mp4” ends in').waitFor();
  await isFrom(1010);
  expect(secondsIn(await page.getByRole('timer', { name: 'Remaining wait' }).textContent())).toBeGreaterThan(900);
  expect(await findViolations(page)).toEqual([]);
  await api.ask('POST', '/transport/go');
  await page.getByText('the wait after it').waitFor({ state: 'detached' });
  await api.ask('POST', '/transport/activate', { listId: null });
  await rest.waitFor({ state: 'detached' });
});

test('an item that is left out of the countdown does not run the list down', async () => {
  await useList([
    { id: 'one', clipId: ids[0], follow: 'next', inCountdown: false },
    { id: 'two', clipId: ids[1], follow: 'hold', preWaitSeconds: 1000 },
  ]);
  const page = await openPage(browser, daemon.url, { path: '/countdown' });
  await api.ask('POST', '/transport/go');
  await api.until(async () => (await api.transport()).positionSeconds > 0.5);
  const told = (await api.transport()).listRemainingSeconds ?? 0;
  await page.locator('.countdown[data-state="playing"]').waitFor();
  for (const waitMs of [0, 300, 300]) {
    await page.waitForTimeout(waitMs);
    expect(secondsIn(await page.locator('.countdown .rest').textContent())).toBe(Math.round(told));
  }
});

test('as an overlay it is letters on a transparent ground, and empty while nothing is on', async () => {
  const page = await openPage(browser, daemon.url, { path: '/countdown?overlay' });
  await page.locator('main.countdown').waitFor();
  expect(await look(page)).toEqual({ corner: 0, isEmpty: true });
  await api.ask('POST', '/transport/cue', { clipId: ids[0] });
  await page.getByRole('timer').waitFor();
  await api.until(async () => /^0:\d/.test((await page.getByRole('timer').textContent()) ?? ''));
  expect(await look(page)).toEqual({ corner: 0, isEmpty: false });
  expect(await page.getByRole('button').count()).toBe(0);
  await api.ask('POST', '/transport/play');
  await page.locator('.countdown[data-tally="running"]').waitFor();
  expect((await look(page)).corner).toBe(0);
  const opaque = await openPage(browser, daemon.url, { path: '/countdown' });
  await opaque.getByRole('timer').waitFor();
  expect((await look(opaque)).corner).toBe(255);
});
