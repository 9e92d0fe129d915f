// The switch Safe: it asks before whatever changes what the audience sees while a clip is on air.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { findViolations } from './accessibility.ts';
import { type Clip, createApi, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ '1.mp4': 'long-gop-25.mp4', '2.mp4': 'numbered-25-sound.mp4' }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

/** Clip 1 runs round for ever, so that it is on air for as long as the test takes. */
beforeEach(async () => {
  await api.ask('PATCH', '/device', { safeLock: false });
  const { id } = await api.clip('1.mp4');
  await api.ask('PATCH', `/clips/${id}`, { inSeconds: 0, outSeconds: 20, endAction: 'loop', muted: false });
  await api.ask('POST', '/transport/fire', { clipId: id });
});

const open = async (path = '/', safe = true): Promise<Page> => {
  const page = await openPage(browser, daemon.url, { path, safe });
  await page.locator('.link.open').waitFor();
  return page;
};

/** Clips are measured meanwhile. */
const unmeasured = ({ playability: _smooth, loudness: _loud, ...clip }: Clip) => clip;

/** Everything that is stored and that somebody sees; a busy machine loses frames by itself. */
const world = async (): Promise<unknown> => {
  const { positionSeconds: _moves, losses: _lost, ...transport } = await api.transport();
  return [transport, (await api.clips()).map(unmeasured), await api.ask('GET', '/outputs')];
};

/** The action asks, and the answer no leaves everything as it was. */
const asks = async (page: Page, action: () => Promise<unknown>): Promise<void> => {
  const before = await world();
  const question = page.getByRole('dialog');
  await action();
  await question.waitFor();
  expect(await question.textContent()).toContain('“1.mp4” is on air.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await world()).toEqual(before);
};

test('it is on where nobody has switched it, and stays off where somebody has', async () => {
  const page = await open();
  const safe = page.getByRole('switch', { name: 'Safe' });
  expect(await safe.getAttribute('aria-checked')).toBe('true');
  await safe.click();
  await page.reload();
  expect(await safe.getAttribute('aria-checked')).toBe('false');
  // Another tab of the same browser goes with it.
  const other = await page.context().newPage();
  await other.goto(daemon.url);
  await other.getByRole('switch', { name: 'Safe' }).click();
  await page.locator('[role="switch"][aria-checked="true"]').waitFor();
});

test('every key and button of Fire that changes the picture asks', async () => {
  const page = await open();
  await page.locator('.tile[data-state="on-air"]').waitFor();
  for (const key of [' ', 'Escape', 'ArrowLeft', 'ArrowRight', ',', '.', '1', '2', 'Shift+Digit2'])
    await asks(page, () => page.keyboard.press(key));
  for (const name of [
    ...['Pause', 'Stop', 'Back 10 s', 'Frame back', 'Frame on', 'On 10 s', 'Last 10 s', 'Splash screen'],
  ])
    await asks(page, () => page.getByRole('button', { name, exact: true }).click());
  await asks(page, () => page.locator('.tile').nth(1).click());
  await asks(page, () => page.getByLabel('Speed').selectOption('0.5'));
  expect(await page.getByLabel('Speed').inputValue()).toBe('1');
  await asks(page, () => page.locator('.progress').click({ position: { x: 20, y: 5 } }));
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'One frame on' }).click();
  await api.shows(1, 'paused');
});

test('a question that was asked about one clip is asked again when another has come on air', async () => {
  const page = await open();
  await page.locator('.tile[data-state="on-air"]').waitFor();
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog');
  await question.waitFor();
  await api.ask('POST', '/transport/fire', { clipId: (await api.clip('2.mp4')).id });
  await page.locator('.tile[data-state="on-air"]', { hasText: '2.mp4' }).waitFor();
  await question.getByRole('button', { name: 'Stop' }).click();
  await question.getByText('“2.mp4” is on air.').waitFor();
  await api.shows(2, 'playing');
  await question.getByRole('button', { name: 'Stop' }).click();
  await api.shows(2, 'stopped');
});

