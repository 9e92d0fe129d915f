// Every control of the Fire view, by mouse, by finger and by keyboard.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { createApi, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ '1.mp4': 'long-gop-25.mp4', '2.mp4': 'numbered-25-sound.mp4', '3.mp4': 'numbered-50.mp4' }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});
beforeEach(async () => {
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
});

const position = async (): Promise<number> => (await api.transport()).positionSeconds;
const tile = (page: Page, number: number) => page.locator('.tile').nth(number - 1);
/** Cues clip 1 and stands at 5 s. */
const standAtFive = async (): Promise<void> => {
  const { id } = await api.clip('1.mp4');
  await api.ask('POST', '/transport/cue', { clipId: id });
  await api.ask('POST', '/transport/goto', { seconds: 5 });
};

describe.each([
  ['mouse', { touch: false, width: 1280, height: 800 }],
  ['finger', { touch: true, width: 390, height: 844 }],
] as const)('with the %s', (_how, size) => {
  const press = (page: Page, name: string | RegExp): Promise<void> => {
    const control = page.getByRole('button', { name, exact: true });
    return size.touch ? control.tap() : control.click();
  };

  test('a tile cues, then plays; the one on air stays on air; another one cues', async () => {
    const page = await openPage(browser, daemon.url, size);
    const hit = (number: number): Promise<void> => (size.touch ? tile(page, number).tap() : tile(page, number).click());
    await hit(1);
    await api.shows(1, 'stopped');
    await page.locator('.tile[data-state="cued"]').waitFor();
    await hit(1);
    await api.shows(1, 'playing');
    await page.locator('.tile[data-state="on-air"]').waitFor();
    await hit(1);
    await page.locator('.notice').getByText('“1.mp4” is on air.').waitFor();
    await api.shows(1, 'playing');
    await hit(2);
    await api.shows(2, 'stopped');
  });

  test('play, pause, stop, frames, skips, last 10 s, splash screen and speed do what they say', async () => {
    const page = await openPage(browser, daemon.url, size);
    await standAtFive();
    const steps: readonly (readonly [string, number])[] = [
      ['Frame on', 5.04],
      ['Frame back', 5],
      ['On 10 s', 15],
      ['Back 10 s', 5],
      ['Last 10 s', 10],
    ];
    for (const [name, seconds] of steps) {
      await press(page, name);
      await api.until(async () => Math.abs((await position()) - seconds) < 0.002);
    }
    await press(page, 'Play');
    await api.shows(1, 'playing');
    await press(page, 'Pause');
    await api.shows(1, 'paused');
    await page.getByLabel('Speed').selectOption('0.5');
    await api.until(async () => (await api.transport()).speed === 0.5);
    await press(page, 'Stop');
    await api.shows(1, 'stopped');
    await press(page, 'Splash screen');
    await api.shows(0, 'stopped');
  });

  test('every control is large enough for a finger', async () => {
    const page = await openPage(browser, daemon.url, size);
    await tile(page, 1).waitFor();
    const small = await page
      .locator('button:visible, a:visible, select:visible, input:visible:not(.sr)')
      .evaluateAll((elements) =>
        elements
          .filter((element) => !element.closest('p'))
          .map((element) => [element.textContent, element.getBoundingClientRect()] as const)
          .filter(([, { width, height }]) => width < 40 || height < 40)
          .map(([text]) => text),
      );
    expect(small).toEqual([]);
  });
});

