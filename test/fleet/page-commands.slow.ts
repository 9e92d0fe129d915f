// GO, stop and black from the Fleet view: three real players at a real broker, and what each of them made of it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { findViolations } from '../page/accessibility.ts';
import { createApi, isTooWide, launchBrowser, openPage } from '../page/page-under-test.ts';
import { type FleetFixture, startFleet } from './fleet-fixture.ts';

const IDS = ['far', 'left', 'right'] as const;
type Id = (typeof IDS)[number];
/** A press sooner than this after the last one does not count. */
const BOUNCE_MS = 350;

let fleetFixture: FleetFixture;
let browser: Browser;
beforeAll(async () => {
  [fleetFixture, browser] = await Promise.all([
    startFleet({ far: 'front', left: 'stage', right: 'stage' }),
    launchBrowser(),
  ]);
  await fleetFixture.fleet('push', media('numbered-25.mp4'));
  for (const id of IDS) await api(id).ask('PATCH', `/clips/${await clipId(id)}`, { endAction: 'loop' });
}, 240_000);
afterAll(async () => {
  await browser.close();
  await fleetFixture.stop();
});

const api = (id: Id) => createApi(fleetFixture.daemon(id).url);
const clipId = async (id: Id) => (await api(id).clip('numbered-25.mp4')).id;
const standBy = async (...ids: readonly Id[]): Promise<void> => {
  for (const id of ids) await api(id).ask('POST', '/transport/standby', { clipId: await clipId(id) });
};
const states = async () =>
  Promise.all(
    IDS.map(async (id) => {
      const { state, fade } = await api(id).transport();
      return `${id} ${state} ${fade.to}`;
    }),
  );

const openFleet = async (options: { width?: number; safe?: boolean } = {}): Promise<Page> => {
  const page = await openPage(browser, fleetFixture.daemon('left').url, { path: '/#fleet', ...options });
  await page.getByText('3 players, all well').waitFor();
  return page;
};
const press = (page: Page, name: string) => page.locator('fieldset').getByRole('button', { name, exact: true }).click();
const shows = (page: Page, text: string) => page.getByText(text).waitFor();
const isIn = (page: Page, id: Id, state: string) =>
  page.locator(`.players > li[data-state="${state}"]`).filter({ hasText: id }).waitFor();

test('GO goes to a group or to all; who did not do it is named with the reason', async () => {
  const page = await openFleet();
  await standBy(...IDS);
  await page.getByLabel('Players').selectOption('stage');
  await press(page, 'GO');
  await shows(page, 'GO (stage): 2 of 2 done');
  expect(await states()).toEqual(['far stopped picture', 'left playing picture', 'right playing picture']);
  await page.getByLabel('Players').selectOption('All players');
  await page.waitForTimeout(BOUNCE_MS);
  await press(page, 'GO');
  await shows(page, 'GO (All players): 1 of 3 done');
  // The players of these tests have one name, as new ones do.
  const reasons = page.getByRole('status').getByRole('listitem');
  expect(await reasons.allTextContents()).toEqual([
    'cuedeck (left): Nothing stands by, and there is no next item.',
    'cuedeck (right): Nothing stands by, and there is no next item.',
  ]);
  expect((await states())[0]).toBe('far playing picture');
  expect(await findViolations(page)).toEqual([]);
});

test('a second press of GO at once does nothing, so that no item is skipped', async () => {
  const page = await openFleet();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '');
  });
  // Both at once, however busy the machine is.
  await page.evaluate("{ const go = document.querySelector('fieldset button'); go.click(); go.click(); }");
  await shows(page, 'GO (All players)');
  await press(page, 'Picture');
  await shows(page, 'Picture (All players): 3 of 3 done');
  expect(sent.map((body) => JSON.parse(body).do)).toEqual(['go', 'fade']);
});

test('with Safe on, Stop and Black ask while a player that is meant plays; GO and Picture do not', async () => {
  const page = await openFleet({ safe: true, width: 360 });
  await standBy(...IDS);
  await press(page, 'GO');
  await shows(page, 'GO (All players): 3 of 3 done');
  for (const id of IDS) await isIn(page, id, 'playing');
  const question = page.getByRole('dialog');
  for (const name of ['Stop', 'Black']) {
    await press(page, name);
    await question.getByText(`All players: 3 on air. ${name}?`).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
  }
  expect(await states()).toEqual(IDS.map((id) => `${id} playing picture`));
  await page.getByLabel('Players').selectOption('front');
  await press(page, 'Black');
  await question.getByText('front: 1 on air. Black?').waitFor();
  await question.getByRole('button', { name: 'Black' }).click();
  await shows(page, 'Black (front): 1 of 1 done');
  expect(await states()).toEqual(['far playing black', 'left playing picture', 'right playing picture']);
  await press(page, 'Picture');
  await shows(page, 'Picture (front): 1 of 1 done');
  await press(page, 'Stop');
  await question.getByRole('button', { name: 'Stop' }).click();
  await shows(page, 'Stop (front): 1 of 1 done');
  expect(await states()).toEqual(['far stopped picture', 'left playing picture', 'right playing picture']);
  // Nothing of this group is on air any more, and the page has been told so.
  await isIn(page, 'far', 'stopped');
  await press(page, 'Black');
  await shows(page, 'Black (front): 1 of 1 done');
  expect(await isTooWide(page)).toBe(false);
  await press(page, 'Picture');
  await shows(page, 'Picture (front): 1 of 1 done');
});

test('a player that is gone is unknown, and a broker that is gone is a refusal', async () => {
  const page = await openFleet();
  await fleetFixture.daemon('far').end('SIGKILL');
  await shows(page, '3 players, 1 with faults');
  await press(page, 'Stop');
  await shows(page, 'Stop (All players): 2 of 3 done');
  await shows(page, '(far): unknown. It is offline.');
  await fleetFixture.broker.kill();
  await shows(page, 'The broker cannot be reached: what the players are doing is unknown.');
  await press(page, 'GO');
  await shows(page, 'The MQTT broker cannot be reached; nothing was sent.');
});