test('a key that follows another at once asks, too: what the first did counts', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await api.ask('POST', '/transport/stop');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog').waitFor();
  await api.shows(1, 'playing');
});

test('a key that is held down asks once, and is no answer', async () => {
  const page = await open();
  await page.locator('.tile[data-state="on-air"]').waitFor();
  const question = page.getByRole('dialog');
  for (const key of ['Escape', ' ', 'ArrowRight', '1']) {
    await page.keyboard.down(key);
    await question.waitFor();
    for (let times = 0; times < 5; times += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
    expect(await question.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await api.shows(1, 'playing');
  }
});

test('a key in the same frame in which a question ends is not lost', async () => {
  const page = await open();
  await page.locator('.tile[data-state="on-air"]').waitFor();
  const question = page.getByRole('dialog');
  await page.keyboard.press(' ');
  await question.waitFor();
  // Its button has the focus until the next frame.
  await page.evaluate(`(async () => {
    document.querySelector('dialog.question button').click();
    while (document.querySelector('dialog[open]') !== null) await Promise.resolve();
    const press = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(press);
  })()`);
  await question.waitFor();
  await api.shows(1, 'playing');
});

test('in Trim, points, end and sound of the clip on air ask; the answer holds while it runs', async () => {
  const { id } = await api.clip('1.mp4');
  const page = await open(`/#trim/${id}`);
  const inPoint = page.getByRole('slider', { name: 'In point' });
  await inPoint.waitFor();
  const actions: readonly (() => Promise<unknown>)[] = [
    async () => {
      await inPoint.focus();
      await page.keyboard.press('ArrowRight');
    },
    () => page.getByLabel('Mute').click(),
    () => page.getByLabel('At its end').selectOption('hold'),
    () => page.getByRole('button', { name: 'Set out here' }).click(),
    () => page.getByRole('button', { name: 'Cue on the player' }).click(),
  ];
  for (const action of actions) await asks(page, action);
  expect(await page.getByLabel('Mute').isChecked()).toBe(false);
  await page.getByLabel('Mute').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
  await api.until(async () => (await api.clip('1.mp4')).muted);
  await page.getByLabel('At its end').selectOption('next');
  await api.until(async () => (await api.clip('1.mp4')).endAction === 'next');
});

test('in Trim, fades of a clip that stands on the output ask, and so does what follows its end; points do not', async () => {
  const { id } = await api.clip('1.mp4');
  const page = await open(`/#trim/${id}`);
  const question = page.getByRole('dialog');
  const fadeOut = page.getByLabel('Fade out (s)');
  const type = async (seconds: string): Promise<void> => {
    await fadeOut.fill(seconds);
    await fadeOut.press('Enter');
  };
  await api.ask('PATCH', `/clips/${id}`, { endAction: 'hold' });
  await api.ask('POST', '/transport/stop');
  await api.ask('POST', '/transport/last', { seconds: 0.1 });
  await api.ask('POST', '/transport/play');
  await api.until(async () => (await api.transport()).state === 'ended');
  await page.locator('.bar[data-tally="standing"]').waitFor();
  const before = unmeasured(await api.clip('1.mp4'));
  for (const change of [() => type('2'), () => page.getByLabel('At its end').selectOption('splash')]) {
    await change();
    await question.getByText('“1.mp4” is on the output.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
  }
  expect(unmeasured(await api.clip('1.mp4'))).toEqual(before);
  expect((await api.transport()).state).toBe('ended');
  await type('3');
  await question.getByRole('button', { name: 'Change “1.mp4”' }).click();
  await api.until(async () => (await api.clip('1.mp4')).fadeOutSeconds === 3);
  // The answer holds while the clip stands there.
  await type('0');
  await api.until(async () => (await api.clip('1.mp4')).fadeOutSeconds === 0);
  for (const state of ['cue', 'fire'] as const) {
    await api.ask('POST', '/transport/cue', { clipId: (await api.clip('2.mp4')).id });
    await page.locator('.bar').getByText('2.mp4').waitFor();
    await api.ask('POST', `/transport/${state}`, { clipId: id });
    await page
      .locator(`.bar[data-tally="${state === 'fire' ? 'running' : 'standing'}"]`)
      .getByText('1.mp4')
      .waitFor();
    await type('4');
    await question.waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
  }
  await api.ask('POST', '/transport/cue', { clipId: id });
  await page.locator('.bar[data-tally="standing"]').waitFor();
  await page.getByLabel('Out', { exact: true }).fill('19');
  await page.getByLabel('Out', { exact: true }).press('Enter');
  await api.until(async () => (await api.clip('1.mp4')).outSeconds === 19);
});

test('rotation, sound output and a clip list from a file ask', async () => {
  const page = await open('/#device');
  await page.getByText('Rotation').waitFor();
  await asks(page, () => page.getByLabel('90°', { exact: true }).click());
  expect(await page.getByLabel('0°', { exact: true }).isChecked()).toBe(true);
  await asks(page, () => page.getByLabel('Sound').selectOption({ index: 1 }));
  const list = JSON.stringify(await api.ask('GET', '/clip-list'));
  await asks(page, () =>
    page
      .getByLabel('Import clip list')
      .setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(list) }),
  );
});

test('the clip on air is not deleted without a question', async () => {
  const page = await open('/#library');
  await asks(page, () => page.getByRole('button', { name: 'Delete 1.mp4' }).click());
});

test('locked on the device, it is on for every page and its own switch does nothing', async () => {
  const page = await open();
  const other = await open('/#device');
  const safe = page.getByRole('switch', { name: 'Safe' });
  await safe.click();
  await page.locator('[role="switch"][aria-checked="false"]').waitFor();
  await other.getByLabel('Lock Safe on for all pages').check();
  await page.locator('[role="switch"][aria-checked="true"][aria-disabled="true"]').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await findViolations(other)).toEqual([]);
  // It can be pressed all the same, and then says who frees it.
  await safe.click({ force: true });
  await page.getByText('Safe is locked on this player.').waitFor();
  await asks(page, () => page.keyboard.press('Escape'));
  await page.reload();
  await page.locator('[role="switch"][aria-disabled="true"]').waitFor();
  await asks(page, () => page.keyboard.press('Escape'));
  await other.getByLabel('Lock Safe on for all pages').uncheck();
  await page.locator('[role="switch"][aria-checked="false"]:not([aria-disabled])').waitFor();
  await page.keyboard.press('Escape');
  await api.shows(1, 'stopped');
});

