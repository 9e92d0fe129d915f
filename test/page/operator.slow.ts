// What an operator hears, finds, types and comes back to: announcements, focus, search, typing that meets another's, and updates.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Daemon, startDaemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { findViolations } from './accessibility.ts';
import { createApi, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({
      'a.mp4': 'short-25.mp4',
      'b.mp4': 'numbered-25.mp4',
      'c.mp4': 'short-25.mp4',
      'd.mp4': 'short-25.mp4',
    }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

const heard = (page: Page, text: string) =>
  page.locator('[data-spoken]').getByText(text).waitFor({ state: 'attached' });
const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent");
const expectNoViolation = async (page: Page): Promise<void> => expect(await findViolations(page)).toEqual([]);
const order = async (): Promise<string> =>
  (await api.clips())
    .slice(1)
    .map(({ file }) => file.replace('.mp4', ''))
    .join('');

describe('what is announced, and what the tab says', () => {
  test('a clip that comes on air, ends, and a connection that is lost', async () => {
    const own = await startWithClips({ 'a.mp4': 'short-25.mp4' });
    onTestFinished(() => own.dispose());
    const page = await openPage(browser, own.url);
    await page.locator('.tile').first().click();
    await heard(page, '“a.mp4” is cued, on the output.');
    await api.until(async () => (await page.title()) === '○ a.mp4 · cuedeck · CueDeck');
    await page.locator('.tile').first().click();
    await heard(page, '“a.mp4” has ended, its last frame is on the output.');
    await own.end('SIGKILL');
    await heard(page, 'The connection to the player is lost.');
    await api.until(async () => (await page.title()) === 'Not connected · cuedeck · CueDeck');
  });

  test('the header names the player, and beside other views the clip', async () => {
    await api.ask('POST', '/transport/cue', { clipId: (await api.clip('b.mp4')).id });
    const page = await openPage(browser, daemon.url, { path: '/#library' });
    await page.locator('.on-output').getByText('cuedeck').waitFor();
    await page.locator('.on-output').getByText('b.mp4').waitFor();
    await page.getByRole('link', { name: 'Fire', exact: true }).click();
    await page.locator('.on-output').getByText('b.mp4').waitFor({ state: 'detached' });
  });
});

describe('by keyboard', () => {
  test('the first key skips what is above the view', async () => {
    const page = await openPage(browser, daemon.url, { path: '/#library' });
    await page.locator('.clip-row').nth(3).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    expect(await page.evaluate('location.hash')).toBe('#library');
  });

  test('Home, End and a number move a row, and it is told where it is', async () => {
    const page = await openPage(browser, daemon.url, { path: '/#library' });
    const handle = page.locator('.clip-row').filter({ hasText: 'a.mp4' }).locator('.handle');
    await handle.focus();
    await page.keyboard.press('End');
    await api.until(async () => (await order()) === 'bcda');
    await heard(page, '“a.mp4” is number 4 of 4 now.');
    await page.keyboard.press('Home');
    await api.until(async () => (await order()) === 'abcd');
    await page.keyboard.press('Enter');
    await page.getByLabel('Number, 1 to 4').waitFor();
    await expectNoViolation(page);
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await api.until(async () => (await order()) === 'bcad');
    await api.until(async () => (await focused(page)) === '3 a.mp4: move');
    await page.keyboard.press('Enter');
    await page.getByLabel('Number, 1 to 4').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Number, 1 to 4').waitFor({ state: 'detached' });
    await api.until(async () => (await focused(page)) === '3 a.mp4: move');
    await page.keyboard.press('Home');
    await api.until(async () => (await order()) === 'abcd');
  });

  test('the focus stays in the list when its row is deleted, brought back, or an upload is cancelled', async () => {
    const page = await openPage(browser, daemon.url, { path: '/#library' });
    await page.getByRole('button', { name: 'Delete c.mp4' }).focus();
    await page.keyboard.press('Enter');
    await api.until(async () => (await focused(page)) === 'Delete d.mp4');
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await api.until(async () => (await order()) === 'abcd');
    await api.until(async () => (await page.evaluate('document.activeElement.tagName')) === 'MAIN');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 1,
      downloadThroughput: -1,
      uploadThroughput: 2e5,
    });
    const buffer = Buffer.concat([readFileSync(media('variable-rate.mkv')), Buffer.alloc(3_000_000, 'x')]);
    await page.locator('.drop input').setInputFiles({ name: 'slow.mkv', mimeType: 'video/mp4', buffer });
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await api.until(async () => (await focused(page)) === 'Resume');
    await expectNoViolation(page);
    await page.getByRole('button', { name: 'Remove' }).focus();
    await page.keyboard.press('Enter');
    await api.until(async () => (await page.evaluate('document.activeElement.type')) === 'file');
  });
});

