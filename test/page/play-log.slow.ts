// The play log on the page: what has been played, by days, with what ends meanwhile, and 10,000 plays of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { findViolations } from './accessibility.ts';
import { longestTasks, MAX_TASK_MS, scroll, startWithMany } from './long-tasks.ts';
import { createApi, isTooWide, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

const SIZES = [
  [1366, 768],
  [820, 1180],
  [390, 844],
  [320, 568],
] as const;

const rows = (page: Page) => page.locator('.play');
const check = async (page: Page): Promise<void> => {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    expect([width, await findViolations(page)]).toEqual([width, []]);
    expect([width, await isTooWide(page)]).toEqual([width, false]);
  }
};

test('the play log shows the newest first, what ends meanwhile, a day of it, and saves it as a table', async () => {
  const clips = { 'a.mp4': 'numbered-25-sound.mp4', 'b.mp4': 'short-25.mp4' } as const;
  const [daemon, browser] = await Promise.all([startWithClips(clips), launchBrowser()]);
  onTestFinished(async () => {
    await browser.close();
    await daemon.dispose();
  });
  const api = createApi(daemon.url);
  const page = await openPage(browser, daemon.url, { path: '/#device' });
  await page.getByRole('link', { name: 'Open the play log' }).click();
  await page.getByText('Nothing has been played yet.').waitFor();
  expect(await page.getByRole('navigation').locator('[aria-current]').textContent()).toBe('Device');
  await check(page);
  const fire = async (file: string): Promise<void> =>
    void (await api.ask('POST', '/transport/fire', { clipId: (await api.clip(file)).id }));
  await fire('a.mp4');
  await fire('b.mp4');
  await rows(page).first().waitFor();
  await api.shows(2, 'ended');
  await rows(page).nth(1).waitFor();
  const texts = (await rows(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  expect(texts[0]).toMatch(/b\.mp4 .*0:0[01].* over HTTP, 127\.0\.0\.1 ran to its end \d+ frames?, /);
  expect(texts[1]).toMatch(/a\.mp4 .* over HTTP, 127\.0\.0\.1 was replaced \d+ frames?/);
  await page.getByText('2 plays').waitFor();
  await check(page);
  const save = page.getByRole('link', { name: 'Save as CSV' });
  const saved = async (): Promise<number> => {
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    return (
      readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n').length - 1
    );
  };
  expect(await saved()).toBe(2);
  await page.getByLabel('Day').fill('2020-02-29');
  await page.getByText('Nothing was played on that day.').waitFor();
  expect(await saved()).toBe(0);
  await check(page);
  await page.getByRole('button', { name: 'All days' }).click();
  await page.getByText('2 plays').waitFor();
  // Not read: told, and tried again.
  await page.route('**/api/v1/plays?**', (route) => route.abort());
  await page.getByLabel('Day').fill('2020-03-01');
  await page.getByText('The play log could not be read.').waitFor();
  await check(page);
  await page.unroute('**/api/v1/plays?**');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.getByText('Nothing was played on that day.').waitFor();
});

const PLAYS = 10_000;
const START = Date.UTC(2026, 4, 1, 12);

test('10,000 plays are gone through to the oldest without a task over 100 ms', async () => {
  const lines = Array.from({ length: PLAYS }, (_none, at) =>
    JSON.stringify({
      startedAt: new Date(START + at * 60_000).toISOString(),
      endedAt: new Date(START + at * 60_000 + 30_000).toISOString(),
      ...{ clipId: `c${at % 7}`, clip: `Clip number ${at + 1}`, inSeconds: 0, outSeconds: 30 },
      by: { door: 'mqtt', from: 'cuedeck/all/do/fire' },
      ended: 'end',
      ...{ framesDue: 750, framesDropped: 1, framesDroppedByDecoder: 1, framesDroppedByOutput: 0, framesLate: 2 },
    }),
  );
  const daemon = await startWithMany((folder) =>
    writeFileSync(join(folder, 'state/plays.jsonl'), `${lines.join('\n')}\n`),
  );
  onTestFinished(() => daemon.dispose());
  const tasks = await longestTasks(daemon.url, {
    path: '/#plays',
    ready: (page) => page.getByText(`Clip number ${PLAYS}`, { exact: true }).waitFor(),
    act: async (page) => {
      const older = page.getByRole('button', { name: 'Show older plays' });
      for (let shown = 200; shown < PLAYS; shown += 200) {
        await page.getByText(`the newest ${shown} plays`, { exact: true }).waitFor();
        await older.press('Enter');
      }
      await page.getByText(`the newest ${PLAYS} plays`, { exact: true }).waitFor();
      await older.press('Enter');
      await page.getByText(`${PLAYS} plays`, { exact: true }).waitFor();
      await scroll(page);
      await page.getByText('Clip number 1', { exact: true }).waitFor();
    },
  });
  expect(tasks.length).toBeGreaterThan(0);
  expect(tasks.filter((task) => task > MAX_TASK_MS)).toEqual([]);
});