test('who is not the owner sees the lock and how it is set, and cannot set it', async () => {
  const page = await open('/#device');
  const lock = page.getByLabel('Lock Safe on for all pages');
  await lock.waitFor();
  expect(await lock.isEnabled()).toBe(true);
  // As from behind a proxy, where nobody knows who asks.
  await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': '192.0.2.7' });
  await page.reload();
  await page.getByText('cuedeck safe-lock on').waitFor();
  expect(await lock.isDisabled()).toBe(true);
  expect(await findViolations(page)).toEqual([]);
});

describe('switched off', () => {
  test('it asks nothing, but for the restart of the player while a clip is on air', async () => {
    const page = await open('/#device', false);
    await asks(page, () => page.getByRole('button', { name: 'Restart player' }).click());
    await page.getByLabel('90°', { exact: true }).click();
    await api.until(async () => ((await api.ask('GET', '/outputs')) as Record<string, unknown>).rotationDegrees === 90);
    await api.ask('PATCH', '/outputs', { rotationDegrees: 0 });
    await api.ask('POST', '/transport/stop');
    await page.evaluate("location.hash = '#fire'");
    await page.locator('.tile[data-state="cued"]').waitFor();
    await page.evaluate("location.hash = '#device'");
    await page.getByRole('button', { name: 'Restart player' }).click();
    await page.getByText('The player was restarted.').waitFor();
  });
});
