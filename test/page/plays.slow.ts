// What the page says of frames: the warning of what plays and loses some, the counts on the Device view, and the play log.
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { findViolations } from './accessibility.ts';
import { createApi, isTooWide, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

/** An output, and a decoder, that take a fifth and half of the frames of 25 a second, however fast the machine is. */
const SLOW_OUTPUT = '--ao=null --vo=null --vo-null-fps=5';
const SLOW_DECODER = '--ao=null --vo=null --vf-append=lavfi=[realtime=speed=0.5]';

const show = async (mpvArgs: string) => {
  const clips = { 'heavy.mp4': 'numbered-25-sound.mp4', 'still.png': 'still.png' } as const;
  const [daemon, browser] = await Promise.all([startWithClips(clips, { CUEDECK_MPV_ARGS: mpvArgs }), launchBrowser()]);
  onTestFinished(async () => {
    await browser.close();
    await daemon.dispose();
  });
  return { daemon, browser, api: createApi(daemon.url) };
};

test.each([
  { what: 'an output', mpvArgs: SLOW_OUTPUT, why: 'The screen mode, or scaling to it, is too much for this player.' },
  { what: 'a decoder', mpvArgs: SLOW_DECODER, why: 'The file is too heavy for this player.' },
])('$what that is behind is told while the clip plays, with the reason, and no longer', async ({ mpvArgs, why }) => {
  const { daemon, browser, api } = await show(mpvArgs);
  const { id } = await api.clip('heavy.mp4');
  await api.ask('PATCH', `/clips/${id}`, { endAction: 'loop' });
  for (const width of [1280, 380]) {
    const page = await openPage(browser, daemon.url, { width });
    const warning = page.getByRole('status').filter({ hasText: /^\d+ frames dropped\. / });
    await page.locator('.tile').filter({ hasText: 'heavy' }).waitFor();
    expect(await warning.count()).toBe(0);
    await api.ask('POST', '/transport/fire', { clipId: id });
    await warning.filter({ hasText: why }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await findViolations(page)).toEqual([]);
    await api.ask('POST', '/transport/stop');
    await warning.waitFor({ state: 'detached' });
    await page.close();
  }
});

test('the Device view counts the frames of what plays, and saves the play log as a table', async () => {
  const { daemon, browser, api } = await show(SLOW_OUTPUT);
  const { id } = await api.clip('heavy.mp4');
  const page = await openPage(browser, daemon.url, { path: '/#device' });
  const panel = page.getByRole('region', { name: 'Plays' });
  await panel.getByText('Nothing plays.').waitFor();
  await api.ask('PATCH', `/clips/${id}`, { endAction: 'loop' });
  await api.ask('POST', '/transport/fire', { clipId: id });
  const count = (name: string) => panel.locator(`dt:text-is("${name}") + dd`);
  await count('Clip').getByText('heavy').waitFor();
  await count('Dropped by the output')
    .filter({ hasText: /^[1-9]/ })
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  await api.ask('POST', '/transport/stop');
  await panel.getByText('Nothing plays.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Save the play log (CSV)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('plays.csv');
  const [head = '', first = ''] = readFileSync(await download.path(), 'utf8').split('\r\n');
  const row = Object.fromEntries(head.split(',').map((name, index) => [name, first.split(',')[index]]));
  expect(row).toMatchObject({ clip: expect.stringContaining('heavy'), ended: 'stop' });
  expect(Number(row.framesDroppedByOutput)).toBeGreaterThan(0);
});
