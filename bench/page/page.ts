// The page's first paint and bytes on a cold load over a slow link, and what the event channels cost while a clip plays.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type ClientRequest, get } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createDaemonFolder, startDaemon } from '../../test/e2e/daemon.ts';
import { createResults, median } from '../player/figures.ts';

const CLIPS = 8;
const LOADS = 5;
/** 10 Mbit/s, in bytes per second each way. */
const LINK_BYTES = 1_250_000;
const LINK_LATENCY_MS = 5;
const CLIENTS = 50;
const COST_SECONDS = 10;
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const results = createResults();
const folder = createDaemonFolder();
for (let index = 1; index <= CLIPS; index += 1) {
  const source = ['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=25:d=12,hue=h=${index * 40}`];
  const encoder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, ...encoder, join(folder, 'clips', `Clip ${index}.mp4`)]);
}
const daemon = await startDaemon({ folder });
const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(`${daemon.url}/api/v1${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.ok && response.status === 200 ? response.json() : undefined;
};
const clips = async () => (await ask('GET', '/clips')) as readonly { readonly id: string }[];
while ((await clips()).length <= CLIPS) await pause(0.2);
for (const { id } of await clips()) {
  while ((await fetch(`${daemon.url}/api/v1/clips/${id}/thumbnail`)).status !== 200) await pause(0.2);
}

const browser = await chromium.launch({
  executablePath: process.env.CUEDECK_TEST_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

/** Milliseconds to the first contentful paint, and bytes received until the page is at rest. */
const loadCold = async (): Promise<{ readonly paint: number; readonly bytes: number; readonly page: number }> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let [bytes, own] = [0, 0];
  const addresses = new Map<string, string>();
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const link = {
    offline: false,
    latency: LINK_LATENCY_MS,
    downloadThroughput: LINK_BYTES,
    uploadThroughput: LINK_BYTES,
  };
  await session.send('Network.emulateNetworkConditions', link);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (!addresses.get(requestId)?.includes('/api/')) own += encodedDataLength;
  });
  // The event stream never finishes.
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (addresses.get(requestId)?.endsWith('/events')) bytes += dataLength;
  });
  await page.goto(daemon.url);
  await page
    .locator('.tile img.poster')
    .nth(CLIPS - 1)
    .waitFor();
  await pause(1.5);
  const paint = Number(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
  await context.close();
  return { paint, bytes, page: own };
};

await loadCold();
const loads = [];
for (let load = 0; load < LOADS; load += 1) loads.push(await loadCold());
await browser.close();
results.atMost('first paint on 10 Mbit/s, cold', median(loads.map(({ paint }) => paint)), 1000, 'ms');
results.atMost(`bytes of a cold load with ${CLIPS} clips`, median(loads.map(({ bytes }) => bytes)) / 1000, 150, 'kB');
results.atMost('of these, the page itself', median(loads.map(({ page }) => page)) / 1000, 60, 'kB');

const cpuSeconds = (): number => {
  const fields = readFileSync(`/proc/${daemon.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
};
const cost = async (): Promise<number> => {
  await pause(1);
  const before = cpuSeconds();
  await pause(COST_SECONDS);
  return ((cpuSeconds() - before) / COST_SECONDS) * 100;
};
const listen = (path: string): Promise<ClientRequest> =>
  new Promise((resolve, reject) => {
    const request = get(`${daemon.url}${path}`, { agent: false }, (response) => {
      response.resume();
      resolve(request);
    }).once('error', reject);
  });

const first = (await clips())[1]?.id ?? '';
await ask('PATCH', `/clips/${first}`, { endAction: 'loop' });
await ask('POST', '/transport/fire', { clipId: first });
// The first seconds after a start cost more than those that follow.
await cost();
for (const path of ['/events', '/api/v1/events']) {
  const alone = await cost();
  const requests = await Promise.all(Array.from({ length: CLIENTS }, () => listen(path)));
  const together = await cost();
  for (const request of requests) {
    request.once('error', () => undefined);
    request.destroy();
  }
  results.atMost(`${path}, ${CLIENTS} clients while a clip plays, share of a core`, together - alone, 5, '%');
  console.log(`      the daemon as a whole: ${together.toFixed(1)} %, without clients ${alone.toFixed(1)} %`);
  await pause(1);
}

await daemon.dispose();
process.exit(results.exitCode());
