// What the page says of clips that this player does not play smoothly: by words, on tile, row and after an upload.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Daemon, startDaemon } from '../e2e/daemon.ts';
import { findViolations } from './accessibility.ts';
import { createApi, IDLE_TIMEOUT_MS, launchBrowser, openPage, startWithClips, TIMEOUT_MS } from './page-under-test.ts';

const FACTORS = { 'good.mp4': 5, 'close.mp4': 1.2, 'heavy.mp4': 0.5 } as const;

let daemon: Daemon;
let browser: Browser;

/** Coded as every board plays it best. */
const heavyFile = (folder: string): Uint8Array<ArrayBuffer> => {
  const path = join(folder, 'heavy.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=960x540:r=25:d=1', '-pix_fmt', 'yuv420p'];
  execFileSync('ffmpeg', [
    '-v',
    'error',
    ...source,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-profile:v',
    'main',
    path,
  ]);
  return new Uint8Array(readFileSync(path));
};

/** Measures the clips, then gives each its factor. */
beforeAll(
  async () => {
    const [first, started] = await Promise.all([
      startWithClips({ 'good.mp4': 'short-25.mp4', 'close.mp4': 'short-25.mp4' }),
      launchBrowser(),
    ]);
    browser = started;
    const api = createApi(first.url);
    await fetch(`${first.url}/api/v1/uploads/heavy.mp4`, { method: 'PUT', body: heavyFile(first.folder) });
    const isMeasured = async () => (await api.clips()).slice(1).every(({ playability }) => playability?.measuredAt);
    await api.until(isMeasured, IDLE_TIMEOUT_MS);
    const clips = await api.clips();
    await first.end();
    const path = join(first.stateDir, 'playability.json');
    const record = JSON.parse(readFileSync(path, 'utf8'));
    for (const [file, factor] of Object.entries(FACTORS)) {
      const id = clips.find((clip) => clip.file === file)?.id ?? '';
      Object.assign(record.clips[id].measured, { worstSecondFactor: factor, realtimeFactor: factor });
    }
    writeFileSync(path, JSON.stringify(record));
    daemon = await startDaemon({ folder: first.folder, seconds: TIMEOUT_MS / 1000 });
  },
  IDLE_TIMEOUT_MS + 2 * TIMEOUT_MS,
);
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

test('a tile says what is tight and what is too slow, and nothing of what is smooth', async () => {
  const page = await openPage(browser, daemon.url);
  const tile = (name: string) => page.locator('.tile').filter({ hasText: name });
  await tile('heavy').getByText('Too slow').waitFor();
  await tile('close').getByText('Tight').waitFor();
  expect(await tile('good').locator('.verdict').count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
});

test('a row of the list says the verdict, the reason and what to do', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  const row = (name: string) => page.locator('.clip-row').filter({ hasText: name });
  await row('good').getByText('Plays smoothly').waitFor();
  await row('heavy').getByText('Too slow').waitFor();
  expect(await row('heavy').locator('.advice').textContent()).toBe(
    'This box shows its slowest second 0.5 times as fast as it plays, all of it 0.5 times as fast as it plays: it loses frames. Convert it to a lower bit rate or a smaller picture.',
  );
  expect(await findViolations(page)).toEqual([]);
});

test('a message after an upload says that the clip is too slow', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  const answer = {
    clip: {
      playability: { verdict: 'too-slow', decoder: 'no', advice: ['This box is too slow for it.', 'Convert it.'] },
    },
  };
  await page.route('**/api/v1/uploads/big.mp4', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(answer) })
      : route.continue(),
  );
  await page
    .locator('.drop input')
    .setInputFiles({ name: 'big.mp4', mimeType: 'video/mp4', buffer: Buffer.from('a file that is answered for') });
  await page.getByText('“big.mp4” – too slow. This box is too slow for it. Convert it.').waitFor();
});

test('converting what is too slow makes it smaller, as its advice says', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  const row = page.locator('.clip-row').filter({ hasText: 'heavy' });
  await row.getByText('960×540').waitFor();
  // Verdicts come after the clips, and the question is as the page knows the clip when it is asked.
  await row.getByText('Too slow').waitFor();
  await row.getByRole('button', { name: 'Convert heavy' }).click();
  const question = page.getByRole('dialog');
  await question.getByText('To suit this player it may get fewer frames a second, or a smaller picture.').waitFor();
  await question.getByRole('button', { name: 'Convert' }).click();
  await row.getByText('640×360').waitFor({ timeout: IDLE_TIMEOUT_MS });
  await row.getByText('Too slow').waitFor({ state: 'detached', timeout: IDLE_TIMEOUT_MS });
});
