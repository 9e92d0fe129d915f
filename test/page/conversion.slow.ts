// Converting a clip from the Library: question, progress, cancel, and how it ended.
import { expect, onTestFinished, test } from 'vitest';
import { createApi, IDLE_TIMEOUT_MS, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

test('a clip is converted from its row, and the row says how far it is and how it ended', async () => {
  const [daemon, browser] = await Promise.all([
    startWithClips({ 'a.ts': 'long-gop-25.ts', 'b.mp4': 'short-25.mp4', 'c.png': 'still.png' }),
    launchBrowser(),
  ]);
  onTestFinished(async () => {
    await browser.close();
    await daemon.dispose();
  });
  const api = createApi(daemon.url);
  for (const width of [1200, 380]) {
    const page = await openPage(browser, daemon.url, { width, path: '/#library' });
    const row = (name: string) => page.locator('.clip-row').filter({ hasText: name });
    await row('c.png').waitFor();
    expect(await row('c.png').locator('.convert').count()).toBe(0);
    // Nothing of a row hides anything else.
    const boxes = await row('a.ts')
      .locator('> .button, > .convert, > .danger-quiet')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const sorted = boxes.toSorted((one, other) => one.left - other.left);
    for (const [at, box] of sorted.entries()) expect(box.left).toBeGreaterThanOrEqual(sorted[at - 1]?.right ?? 0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // The question can be refused.
    await row('a.ts').getByRole('button', { name: 'Convert a.ts' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await api.clip('a.ts')).conversion).toBeUndefined();
    await row('a.ts').getByRole('button', { name: 'Convert a.ts' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Convert' }).click();
    await row('a.ts')
      .getByText(/^(Waits|Converting|Checking)/)
      .waitFor();
    await row('a.ts').getByRole('button', { name: 'Cancel the conversion of a.ts' }).click();
    await row('a.ts').getByRole('button', { name: 'Convert a.ts' }).waitFor();
    await api.until(async () => (await api.clip('a.ts')).conversion === undefined);
    await page.close();
  }
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  const row = page.locator('.clip-row').filter({ hasText: 'b.mp4' });
  await row.getByRole('button', { name: 'Convert b.mp4' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Convert' }).click();
  await row
    .getByText('b.mp4 is coded as this player plays it best. It stays as it is.')
    .waitFor({ timeout: IDLE_TIMEOUT_MS });
});
