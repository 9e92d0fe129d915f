// The page in a narrow window: an old phone, or a large one with large letters.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { isTooWide, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([startWithClips({ 'a.mp4': 'short-25.mp4' }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

test.each([280, 320, 360, 390, 480, 700])('at %i pixels no control of the Library covers another', async (width) => {
  const page = await openPage(browser, daemon.url, { path: '/#library', width, touch: true });
  const controls = page.locator('.clip-row').locator('button, a');
  await controls.first().waitFor();
  const texts = await controls.allInnerTexts();
  const boxes = await Promise.all((await controls.all()).map((control) => control.boundingBox()));
  const areCrossed = (one: (typeof boxes)[number] = null, other: (typeof boxes)[number] = null): boolean =>
    one !== null &&
    other !== null &&
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height;
  const covered = texts.flatMap((text, index) =>
    texts.filter((_, other) => other > index && areCrossed(boxes[index], boxes[other])).map((other) => [text, other]),
  );
  expect(covered).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
});
