// What operators do that nobody planned for: odd names, two at one clip, one name twice, a full disk, a cable that is pulled.
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';
import { createApi, launchBrowser, openPage, startWithClips, TIMEOUT_MS } from './page-under-test.ts';

const ODD_NAME = `<img src=x onerror="window.hit=1"> 'Größe' "🎵" &amp; ${'long '.repeat(8)}`.trim();

let daemon: Daemon;
let browser: Browser;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  [daemon, browser] = await Promise.all([
    startWithClips({ 'a.mp4': 'numbered-25-sound.mp4', "b 'ü' 🎵 <i>.mp4": 'long-gop-25.mp4' }),
    launchBrowser(),
  ]);
  api = createApi(daemon.url);
});
afterAll(async () => {
  await browser.close();
  await daemon.dispose();
});
afterEach(async () => {
  await api.ask('POST', '/transport/cue', { clipId: 'splash' });
});

const chooseFiles = (page: Page, files: readonly string[]): Promise<void> =>
  page.locator('.drop input').setInputFiles([...files]);

test('a name of quotes, HTML and signs is shown as it was typed, in every view', async () => {
  const { id } = await api.clip('a.mp4');
  const page = await openPage(browser, daemon.url, { path: `/#trim/${id}` });
  await page.getByLabel('Name').fill(ODD_NAME);
  await page.getByLabel('Name').press('Enter');
  await api.until(async () => (await api.clip('a.mp4')).name === ODD_NAME);
  await page.getByRole('option', { name: `1. ${ODD_NAME}` }).waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Library' }).click();
  await page.locator('.clip-row .name', { hasText: ODD_NAME }).waitFor();
  await page.getByRole('link', { name: 'Fire' }).click();
  await page.locator('.tile .name', { hasText: ODD_NAME }).waitFor();
  await page.keyboard.press('1');
  await page.locator('.program[data-state="playing"] .name', { hasText: ODD_NAME }).waitFor();
  await page.locator('.tile').first().click();
  await page.locator('.notice').getByText(`“${ODD_NAME}” is on air.`).waitFor();
  const monitor = await openPage(browser, daemon.url, { path: '/countdown' });
  await monitor.getByRole('heading', { name: ODD_NAME }).waitFor();
  expect(await page.evaluate('window.hit')).toBeUndefined();
  await page.keyboard.press('2');
  await api.shows(2, 'playing');
  await api.ask('PATCH', `/clips/${id}`, { name: 'a.mp4' });
});

test('two who edit one clip see what the other saved, and what one is typing stays', async () => {
  const { id } = await api.clip('a.mp4');
  const [one, other] = [
    await openPage(browser, daemon.url, { path: `/#trim/${id}` }),
    await openPage(browser, daemon.url, { path: `/#trim/${id}` }),
  ];
  await one.getByLabel('Name').fill('half a na');
  await other.getByLabel('At its end').selectOption('loop');
  await other.getByLabel('In', { exact: true }).fill('2');
  await other.getByLabel('In', { exact: true }).press('Enter');
  await one.getByRole('slider', { name: 'In point' }).and(one.locator('[aria-valuenow="2"]')).waitFor();
  expect(await one.getByLabel('Name').inputValue()).toBe('half a na');
  expect(await one.getByLabel('At its end').inputValue()).toBe('loop');
  await one.getByLabel('Name').press('Enter');
  await api.until(() =>
    other
      .getByLabel('Name')
      .inputValue()
      .then((name) => name === 'half a na'),
  );
  expect(await api.clip('a.mp4')).toMatchObject({ name: 'half a na', inSeconds: 2, endAction: 'loop' });
  await api.ask('PATCH', `/clips/${id}`, { name: 'a.mp4', inSeconds: 0, endAction: 'hold' });
});

test('a clip that plays is deleted by somebody else: both pages show the splash screen, and the undo brings it back', async () => {
  const { id } = await api.clip('a.mp4');
  const player = await openPage(browser, daemon.url);
  const trimmer = await openPage(browser, daemon.url, { path: `/#trim/${id}` });
  const librarian = await openPage(browser, daemon.url, { path: '/#library' });
  await player.locator('.tile').nth(1).waitFor();
  await player.keyboard.press('1');
  await api.shows(1, 'playing');
  await trimmer.getByLabel('Name').waitFor();
  await librarian.getByRole('button', { name: 'Delete a.mp4' }).click();
  await player.locator('.program[data-state="splash"]').waitFor();
  await api.until(async () => (await player.locator('.tile').count()) === 1);
  await trimmer.getByText('This clip was deleted.').waitFor();
  await librarian.getByRole('button', { name: 'Undo' }).click();
  await player.locator('.tile').nth(1).waitFor();
  await trimmer.getByLabel('Name').waitFor();
  expect((await api.clip('a.mp4')).id).toBe(id);
});

test('a file that is sent twice is there twice, and the second is called so', async () => {
  const page = await openPage(browser, daemon.url, { path: '/#library' });
  await chooseFiles(page, [media('short-25.mp4')]);
  await page.locator('.clip-row', { hasText: 'short-25.mp4' }).waitFor();
  await chooseFiles(page, [media('short-25.mp4')]);
  await page.locator('.clip-row', { hasText: 'short-25 (2).mp4' }).waitFor();
  for (const file of ['short-25.mp4', 'short-25 (2).mp4'])
    await api.ask('DELETE', `/clips/${(await api.clip(file)).id}`);
});

