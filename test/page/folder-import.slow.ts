// Files that were copied into the clips folder: the Library says which are still to come.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { holdFfprobe } from '../e2e/held-ffprobe.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';
import { launchBrowser, openPage, TIMEOUT_MS } from './page-under-test.ts';

test('files that are examined are in the Library, with how many are to come, and become clips by themselves', async () => {
  const folder = createDaemonFolder();
  const ffprobe = holdFfprobe(await temporaryFolder());
  for (const name of ['a.mp4', 'slow-1.mp4', 'slow-2.mp4'])
    copyFileSync(media('short-25.mp4'), join(folder, 'clips', name));
  const [daemon, browser] = await Promise.all([
    startDaemon({ folder, environment: { PATH: ffprobe.path }, seconds: TIMEOUT_MS / 1000 }),
    launchBrowser(),
  ]);
  onTestFinished(async () => {
    await browser.close();
    await daemon.dispose();
  });
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  await page.locator('.clip-row').filter({ hasText: 'a.mp4' }).waitFor();
  await page.getByText('2 more files are being examined.').waitFor();
  expect(await page.locator('.coming-row .name').allTextContents()).toEqual(['slow-1.mp4', 'slow-2.mp4']);
  expect(await page.locator('.clip-row').count()).toBe(1);
  ffprobe.letGo();
  await page.locator('.clip-row').nth(2).waitFor();
  await page.locator('.coming-row').first().waitFor({ state: 'detached' });
  const names = await page.locator('.clip-row .name').allTextContents();
  expect(names.toSorted()).toEqual(['a.mp4', 'slow-1.mp4', 'slow-2.mp4']);
});
