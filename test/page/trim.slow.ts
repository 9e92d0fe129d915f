// Every control of the Trim view.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { findViolations } from './accessibility.ts';
import { type Clip, createApi, launchBrowser, openPage, startWithClips, watchRedAnswers } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;
let clip: Clip;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ 'a.mp4': 'numbered-25-sound.mp4', 'b.avi': 'old.avi', 'c.png': 'still.png' }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
  clip = await api.clip('a.mp4');
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});
beforeEach(async () => {
  await api.ask('PATCH', `/clips/${clip.id}`, {
    name: 'a.mp4',
    inSeconds: 0,
    outSeconds: 10,
    endAction: 'hold',
    volumePercent: 100,
    muted: false,
  });
});

const open = async (options: { readonly width?: number; readonly height?: number; readonly touch?: boolean } = {}) => {
  const page = await openPage(browser, daemon.url, { ...options, path: `/#trim/${clip.id}` });
  await page.getByRole('slider', { name: 'In point' }).waitFor();
  return page;
};
const becomes = (change: Partial<Clip>): Promise<void> =>
  api.until(async () => {
    const now = await api.clip('a.mp4');
    return Object.entries(change).every(
      ([key, value]) => JSON.stringify(now[key as keyof Clip]) === JSON.stringify(value),
    );
  });

const drag = async (page: Page, name: string, part: number): Promise<void> => {
  const handle = await page.getByRole('slider', { name }).boundingBox();
  const strip = await page.locator('.strip').boundingBox();
  if (handle === null || strip === null) throw new Error('no timeline');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(strip.x + strip.width * (part + 0.05), strip.y + 5);
  await page.mouse.move(strip.x + strip.width * part, strip.y + 5);
  await page.mouse.up();
};

test.each([1280, 390])('points are dragged to frames and stay on their side, at a width of %i', async (width) => {
  const page = await open({ width });
  await drag(page, 'In point', 0.2);
  await api.until(async () => Math.abs((await api.clip('a.mp4')).inSeconds - 2) < 0.2);
  await drag(page, 'Out point', 0.7);
  await api.until(async () => Math.abs((await api.clip('a.mp4')).outSeconds - 7) < 0.2);
  const { inSeconds, outSeconds } = await api.clip('a.mp4');
  for (const seconds of [inSeconds, outSeconds])
    expect(Math.abs(seconds * 25 - Math.round(seconds * 25))).toBeLessThan(0.03);
  await drag(page, 'Out point', 0.05);
  await becomes({ outSeconds: Math.round((inSeconds + 0.04) * 1000) / 1000 });
});

test('a drag that the browser breaks off changes nothing, and the point stays where it was', async () => {
  const page = await open();
  const point = page.getByRole('slider', { name: 'In point' });
  const strip = await page.locator('.strip').boundingBox();
  if (strip === null) throw new Error('no timeline');
  const tell = (kind: string, part: number): Promise<void> =>
    point.dispatchEvent(kind, { pointerId: 1, button: 0, clientX: strip.x + strip.width * part, bubbles: true });
  // A pointer that is not really there cannot be captured.
  await point.evaluate((handle) => {
    handle.setPointerCapture = () => undefined;
  });
  await tell('pointerdown', 0);
  await tell('pointermove', 0.3);
  await api.until(async () => (await point.getAttribute('aria-valuenow')) === '3');
  await tell('pointercancel', 0.3);
  await api.until(async () => (await point.getAttribute('aria-valuenow')) === '0');
  await tell('pointermove', 0.5);
  await tell('pointerup', 0.5);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect([await point.getAttribute('aria-valuenow'), (await api.clip('a.mp4')).inSeconds]).toEqual(['0', 0]);
});

test('points are stepped by frames and by seconds from the keyboard', async () => {
  const page = await open();
  await page.getByRole('slider', { name: 'In point' }).focus();
  await page.keyboard.press('ArrowRight');
  await becomes({ inSeconds: 0.04 });
  await page.keyboard.press('Shift+ArrowRight');
  await becomes({ inSeconds: 1.04 });
  await page.keyboard.press(',');
  await becomes({ inSeconds: 1 });
  await page.getByRole('slider', { name: 'Out point' }).focus();
  await page.keyboard.press('ArrowLeft');
  await becomes({ outSeconds: 9.96 });
});

