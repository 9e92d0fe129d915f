// 200 lists of 2,000 items: the Show view scrolls, edits and fires without holding the page up.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CLIPS, longestTasks, MAX_TASK_MS, scroll, startWithMany } from './long-tasks.ts';
import { createApi, TIMEOUT_MS } from './page-under-test.ts';

const LISTS = 200;
const ITEMS = 2000;

/** All lists in one file, as a restore leaves them. */
const writeLists = (folder: string): void => {
  const lists = Array.from({ length: LISTS }, (_, list) => ({
    ...{ version: 1, id: `l${list}`, name: `List ${list + 1}`, repeat: false, shuffle: false },
    items: Array.from({ length: ITEMS }, (_, at) => ({
      id: `l${list}-${at + 1}`,
      clipId: `c${at % CLIPS}`,
      note: `Note ${at + 1}`,
    })),
  }));
  writeFileSync(join(folder, 'state/lists.json'), JSON.stringify({ version: 1, lists, listId: 'l0' }));
};

test('200 lists of 2,000 items scroll, change and are gone through without a task over 100 ms', async () => {
  const daemon = await startWithMany(writeLists);
  onTestFinished(() => daemon.dispose());
  const api = createApi(daemon.url);
  const note = (at: number) => `Note ${at}`;
  const tasks = await longestTasks(daemon.url, {
    path: '/#show',
    ready: (page) => page.getByText(note(5), { exact: true }).first().waitFor({ timeout: TIMEOUT_MS }),
    act: async (page) => {
      await scroll(page);
      await page.getByText(note(ITEMS), { exact: true }).first().waitFor();
      // Far away in the list, which then shows it.
      await api.ask('POST', '/transport/standby', { itemId: 'l0-1000' });
      await page.getByText(note(1000), { exact: true }).first().waitFor();
      await page.keyboard.press(' ');
      await page.locator('.item[data-id="l0-1000"][data-tally]').waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.locator('.item[data-id="l0-3"] .handle').press('ArrowDown');
      await page.locator('[data-spoken]').getByText('is number 4 of 2000 now.').waitFor({ state: 'attached' });
      await page.locator('.chooser select').selectOption('l150');
      await page.locator('.item[data-id="l150-5"]').waitFor({ state: 'attached' });
      await page.waitForTimeout(500);
    },
  });
  expect(tasks.length).toBeGreaterThan(0);
  expect(tasks.filter((task) => task > MAX_TASK_MS)).toEqual([]);
});
