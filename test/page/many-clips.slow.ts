// A list of 1,000 clips: it scrolls, and what changes in it never holds the page up.
import { expect, onTestFinished, test } from 'vitest';
import { CLIPS, longestTasks, MAX_TASK_MS, scroll, startWithMany } from './long-tasks.ts';
import { createApi, launchBrowser, openPage } from './page-under-test.ts';

test.each(['/', '/#library'])('at %s 1,000 clips scroll and change without a task over 100 ms', async (path) => {
  const daemon = await startWithMany();
  onTestFinished(() => daemon.dispose());
  const api = createApi(daemon.url);
  const tasks = await longestTasks(daemon.url, {
    path,
    ready: (page) => page.getByText('Clip 5', { exact: true }).first().waitFor(),
    act: async (page) => {
      await scroll(page);
      await page.getByText(`Clip ${CLIPS}`, { exact: true }).first().waitFor();
      await api.ask('PATCH', '/clips/c500', { name: 'another name' });
      await page.waitForTimeout(500);
      await api.ask('POST', '/transport/fire', { clipId: 'c10' });
      await page.waitForTimeout(1500);
    },
  });
  expect(tasks.length).toBeGreaterThan(0);
  expect(tasks.filter((task) => task > MAX_TASK_MS)).toEqual([]);
});

test('1,000 clips: Fire at its end, then Library, shows the first rows, and Fire is still at its end', async () => {
  const daemon = await startWithMany();
  onTestFinished(() => daemon.dispose());
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await openPage(browser, daemon.url);
  const clip = (number: number) => page.getByText(`Clip ${number}`, { exact: true }).first();
  await clip(5).waitFor();
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
  await clip(CLIPS).waitFor();
  await page.getByRole('link', { name: 'Library' }).click();
  await page.locator('.clip-row', { has: clip(1) }).waitFor();
  expect(await clip(1).isVisible()).toBe(true);
  const inSight = async (number: number): Promise<boolean> => {
    const { y = -1 } = (await clip(number).boundingBox()) ?? {};
    return y > 0 && y < 800;
  };
  await expect.poll(() => inSight(1)).toBe(true);
  await page.getByRole('link', { name: 'Fire' }).click();
  await clip(CLIPS).waitFor();
  await expect.poll(() => inSight(CLIPS)).toBe(true);
});
