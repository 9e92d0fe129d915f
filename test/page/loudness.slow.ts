// What the Trim view says of a clip's loudness.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Daemon } from '../e2e/daemon.ts';
import { makeClip, sine } from '../library/loudness/sounds.ts';
import { findViolations } from './accessibility.ts';
import { createApi, launchBrowser, openPage, startWithClips } from './page-under-test.ts';

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
  await page.getByText('−15 LUFS · true peak −15 dBTP · range 0 LU').waitFor();
  expect(await findViolations(page)).toEqual([]);
});

test('a clip without sound says so', async () => {
  const page = await openClip('mute.mp4');
  await page.getByText('It has no sound.').waitFor();
});
