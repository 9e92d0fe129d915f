// The page in Debian's Chromium on a running daemon with real mpv.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { components } from '../../src/client/api-types.ts';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { type MediaName, media } from '../media/media.ts';

/** Deadline of every wait: a busy machine is slow, not wrong. */
export const TIMEOUT_MS = 60_000;
/** The same for what is done at idle, of which a busy machine has little. */
export const IDLE_TIMEOUT_MS = 240_000;

export type Clip = components['schemas']['Clip'];
type Transport = components['schemas']['Transport'];

export { launchBrowser } from './chromium.ts';

/** A daemon that has taken in its clips. */
export const startWithClips = async (
  clips: Readonly<Record<string, MediaName>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Daemon> => {
  const folder = createDaemonFolder();
  for (const [name, source] of Object.entries(clips)) copyFileSync(media(source), join(folder, 'clips', name));
  const daemon = await startDaemon({ folder, environment, seconds: TIMEOUT_MS / 1000 });
  await daemon.line(/^picture up/, TIMEOUT_MS / 1000);
  if (environment.CUEDECK_TOKEN === undefined) {
    const api = createApi(daemon.url);
    await api.until(
      async () => (await api.clips()).filter(({ examining }) => !examining).length > Object.keys(clips).length,
    );
  }
  return daemon;
};

export const createApi = (url: string) => {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const until = async (holds: () => Promise<boolean> | boolean, timeoutMs = TIMEOUT_MS): Promise<void> => {
    const latest = performance.now() + timeoutMs;
    while (!(await holds())) {
      if (performance.now() > latest) throw new Error(`never came true: ${holds}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const transport = () => ask('GET', '/transport') as Promise<Transport>;
  const clips = () => ask('GET', '/clips') as Promise<readonly Clip[]>;
  return {
    ask,
    until,
    transport,
    clips,
    clip: async (file: string): Promise<Clip> => {
      const found = (await clips()).find((clip) => clip.file === file);
      if (found === undefined) throw new Error(`no clip ${file}`);
      return found;
    },
    /** Waits until clip (by number) and state are these. */
    shows: (number: number, state: Transport['state']) =>
      until(async () => {
        const now = await transport();
        return now.number === number && now.state === state;
      }),
  };
};

interface PageOptions {
  readonly path?: string;
  readonly width?: number;
  readonly height?: number;
  readonly touch?: boolean;
  /** Leaves the switch Safe as the page has it, which is on: most tests are about what a press does, not about the question. */
  readonly safe?: boolean;
}

/** Opens the page; what goes wrong in it (not a refused request, which a test may want) fails the test. */
export const openPage = async (browser: Browser, url: string, options: PageOptions = {}): Promise<Page> => {
  const { path = '/', width = 1280, height = 800, touch = false, safe = false } = options;
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, reducedMotion: 'reduce' });
  context.setDefaultTimeout(TIMEOUT_MS);
  if (!safe) await context.addInitScript("localStorage['cuedeck-safe-mode'] ??= 'off'");
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|ERR_/.test(message.text())) faults.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    if (faults.length > 0) throw new Error(`the page complained: ${faults.join('; ')}`);
  });
  await page.goto(url + path);
  return page;
};

/** Answers that the browser reports in red in its console, from now on: method, path and status. */
export const watchRedAnswers = (page: Page): readonly string[] => {
  const red: string[] = [];
  page.on('response', (response) => {
    if (response.status() < 400) return;
    red.push(`${response.request().method()} ${new URL(response.url()).pathname} ${response.status()}`);
  });
  return red;
};

/** Whether the page is wider than its window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** Drags a row by its handle onto another one. */
export const dragRow = async (page: Page, row: Locator, onto: Locator): Promise<void> => {
  const from = await row.locator('.handle').boundingBox();
  const to = await onto.boundingBox();
  if (from === null || to === null) throw new Error('no rows');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 10, { steps: 5 });
  await page.mouse.up();
};