describe('with the keyboard', () => {
  test('digits fire, with Shift they cue, Space plays and pauses, Esc stops, arrows and , . step frames', async () => {
    const page = await openPage(browser, daemon.url);
    await tile(page, 3).waitFor();
    await page.keyboard.press('1');
    await api.shows(1, 'playing');
    await page.keyboard.press('Shift+Digit2');
    await api.shows(2, 'stopped');
    await page.keyboard.press(' ');
    await api.shows(2, 'playing');
    await page.keyboard.press(' ');
    await api.shows(2, 'paused');
    await page.keyboard.press('Escape');
    await api.shows(2, 'stopped');
    await standAtFive();
    for (const [key, seconds] of [
      ['ArrowRight', 5.04],
      ['.', 5.08],
      ['ArrowLeft', 5.04],
      [',', 5],
    ] as const) {
      await page.keyboard.press(key);
      await api.until(async () => Math.abs((await position()) - seconds) < 0.002);
    }
  });

  test('after a click with the mouse, Space is still play and pause', async () => {
    const page = await openPage(browser, daemon.url);
    await tile(page, 1).click();
    await api.shows(1, 'stopped');
    await page.keyboard.press(' ');
    await api.shows(1, 'playing');
    await page.keyboard.press(' ');
    await api.shows(1, 'paused');
  });

  test('a number pad that is switched to arrows steps by frames, and fires nothing', async () => {
    const page = await openPage(browser, daemon.url);
    await tile(page, 3).waitFor();
    await standAtFive();
    for (const [key, code] of [
      ['Home', 'Numpad7'],
      ['End', 'Numpad1'],
      ['ArrowRight', 'Numpad6'],
    ])
      await page.evaluate(`dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', code: '${code}' }))`);
    await api.until(async () => Math.abs((await position()) - 5.04) < 0.002);
    await api.shows(1, 'paused');
  });

  test('a speed that was chosen with the mouse leaves the keys to the view, one from the keyboard does not', async () => {
    const page = await openPage(browser, daemon.url);
    const speeds = page.getByRole('combobox', { name: 'Speed' });
    await standAtFive();
    await speeds.click();
    await page.keyboard.press('Escape');
    await speeds.selectOption('0.5');
    await api.until(async () => (await api.transport()).speed === 0.5);
    await page.keyboard.press('Digit2');
    await api.shows(2, 'playing');
    await page.keyboard.press('Escape');
    await api.shows(2, 'stopped');
    await page.keyboard.press('Tab');
    await speeds.focus();
    await page.keyboard.press('ArrowDown');
    await api.until(async () => (await api.transport()).speed !== 1);
    expect(await speeds.and(page.locator(':focus')).count()).toBe(1);
  });

  test('a volume that was set with the mouse leaves the keys to the view, one from the keyboard does not', async () => {
    const page = await openPage(browser, daemon.url);
    const volume = page.getByRole('slider', { name: 'Master volume' });
    await standAtFive();
    await volume.click();
    await api.until(async () => (await api.transport()).volumePercent < 100);
    await page.keyboard.press('Digit2');
    await api.shows(2, 'playing');
    await page.keyboard.press('Escape');
    await api.shows(2, 'stopped');
    await volume.focus();
    await page.keyboard.press('End');
    await api.until(async () => (await api.transport()).volumePercent === 100);
    expect(await volume.and(page.locator(':focus')).count()).toBe(1);
  });

  test('tiles are reached with Tab and pressed with Enter', async () => {
    const page = await openPage(browser, daemon.url);
    await tile(page, 1).waitFor();
    await tile(page, 1).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await api.shows(2, 'stopped');
    await page.keyboard.press('Enter');
    await api.shows(2, 'playing');
  });
});

test('the safe mode asks before what takes a playing clip off air, and does nothing when the answer is no', async () => {
  const { id } = await api.clip('1.mp4');
  await api.ask('PATCH', `/clips/${id}`, { endAction: 'loop' });
  const page = await openPage(browser, daemon.url);
  await page.getByRole('switch').click();
  await page.keyboard.press('1');
  // Asked is about what the page shows, which is told a moment after the deck is there.
  await page.locator('.tile[data-state="on-air"]').waitFor();
  const question = page.getByRole('dialog');
  for (const action of [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('2'),
    () => tile(page, 3).click(),
    () => page.getByRole('button', { name: 'Splash screen' }).click(),
  ]) {
    await action();
    await question.waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
  }
  await api.shows(1, 'playing');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Stop' }).click();
  await api.shows(1, 'stopped');
  // Kept by the browser.
  await page.reload();
  expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('true');
  await api.ask('PATCH', `/clips/${id}`, { endAction: 'hold' });
});

test('the remaining time runs down, amber under 10 s and red under 5 s, and fills a stage monitor', async () => {
  const page = await openPage(browser, daemon.url, { path: '/countdown' });
  const { id } = await api.clip('1.mp4');
  await api.ask('POST', '/transport/cue', { clipId: id });
  const time = page.getByRole('timer');
  await api.until(async () => (await time.textContent()) === '0:20.0');
  expect(await time.getAttribute('data-urgency')).toBe('standing');
  for (const [last, urgency] of [
    [15, 'running'],
    [9.5, 'amber'],
    [4.5, 'red'],
  ] as const) {
    await api.ask('POST', '/transport/last', { seconds: last });
    await api.ask('POST', '/transport/play');
    await api.until(async () => (await time.getAttribute('data-urgency')) === urgency);
    await api.ask('POST', '/transport/pause');
  }
  const box = await time.boundingBox();
  expect(box?.width).toBeGreaterThan(900);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await page.getByRole('button', { name: 'Leave full screen' }).click();
});
