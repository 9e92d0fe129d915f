// A daemon with 1,000 clips, and the longest tasks of the page's main thread while something is done to it.
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { launchBrowser, openPage, TIMEOUT_MS } from './page-under-test.ts';

export const CLIPS = 1000;
export const MAX_TASK_MS = 100;

/** A daemon whose list is there already, so that nothing has to be probed. */
export const startWithMany = async (prepare: (folder: string) => void = () => undefined) => {
  const folder = createDaemonFolder();
  mkdirSync(join(folder, 'state/thumbnails'), { recursive: true });
  const clips = Array.from({ length: CLIPS }, (_, index) => {
    const [id, file] = [`c${index}`, `Clip ${index + 1}.mp4`];
    linkOrCopy(media('short-25.mp4'), join(folder, 'clips', file));
    return {
      ...{ id, kind: 'video', name: `Clip ${index + 1}`, file, durationSeconds: 1, inSeconds: 0, outSeconds: 1 },
      ...{ loop: index % 5 === 0, atEnd: 'hold', sound: { volumePercent: 100, muted: false } },
    };
  });
  const splash = {
    ...{ id: 'splash', kind: 'splash', name: 'splashscreen', file: '/splash.png', durationSeconds: 0, inSeconds: 0 },
    ...{ outSeconds: 30, loop: true, atEnd: 'hold', sound: { volumePercent: 100, muted: false } },
  };
  const settings = { showSplash: true, powerOn: 'splash', output: { rotationDegrees: 0 } };
  writeFileSync(join(folder, 'state/clips.json'), JSON.stringify({ version: 1, clips: [splash, ...clips], settings }));
  prepare(folder);
  return startDaemon({ folder });
};

const linkOrCopy = (from: string, to: string): void => linkSync(from, to);

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Processor time of the longest tasks of the page's main thread, in ms: on a busy machine the wall clock also counts what
 * others did meanwhile.
 */
const toLongestTasks = (trace: Buffer): readonly number[] => {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { readonly traceEvents: readonly TraceEvent[] };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .toSorted((one, other) => other - one)
    .slice(0, 10);
};

class LateError extends Error {}

/** What hangs says where: the page and its browser have no deadline of their own for these. */
const within = async <Value>(what: string, work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError(`not within ${TIMEOUT_MS / 1000} s: ${what}`)), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const placeOf = (page: Page): Promise<unknown> =>
  page.evaluate(
    '[window.scrollY, window.innerHeight, document.documentElement.scrollHeight, document.body.innerText.slice(0, 200)]',
  );

export const scroll = async (page: Page): Promise<void> => {
  const scrolled = page.evaluate(`new Promise((resolve) => {
    const step = () => {
      window.scrollBy(0, 400);
      if (window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 2) requestAnimationFrame(step);
      else resolve();
    };
    step();
  })`);
  await within('the end of the list', scrolled).catch(async (error) => {
    const place = await within('where the page stands', placeOf(page));
    throw new LateError(`${error}; the page stands at ${JSON.stringify(place)}`);
  });
};

interface Measured {
  readonly path: string;
  /** Waits until the page is there. */
  readonly ready: (page: Page) => Promise<void>;
  /** What is measured. */
  readonly act: (page: Page) => Promise<void>;
}

const measure = async (browser: Browser, url: string, deps: Measured): Promise<readonly number[]> => {
  const page = await openPage(browser, url, { path: deps.path });
  await deps.ready(page);
  await page.waitForTimeout(3000);
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'];
  await within('the start of the trace', browser.startTracing(page, { categories }));
  await deps.act(page);
  return toLongestTasks(await within('the end of the trace', browser.stopTracing()));
};

const measureInBrowser = async (url: string, deps: Measured): Promise<readonly number[]> => {
  const browser = await launchBrowser();
  try {
    return await measure(browser, url, deps);
  } finally {
    await within('the end of the browser', browser.close());
  }
};

/** The ten longest, in ms, the longest first. */
export const longestTasks = async (url: string, deps: Measured): Promise<readonly number[]> => {
  const tasks = await measureInBrowser(url, deps).catch((error) => {
    if (!(error instanceof LateError)) throw error;
    // Once in some dozens of times Chromium draws no frame any more, nor a screenshot. What hangs by our doing hangs again.
    console.log(`${deps.path}: once more in another browser: ${error.message}`);
    return measureInBrowser(url, deps);
  });
  console.log(`${deps.path}: longest tasks ${tasks.map((task) => task.toFixed(0)).join(', ')} ms`);
  return tasks;
};