test('clips on Fire are a list, each says what a press does, and one is found by name or number', async () => {
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
  const page = await openPage(browser, daemon.url);
  const list = page.getByRole('list', { name: 'Clips' });
  await list.getByRole('listitem').nth(3).waitFor();
  const says = (index: number, text: string) =>
    page
      .locator('.tile')
      .nth(index)
      .and(page.locator(`[aria-description="${text}"]`))
      .waitFor();
  await says(0, 'A press cues it.');
  await page.keyboard.press('/');
  await page.keyboard.type('B.MP');
  await api.until(async () => (await page.locator('.tile').count()) === 1);
  await page.getByText('Enter cues 2, “b.mp4”').waitFor();
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await api.shows(2, 'stopped');
  await page.locator('.tile').nth(3).waitFor();
  await says(1, 'A press plays it.');
  await page.keyboard.press('/');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await api.shows(4, 'stopped');
  await page.keyboard.press('/');
  await page.keyboard.type('nothing');
  await page.getByText('No clip is called that, or has that number.').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.tile').nth(3).waitFor();
  await api.shows(4, 'stopped');
});

describe('typing that meets what somebody else saves', () => {
  test('is kept, says who was first, and offers both', async () => {
    const { id } = await api.clip('d.mp4');
    const name = async (): Promise<string> => (await api.clip('d.mp4')).name;
    const page = await openPage(browser, daemon.url, { path: `/#trim/${id}` });
    const field = page.getByLabel('Name', { exact: true });
    await field.fill('Mine');
    await api.ask('PATCH', `/clips/${id}`, { name: 'Theirs' });
    await page.getByText('Somebody else saved “Theirs” first; yours, “Mine”, is not saved.').waitFor();
    expect(await field.inputValue()).toBe('Mine');
    await expectNoViolation(page);
    await field.press('Enter');
    await page.getByRole('button', { name: 'Save “Mine”' }).click();
    await api.until(async () => (await name()) === 'Mine');
    await page.locator('.conflict').waitFor({ state: 'detached' });
    await field.fill('Mine again');
    await api.ask('PATCH', `/clips/${id}`, { name: 'Theirs again' });
    await page.getByRole('button', { name: 'Keep “Theirs again”' }).click();
    await api.until(async () => (await field.inputValue()) === 'Theirs again');
    expect(await name()).toBe('Theirs again');
    await field.fill('Last');
    await field.press('Enter');
    await api.until(async () => (await name()) === 'Last');
    expect(await page.locator('.conflict').count()).toBe(0);
  });

  test('is kept when it was typed while the save before it was on its way', async () => {
    const { id } = await api.clip('d.mp4');
    const name = async (): Promise<string> => (await api.clip('d.mp4')).name;
    const page = await openPage(browser, daemon.url, { path: `/#trim/${id}` });
    const field = page.getByLabel('Name', { exact: true });
    let answer = (): void => undefined;
    const typed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/v1/clips/${id}`, async (route) => {
      const response = await route.fetch();
      await typed;
      await route.fulfill({ response });
    });
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await field.fill('First');
    await field.press('Enter');
    await api.until(async () => (await name()) === 'First');
    await field.fill('Second');
    answer();
    await (await answered).finished();
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    expect([await field.inputValue(), await page.locator('.conflict').count()]).toEqual(['Second', 0]);
    await field.press('Enter');
    await api.until(async () => (await name()) === 'Second');
  });

  test('a point that is dragged does not put back the other one, which somebody else has set meanwhile', async () => {
    const { id } = await api.clip('b.mp4');
    const page = await openPage(browser, daemon.url, { path: `/#trim/${id}` });
    const handle = await page.getByRole('slider', { name: 'In point' }).boundingBox();
    const strip = await page.locator('.strip').boundingBox();
    if (handle === null || strip === null) throw new Error('no timeline');
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(strip.x + strip.width * 0.2, handle.y + handle.height / 2, { steps: 3 });
    await api.ask('PATCH', `/clips/${id}`, { outSeconds: 6 });
    await page.getByRole('slider', { name: 'Out point' }).and(page.locator('[aria-valuenow="6"]')).waitFor();
    await page.mouse.up();
    await api.until(async () => (await api.clip('b.mp4')).inSeconds > 1);
    expect(await api.clip('b.mp4')).toMatchObject({ outSeconds: 6 });
    await api.ask('PATCH', `/clips/${id}`, { inSeconds: 0, outSeconds: 10 });
  });

  test('in the display mode as well', async () => {
    const page = await openPage(browser, daemon.url, { path: '/#device' });
    await page.getByLabel(/^Display mode/).fill('1280x720');
    await api.ask('PATCH', '/outputs', { displayMode: '1920x1080' });
    await page.getByText('Somebody else saved “1920x1080” first').waitFor();
    await page.getByRole('button', { name: 'Save “1280x720”' }).click();
    await api.until(
      async () => ((await api.ask('GET', '/outputs')) as { displayMode: string }).displayMode === '1280x720',
    );
    await api.ask('PATCH', '/outputs', { displayMode: null });
  });
});