test.each([
  ['In point', 'PageUp', { inSeconds: 9.96 }],
  ['In point', 'End', { inSeconds: 9.96 }],
  ['Out point', 'Home', { outSeconds: 0.04 }],
  ['Out point', 'PageDown', { outSeconds: 0.04 }],
] as const)('%s: %s goes as far as the other point lets it', async (name, key, change) => {
  const page = await open();
  await page.getByRole('slider', { name }).focus();
  await page.keyboard.press(key);
  await becomes(change);
});

test('the preview is stepped, set and played from the keyboard alone', async () => {
  const page = await open();
  const video = (word: string) => page.evaluate(`document.querySelector('video').${word}`);
  await api.until(async () => Number(await video('readyState')) > 1);
  const head = page.getByRole('slider', { name: 'Preview position' });
  await head.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('.');
  await api.until(async () => (await head.getAttribute('aria-valuetext')) === '2 seconds 1 frame');
  await page.keyboard.press('i');
  await becomes({ inSeconds: 2.04 });
  await head.blur();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('o');
  await becomes({ outSeconds: 3 });
  await page.keyboard.press(' ');
  await api.until(async () => (await video('paused')) === false || Number(await video('currentTime')) >= 3);
  // What is typed is typed, and sets nothing.
  await page.getByLabel('Name').fill('');
  await page.getByLabel('Name').pressSequentially('oi');
  await page.getByLabel('Name').press('Enter');
  await becomes({ name: 'oi', inSeconds: 2.04, outSeconds: 3 });
});

test('times are timecode of the clip, shown and spoken', async () => {
  await api.ask('PATCH', `/clips/${clip.id}`, { inSeconds: 1.48, outSeconds: 8 });
  const page = await open();
  expect(await page.getByRole('slider', { name: 'In point' }).getAttribute('aria-valuetext')).toBe(
    '1 second 12 frames',
  );
  await page.getByText('00:00:01:12 – 00:00:08:00 · 00:00:06:13 of 00:00:10:00').waitFor();
  await page.locator('figcaption', { hasText: 'Out 00:00:07:24' }).waitFor();
  expect(await page.getByLabel('In', { exact: true }).inputValue()).toBe('00:00:01:12');
  await page.getByLabel('In', { exact: true }).fill('00:00:02:05');
  await page.getByLabel('In', { exact: true }).press('Enter');
  await becomes({ inSeconds: 2.2 });
  await page.getByLabel('In', { exact: true }).fill('00:00:02:25');
  await page.getByLabel('In', { exact: true }).press('Enter');
  await api.until(async () => (await page.getByLabel('In', { exact: true }).inputValue()) === '00:00:02:05');
  await page.getByRole('img', { name: 'Out frame' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});

test.each([
  [1366, 768],
  [1366, 640],
  [1920, 1080],
])('handles and buttons are in sight at %i by %i, without scrolling', async (width, height) => {
  const page = await open({ width, height });
  await page.getByRole('img', { name: 'Out frame' }).waitFor();
  const places = await page
    .locator('.point, .marks button, .preview')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()));
  expect(places).toHaveLength(8);
  for (const { top, bottom } of places) {
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(height);
  }
});

