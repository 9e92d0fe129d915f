// The overlay, set on the page: a clock, a countdown or a text over whatever is on the output.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { findViolations } from './accessibility.ts';
import { createApi, isTooWide, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([startWithClips({ '1.mp4': 'long-gop-25.mp4' }), launchBrowser()]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

const open = async (safe = false): Promise<Page> => {
  const page = await openPage(browser, daemon.url, { path: '/#device', safe });
  await page.getByRole('heading', { name: 'Overlay' }).waitFor();
  return page;
};
const panel = (page: Page) => page.getByRole('region', { name: 'Overlay' });
const choose = (page: Page, name: string) => panel(page).getByLabel('Over the picture').selectOption(name);
const set = (page: Page) => panel(page).getByRole('button', { name: 'Set overlay' }).click();
const shows = (page: Page, text: string | RegExp) => panel(page).getByText(text).waitFor();
const overlay = async () => (await api.transport()).overlay;

test('a clock, a countdown and a text are set and taken away, and the panel says what is on', async () => {
  const page = await open();
  await shows(page, 'Now: None');
  await choose(page, 'Clock');
  await panel(page).getByLabel('Line above it').fill('Local time');
  await set(page);
  await shows(page, 'Now: Clock: “Local time”');
  expect(await overlay()).toEqual({ kind: 'clock', text: 'Local time' });

  await choose(page, 'Countdown');
  await panel(page).getByLabel('Time of day').fill('20:15');
  await panel(page).getByLabel('Line above it').fill('');
  await set(page);
  await shows(page, /^Now: Countdown to /);
  const { kind, until = '', text } = await overlay();
  const at = new Date(until);
  const secondsAhead = (at.getTime() - Date.now()) / 1000;
  expect([kind, text, at.getHours(), at.getMinutes(), at.getSeconds()]).toEqual(['countdown', undefined, 20, 15, 0]);
  // The next time that it is 20:15; an hour more or less where the clock changes in between.
  expect(secondsAhead > -5 && secondsAhead <= 25 * 3600).toBe(true);

  await choose(page, 'Text');
  await panel(page).getByLabel('Text', { exact: true }).fill('Back {soon}');
  expect([await findViolations(page), await isTooWide(page)]).toEqual([[], false]);
  await set(page);
  await shows(page, 'Now: Text: “Back {soon}”');
  expect(await overlay()).toEqual({ kind: 'text', text: 'Back {soon}' });

  await choose(page, 'None');
  await set(page);
  await shows(page, 'Now: None');
  expect(await overlay()).toEqual({ kind: 'none' });
});

test('what is missing is asked for by the browser, and nothing is sent', async () => {
  const page = await open();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  const isValid = async () => (await panel(page).locator('form:invalid').count()) === 0;
  await choose(page, 'Countdown');
  await set(page);
  expect(await isValid()).toBe(false);
  await choose(page, 'Text');
  for (const text of ['', '   ']) {
    await panel(page).getByLabel('Text', { exact: true }).fill(text);
    await set(page);
    expect(await isValid()).toBe(false);
  }
  await panel(page).getByLabel('Text', { exact: true }).fill('Back soon');
  expect(await isValid()).toBe(true);
  expect(sent).toEqual([]);
});

test('what somebody else lays over the picture is shown, and what is being typed stays', async () => {
  const page = await open();
  await choose(page, 'Text');
  await panel(page).getByLabel('Text', { exact: true }).fill('Mine');
  await api.ask('POST', '/transport/overlay', { kind: 'text', text: 'Theirs' });
  await shows(page, 'Now: Text: “Theirs”');
  expect(await panel(page).getByLabel('Text', { exact: true }).inputValue()).toBe('Mine');
  await api.ask('POST', '/transport/overlay', { kind: 'none' });
  await shows(page, 'Now: None');
});

test('with Safe on, it asks while a clip is on air', async () => {
  const { id } = await api.clip('1.mp4');
  await api.ask('PATCH', `/clips/${id}`, { endAction: 'loop' });
  await api.ask('POST', '/transport/fire', { clipId: id });
  const page = await open(true);
  await choose(page, 'Clock');
  const question = page.getByRole('dialog');
  await set(page);
  await question.getByText('“1.mp4” is on air. Set the overlay?').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await overlay()).toEqual({ kind: 'none' });
  await set(page);
  await question.getByRole('button', { name: 'Set the overlay' }).click();
  await shows(page, 'Now: Clock');
  expect(await overlay()).toEqual({ kind: 'clock' });
});
