// Several who work at once, and a daemon that goes away under an open page.
import { spawn } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Daemon, startDaemon } from '../e2e/daemon.ts';
import { whenSaved } from '../e2e/saved-resume-point.ts';
import { greetedClient, valueIn } from '../hyperdeck/wire-client.ts';
import { createApi, launchBrowser, openPage, startWithClips, TIMEOUT_MS } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;

const AGREEMENT_MS = 200;
const ROUNDS = 20;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ '1.mp4': 'numbered-25-sound.mp4', '2.mp4': 'long-gop-25.mp4' }, { CUEDECK_HYPERDECK_PORT: '0' }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

/** Makes the page note when what it shows becomes something else. */
const watchTiles = (page: Page): Promise<unknown> =>
  page.evaluate(`
    window.seen = {};
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('.tile')].map((tile) => tile.dataset.state).join();
      window.seen[shown] ??= performance.timeOrigin + performance.now();
    }).observe(document.querySelector('.tiles'), { subtree: true, attributes: true, attributeFilter: ['data-state'] });
  `);
const seenAt = async (page: Page, shown: string): Promise<number> => {
  const latest = performance.now() + TIMEOUT_MS;
  while (performance.now() < latest) {
    const at = await page.evaluate(`window.seen[${JSON.stringify(shown)}]`);
    if (typeof at === 'number') return at;
  }
  throw new Error(`never showed ${shown}`);
};

test('two browsers and a HyperDeck client show the same within 200 ms, whoever did it', async () => {
  const api = createApi(daemon.url);
  const hyperDeck = await greetedClient(Number((await daemon.line(/^listening hyperdeck/)).split(':').at(-1)));
  await hyperDeck.say('notify: transport: true');
  const pages = [await openPage(browser, daemon.url), await openPage(browser, daemon.url)] as const;
  for (const page of pages) await page.locator('.tile').nth(1).waitFor();
  const lags: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const number = (round % 2) + 1;
    await Promise.all(pages.map(watchTiles));
    const since = hyperDeck.messages.length;
    const actors = [
      () => pages[0].keyboard.press(String(number)),
      () => pages[1].keyboard.press(String(number)),
      () => hyperDeck.say(`play: clip id: ${number}`),
    ];
    await actors[round % actors.length]?.();
    await api.shows(number, 'playing');
    const shown = number === 1 ? 'on-air,' : ',on-air';
    const { at } = await hyperDeck.until(
      (message) =>
        message.code === 508 && valueIn(message, 'status') === 'play' && valueIn(message, 'clip id') === String(number),
      since,
    );
    const times = [await seenAt(pages[0], shown), await seenAt(pages[1], shown), performance.timeOrigin + at];
    lags.push(Math.max(...times) - Math.min(...times));
  }
  await hyperDeck.close();
  lags.sort((one, other) => one - other);
  console.log(`two browsers and a HyperDeck client agree within ${lags.map((lag) => lag.toFixed(0)).join(', ')} ms`);
  expect(lags[Math.floor(lags.length * 0.9)]).toBeLessThanOrEqual(AGREEMENT_MS);
});

/** The tile of a clip, by its number, while it is on air. */
const onAir = (page: Page, number: number) =>
  page
    .locator('.tile')
    .nth(number - 1)
    .and(page.locator('[data-state="on-air"]'));

test('a page whose daemon was killed and started again comes back by itself and shows the truth', async () => {
  const api = createApi(daemon.url);
  const { id } = await api.clip('1.mp4');
  await api.ask('PATCH', `/clips/${id}`, { endAction: 'loop' });
  const port = new URL(daemon.url).port;
  const page = await openPage(browser, daemon.url);
  await page.locator('.link.open').waitFor();
  await page.locator('.tile').nth(1).waitFor();
  await page.keyboard.press('1');
  await onAir(page, 1).waitFor();
  await whenSaved(daemon, ({ clipId, transport }) => clipId === id && transport === 'playing');
  const { folder } = daemon;
  await daemon.end('SIGKILL');
  await page.locator('.link.lost').waitFor();
  daemon = await startDaemon({ folder, environment: { CUEDECK_HTTP_PORT: port }, seconds: TIMEOUT_MS / 1000 });
  await page.locator('.link.open').waitFor();
  await page.locator('.program[data-state="playing"]').waitFor();
  await onAir(page, 1).waitFor();
  await page.keyboard.press('2');
  await onAir(page, 2).waitFor();
  expect(await page.locator('.tile[data-state="on-air"]').count()).toBe(1);
});

test('a player that was killed comes back under the page, which says so meanwhile or at once shows it again', async () => {
  const api = createApi(daemon.url);
  const page = await openPage(browser, daemon.url);
  await page.locator('.tile').nth(1).waitFor();
  await page.keyboard.press('2');
  await api.shows(2, 'playing');
  await new Promise((resolve) => {
    spawn('pkill', ['-9', '-P', String(daemon.process.pid), 'mpv']).once('close', resolve);
  });
  await api.until(async () => {
    const { playerRunning, state } = await api.transport();
    return playerRunning && state === 'playing';
  });
  await page.locator('.tile[data-state="on-air"]').waitFor();
});
