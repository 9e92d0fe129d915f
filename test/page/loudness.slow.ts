// What the Trim view says of a clip's loudness.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { makeClip, sine } from '../library/loudness/sounds.ts';
import { findViolations } from './accessibility.ts';
import { createApi, IDLE_TIMEOUT_MS, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([startWithClips({ 'mute.mp4': 'short-25.mp4' }), launchBrowser()]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});

const openClip = async (name: string) => {
  const { id } = await api.clip(name);
  return openPage(browser, daemon.url, { path: `/#trim/${id}` });
};

const add = async (name: string, decibels: number): Promise<void> => {
  const path = makeClip(daemon.folder, name, sine(decibels, 5));
  await fetch(`${daemon.url}/api/v1/uploads/${name}`, { method: 'PUT', body: new Uint8Array(readFileSync(path)) });
};

test('a clip says that it is not measured yet, and how loud it is as soon as it is', async () => {
  await api.ask('POST', '/transport/fire', { clipId: (await api.clip('mute.mp4')).id });
  await api.ask('PATCH', `/clips/${(await api.clip('mute.mp4')).id}`, { endAction: 'loop' });
  await add('loud.mkv', -15);
  const page = await openClip('loud.mkv');
  await page.getByText('Its loudness is measured when nothing plays.').waitFor();
  await api.ask('POST', '/transport/stop');
  await page.getByText('−15 LUFS · true peak −15 dBTP · range 0 LU').waitFor({ timeout: IDLE_TIMEOUT_MS });
  expect(await findViolations(page)).toEqual([]);
});

test('a clip without sound says so', async () => {
  const page = await openClip('mute.mp4');
  await page.getByText('It has no sound.').waitFor();
});

test('one press matches a clip that is too loud, and a clip that is too quiet says what it reaches', async () => {
  await add('hot.mkv', -11);
  const page = await openClip('hot.mkv');
  await page.getByRole('button', { name: 'Match to −23 LUFS (63 %)' }).click({ timeout: IDLE_TIMEOUT_MS });
  await page.getByText('Volume 63 %').waitFor();
  await api.until(async () => (await api.clip('hot.mkv')).volumePercent === 63);
  await page.getByRole('button', { name: 'Match to −23 LUFS (63 %)', disabled: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await add('quiet.mkv', -31);
  const other = await openClip('quiet.mkv');
  await other.getByText('It reaches −31.0 LUFS, not −23').waitFor({ timeout: IDLE_TIMEOUT_MS });
  await other.getByRole('button', { name: 'Match to −23 LUFS (100 %)', disabled: true }).waitFor();
});
