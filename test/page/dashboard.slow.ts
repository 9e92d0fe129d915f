// The dashboard of the talkgroup service in a real browser.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transmission } from '../talkgroup/fakes/bursts.ts';
import { joinByUdp, startService } from '../talkgroup/fakes/running-service.ts';
import { findViolations } from './accessibility.ts';
import { startDeadWire } from './dead-wire.ts';
import { launchBrowser, openPage } from './page-under-test.ts';

const PEER = 2_345_671;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const state = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

const linesOf = async (page: Page, id: string): Promise<readonly string[]> =>
  (await page.locator(`#${id} tr`).allInnerTexts()).map((line) => line.replaceAll('\t', ' | '));

test('an empty service says so in every table, to everybody', async () => {
  const service = await startService();
  const page = await openPage(browser, service.http);
  await state(page, 'Live').waitFor();
  await page.getByText('There is no bridge.').waitFor();
  expect(await page.title()).toBe('CueDeck talkgroups');
  expect(await page.locator('tbody').allInnerTexts()).toEqual([
    ...['Nobody is talking.', 'Nobody has spoken yet.', 'Nobody listens.', 'No peer is in.', 'There is no bridge.'],
  ]);
  expect(await page.locator('main p').allInnerTexts()).toEqual(['0 talkgroups are carried.', '0 of 0 peers are in.']);
  expect(await findViolations(page)).toEqual([]);
});

test('it shows who talks, who spoke, and where; names from outside are text', async () => {
  const service = await startService();
  await service.admin('catalogue add', ['91', '<b>World</b>']);
  const hotspot = await joinByUdp(service, PEER);
  const page = await openPage(browser, service.http);
  await state(page, 'Live').waitFor();
  const bursts = transmission({ peer: PEER, source: PEER, destination: 91, timeslot: 2, stream: 7 }, 3);
  for (const burst of bursts.slice(0, -1)) hotspot.send(burst);
  await service.settle();
  service.clock.advance(0.5);
  await page.locator('#talking').getByText('<b>World</b>').waitFor();
  expect(await linesOf(page, 'talkgroups')).toEqual(['91 | <b>World</b> | 1']);
  expect(await linesOf(page, 'talking')).toEqual([
    expect.stringMatching(`^${PEER} \\| 91 <b>World</b> \\| ${PEER} M0ABC \\| 2 \\| \\d+ s$`),
  ]);
  for (const burst of bursts.slice(-1)) hotspot.send(burst);
  await service.settle();
  service.clock.advance(0.5);
  await page.getByText('Nobody is talking.').waitFor();
  expect(await linesOf(page, 'heard')).toEqual([
    expect.stringMatching(`\\| ${PEER} \\| 91 <b>World</b> \\| ${PEER} M0ABC \\| 2 \\| 0.5 s$`),
  ]);
  expect(await linesOf(page, 'peers')).toEqual([
    expect.stringMatching(`^${PEER} \\| M0ABC \\| London, IO91 \\|  \\| 91 \\| .* \\| 20240101_Pi-Star$`),
  ]);
});

test('a page whose connection went dead says so, and is live again when the network is back', async () => {
  const service = await startService();
  const wire = await startDeadWire(service.http);
  const page = await openPage(browser, wire.url);
  await state(page, 'Live').waitFor();
  wire.cut();
  await state(page, 'Connection lost, trying again…').waitFor();
  wire.mend();
  await state(page, 'Live').waitFor();
});

test('the built dashboard is at most 10 kB, compressed', () => {
  const folder = 'dist/dashboard';
  const files = readdirSync(folder);
  expect(files.sort()).toEqual(['dashboard.css', 'dashboard.js', 'index.html']);
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(`${folder}/${name}`)).length, 0);
  expect(bytes).toBeLessThanOrEqual(10_000);
});