test('a page that is older than the player offers to reload', async () => {
  const own = await startWithClips({ 'a.mp4': 'short-25.mp4' });
  onTestFinished(() => own.dispose());
  const page = await openPage(browser, own.url);
  await page.locator('.link.open').waitFor();
  const restart = async (): Promise<void> => {
    const { port } = new URL(own.url);
    const next = await startDaemon({ folder: own.folder, environment: { CUEDECK_HTTP_PORT: port } });
    onTestFinished(async () => void (await next.end('SIGKILL')));
  };
  await page.route(`${own.url}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/index-[\w-]+\.js/, 'index-newer.js') });
  });
  await own.end('SIGKILL');
  await page.locator('.link.lost').waitFor();
  await restart();
  await page.getByText('The player was updated.').waitFor();
  await expectNoViolation(page);
  await page.unroute(`${own.url}/`);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.locator('.tile').first().waitFor();
  expect(await page.getByText('The player was updated.').count()).toBe(0);
});

test('logging out asks for the token again, here and after a reload', async () => {
  const own = await startWithClips({ 'a.mp4': 'short-25.mp4' }, { CUEDECK_TOKEN: 'a-long-enough-token' });
  onTestFinished(() => own.dispose());
  const page = await openPage(browser, own.url, { path: '/#device' });
  await page.getByLabel('Token').fill('a-long-enough-token');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Token').waitFor();
  await expectNoViolation(page);
  await page.reload();
  await page.getByLabel('Token').waitFor();
  const open = await openPage(browser, daemon.url, { path: '/#device' });
  await open.getByRole('button', { name: 'Restart player' }).waitFor();
  expect(await open.getByRole('button', { name: 'Log out' }).count()).toBe(0);
});

test('without a clip the countdown says that nothing counts down', async () => {
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
  const page = await openPage(browser, daemon.url, { path: '/countdown' });
  await page.getByText('Nothing counts down: no clip is on the output.').waitFor();
});

test('players are unknown, not offline, while the broker cannot be reached', async () => {
  const page = await openPage(browser, daemon.url);
  const player = {
    ...{ id: 'a1', isOnline: true, name: 'foyer', groups: [], version: '0.1.0', urls: [], clipId: 'x', clip: 'Loop' },
    ...{ state: 'playing', positionSeconds: 1, remainingSeconds: 5, loops: false, clips: 1, tooSlow: [], faults: [] },
  };
  await page.route('**/api/v1/fleet', (route) =>
    route.fulfill({
      json: {
        hasBroker: true,
        isConnected: false,
        players: [player, { ...player, id: 'b2', isOnline: false, faults: ['It is offline.'] }],
      },
    }),
  );
  await page.evaluate("location.hash = 'fleet'");
  await page.getByText('The broker cannot be reached: what the players are doing is unknown.').waitFor();
  expect(await page.locator('.players .state').allTextContents()).toEqual(['Unknown', 'Unknown']);
  expect(await page.getByText(/offline/i).count()).toBe(0);
});

test('the page can be installed: its manifest and icons are there', async () => {
  const page = await openPage(browser, daemon.url);
  const session = await page.context().newCDPSession(page);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest']);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test.each(['/', '/#trim', '/#library', '/#device', '/countdown'])(
  '%s keeps its marks in forced colours',
  async (path) => {
    const page = await openPage(browser, daemon.url, { path });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.locator('h1').first().waitFor();
    // Forced colours take the place of the page's own when they are drawn; axe reckons with those that are written.
    expect((await findViolations(page)).filter(([rule]) => rule !== 'color-contrast')).toEqual([]);
    const marks =
      "[...document.querySelectorAll('.bar nav a[aria-current], .safe i')].map((mark) => getComputedStyle(mark).borderTopWidth)";
    expect(((await page.evaluate(marks)) as readonly string[]).filter((width) => width === '0px')).toEqual([]);
  },
);