test('while the player is busy, the frames come from the browser', async () => {
  await api.ask('PATCH', `/clips/${clip.id}`, { inSeconds: 2, outSeconds: 8, endAction: 'loop' });
  await api.ask('POST', '/transport/fire', { clipId: clip.id });
  const page = await open();
  const busy = page.locator('.frame.in video');
  await busy.waitFor();
  await page.getByText('From this browser: the player is busy.').first().waitFor();
  const shown = () => page.evaluate("document.querySelector('.frame.in video').currentTime");
  await api.until(async () => Math.abs(Number(await shown()) - 2.001) < 0.002);
  await page.getByRole('slider', { name: 'In point' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await api.until(async () => Math.abs(Number(await shown()) - 3.001) < 0.002);
  expect(await findViolations(page)).toEqual([]);
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
  await page.getByRole('img', { name: 'In frame' }).waitFor();
});

test('name, numbers, end action, fades, volume and mute are saved', async () => {
  const page = await open();
  await page.getByLabel('Name').fill('Opening');
  await page.getByLabel('Name').press('Enter');
  await becomes({ name: 'Opening' });
  await page.getByLabel('In', { exact: true }).fill('1.5');
  await page.getByLabel('In', { exact: true }).press('Enter');
  await becomes({ inSeconds: 1.5 });
  await page.getByLabel('Out', { exact: true }).fill('8');
  await page.getByLabel('Out', { exact: true }).press('Enter');
  await becomes({ outSeconds: 8 });
  for (const action of ['splash', 'black', 'next', 'loop', 'back', 'hold'] as const) {
    await page.getByLabel('At its end').selectOption(action);
    await becomes({ endAction: action });
  }
  await page.getByLabel('Fade in (s)').fill('1.5');
  await page.getByLabel('Fade in (s)').press('Enter');
  await becomes({ fadeInSeconds: 1.5 });
  await page.getByLabel('Fade out (s)').fill('2');
  await page.getByLabel('Fade out (s)').press('Enter');
  await becomes({ fadeOutSeconds: 2 });
  await page.getByLabel(/^Volume/).focus();
  await page.keyboard.press('ArrowLeft');
  await becomes({ volumePercent: 99 });
  await page.getByLabel('Mute').check();
  await becomes({ muted: true });
  await page.getByRole('button', { name: 'Whole clip' }).click();
  await becomes({ inSeconds: 0, outSeconds: 10 });
});

test('what the device refuses is said in its words, and the field goes back', async () => {
  const page = await open();
  await page.getByLabel('Out', { exact: true }).fill('11');
  await page.getByLabel('Out', { exact: true }).press('Enter');
  await page.getByText(/The out point cannot be 0:11.0. It has to be/).waitFor();
  await becomes({ outSeconds: 10 });
  await page.getByLabel('Fade in (s)').fill('61');
  await page.getByLabel('Fade in (s)').press('Enter');
  await page.getByText(/The fade in cannot be 61 s. It can be 0 s to 60 s/).waitFor();
  await api.until(async () => (await page.getByLabel('Out', { exact: true }).inputValue()) === '00:00:10:00');
});

test("the browser's own preview plays the file, and its position becomes a point", async () => {
  const page = await open();
  await api.until(async () => Boolean(await page.evaluate("document.querySelector('video').readyState > 1")));
  await page.locator('.strip').click({ position: { x: 300, y: 30 } });
  const at = Number(await page.evaluate("document.querySelector('video').currentTime"));
  expect(at).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Set in here' }).click();
  await api.until(async () => Math.abs((await api.clip('a.mp4')).inSeconds - at) < 0.05);
  await page.locator('.strip').click({ position: { x: 900, y: 30 } });
  await page.getByRole('button', { name: 'Set out here' }).click();
  await api.until(async () => (await api.clip('a.mp4')).outSeconds < 9);
  await page.getByRole('button', { name: 'Preview section' }).click();
  await api.until(async () =>
    Boolean(await page.evaluate(`document.querySelector('video').currentTime > ${at + 0.3}`)),
  );
});

test('the frames at both points and the filmstrip come from the device', async () => {
  const page = await open();
  await page.getByRole('img', { name: 'In frame' }).waitFor();
  await page.getByRole('img', { name: 'Out frame' }).waitFor();
  await page.locator('.strip img').waitFor({ timeout: 120_000 });
  await api.until(async () =>
    Boolean(await page.evaluate("document.querySelector('.strip img').naturalWidth === 16 * 160")),
  );
});

test('a filmstrip that is not made yet is asked for without an answer that the browser reports as an error', async () => {
  await fetch(`${daemon.url}/api/v1/uploads/fresh.mp4`, { method: 'PUT', body: readFileSync(media('short-25.mp4')) });
  const fresh = await api.clip('fresh.mp4');
  const page = await openPage(browser, daemon.url);
  const red = watchRedAnswers(page);
  await page.evaluate(`location.hash = 'trim/${fresh.id}'`);
  await page.locator('.strip img').waitFor({ timeout: 120_000 });
  expect(red.filter((answer) => answer.includes('filmstrip'))).toEqual([]);
  await api.ask('DELETE', `/clips/${fresh.id}`);
});

test('another clip is chosen, cued from here, and one that the browser cannot decode says so', async () => {
  const page = await open();
  await page.getByLabel('Clip', { exact: true }).selectOption({ label: '2. b.avi' });
  await page.getByText("This browser can't show").waitFor();
  await page.getByRole('button', { name: 'Cue on the player' }).click();
  await api.shows(2, 'stopped');
  await page.getByLabel('Clip', { exact: true }).selectOption({ label: '3. c.png' });
  await page.getByLabel('Shown until (s)').fill('4');
  await page.getByLabel('Shown until (s)').press('Enter');
  await api.until(async () => (await api.clip('c.png')).outSeconds === 4);
});