test('two browsers that send different files of one name at once: each file arrives whole, or its page says why not', async () => {
  const [one, two] = [await temporaryFolder(), await temporaryFolder()];
  copyFileSync(media('numbered-25-sound.mp4'), join(one, 'same.mp4'));
  copyFileSync(media('numbered-50.mp4'), join(two, 'same.mp4'));
  const pages = [
    await openPage(browser, daemon.url, { path: '/#library' }),
    await openPage(browser, daemon.url, { path: '/#library' }),
  ] as const;
  for (const page of pages) await page.locator('.clip-row').first().waitFor();
  await Promise.all([chooseFiles(pages[0], [join(one, 'same.mp4')]), chooseFiles(pages[1], [join(two, 'same.mp4')])]);
  // A row that is done goes after some seconds.
  await Promise.all(
    pages.map((page) => page.locator('.upload[data-state="done"], .upload[data-state="failed"]').first().waitFor()),
  );
  for (const page of pages) {
    const again = page.getByRole('button', { name: 'Try again' });
    if (await again.isVisible()) await again.click();
  }
  const arrived = async () => (await api.clips()).filter(({ file }) => file.startsWith('same'));
  await api.until(async () => (await arrived()).length === 2);
  expect((await arrived()).map(({ durationSeconds }) => Math.round(durationSeconds)).toSorted()).toEqual([10, 6]);
  for (const { id } of await arrived()) await api.ask('DELETE', `/clips/${id}`);
});

/** Bytes per second towards the daemon. */
const CABLE_BYTES = 10e6;

/** A slow way to the daemon, which can be cut. */
const startCable = async (port: number) => {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].map((end) => end.destroy()));
    }
    far.pipe(near);
    near.on('data', (chunk) => {
      far.write(chunk);
      near.pause();
      setTimeout(() => near.resume(), (chunk.length / CABLE_BYTES) * 1000);
    });
    near.on('end', () => far.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pull: (): void => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    plug: (): void => {
      isCut = false;
    },
  };
};

test('the network goes away in the middle of an upload: the page says so, and goes on by itself where it was', async () => {
  const folder = await temporaryFolder();
  spawnSync('ffmpeg', ['-v', 'error', '-i', media('short-25.mp4'), '-c', 'copy', join(folder, 'head.mkv')]);
  spawnSync('sh', ['-c', '(cat head.mkv; head -c 40000000 /dev/zero) > cut.mkv'], { cwd: folder });
  const cable = await startCable(Number(new URL(daemon.url).port));
  const page = await openPage(browser, cable.url, { path: '/#library' });
  await page.locator('.clip-row').first().waitFor();
  const ranges: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') ranges.push(request.headers()['content-range'] ?? '');
  });
  await chooseFiles(page, [join(folder, 'cut.mkv')]);
  await page.getByText(/MB\/s · .* left/).waitFor();
  await api.until(async () => Number(await page.locator('.upload progress').getAttribute('value')) > 15e6);
  cable.pull();
  await page.locator('.upload', { hasText: 'The connection to the player was lost.' }).waitFor();
  await page.locator('.link.lost').waitFor();
  cable.plug();
  await page.locator('.clip-row', { hasText: 'cut.mkv' }).waitFor();
  // Its first bytes alone, what follows them, and what the cut left over.
  expect(ranges.map((range) => range.split('-')[0] === 'bytes 0')).toEqual([true, false, false]);
  await api.ask('DELETE', `/clips/${(await api.clip('cut.mkv')).id}`);
});

test('a full disk refuses an upload before it is sent, and the page says why', async ({ skip }) => {
  const folder = createDaemonFolder();
  const clipsDir = join(folder, 'clips');
  let small: Daemon | undefined;
  onTestFinished(async () => {
    await small?.end();
    spawnSync('umount', ['-l', clipsDir]);
    rmSync(folder, { recursive: true, force: true });
  });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=72m', 'tmpfs', clipsDir]).status !== 0)
    return skip('a small disk needs root');
  small = await startDaemon({ folder, seconds: TIMEOUT_MS / 1000 });
  const file = join(await temporaryFolder(), 'large.mp4');
  writeFileSync(file, Buffer.alloc(12e6));
  const page = await openPage(browser, small.url, { path: '/#library' });
  await page.getByText(/free of/).waitFor();
  await chooseFiles(page, [file]);
  await page
    .locator('.upload[data-state="failed"]')
    .getByText(/space|full|room/)
    .waitFor();
});

test('a token that changes while a page is open: the page asks for the new one', async () => {
  let closed = await startWithClips({ 'a.mp4': 'short-25.mp4' }, { CUEDECK_TOKEN: 'first' });
  onTestFinished(() => closed.dispose());
  const port = new URL(closed.url).port;
  const page = await openPage(browser, closed.url);
  const logIn = async (token: string): Promise<void> => {
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await logIn('first');
  await page.locator('.tile').first().waitFor();
  await closed.end();
  closed = await startDaemon({
    folder: closed.folder,
    environment: { CUEDECK_HTTP_PORT: port, CUEDECK_TOKEN: 'second' },
    seconds: TIMEOUT_MS / 1000,
  });
  await logIn('second');
  await page.locator('.tile').first().waitFor();
  await page.locator('.link.open').waitFor();
});
