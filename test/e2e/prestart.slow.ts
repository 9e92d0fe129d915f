// mpv before Node: what systemd/launch started is taken over as it is, or ended, and never are there two players or none.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { media } from '../media/media.ts';
import { askMaintenance } from '../mpv/real-mpv.ts';
import { startVirtualScreen, type VirtualScreen } from '../picture/virtual-screen.ts';
import { createClient } from './client.ts';
import { createDaemonFolder, type Daemon, startDaemon } from './daemon.ts';

/** The output whose pixels are those of the file. */
const PLAIN = '--ao=null --vo=x11';
/** Only what never comes is ended by it. */
const START_TIMEOUT_SECONDS = 60;

let screen: VirtualScreen;
beforeAll(async () => {
  screen = await startVirtualScreen();
});
afterAll(() => screen.stop());

const createFolder = (): string => {
  const folder = createDaemonFolder();
  onTestFinished(() => {
    for (const pid of mpvsOf(folder)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
};

/** Ended when the test is over, for one that fails does not come to its end of it. */
const begin = async (options: Parameters<typeof startDaemon>[0]): Promise<Daemon> => {
  const daemon = await startDaemon({ ...options, seconds: START_TIMEOUT_SECONDS });
  onTestFinished(async () => {
    await daemon.end();
  });
  return daemon;
};

const start = (folder: string, environment: Readonly<Record<string, string>> = {}): Promise<Daemon> =>
  begin({
    folder,
    command: ['systemd/launch'],
    environment: { DISPLAY: screen.display, CUEDECK_MPV_ARGS: PLAIN, ...environment },
  });

/** Every player with this folder's socket, from the list of processes. */
const mpvsOf = (folder: string): readonly number[] =>
  execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => /^ *\d+ [^Z]/.test(line) && line.includes(`--input-ipc-server=${folder}`))
    .map((line) => Number.parseInt(line, 10));

/** What the launcher told this daemon it had started. */
const launchedBy = ({ process: { pid } }: Daemon): number =>
  Number(/CUEDECK_LAUNCHED_MPV=\d+:(\d*)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1]);

const isUp = (daemon: Daemon): Promise<string> => daemon.line(/^picture up/, START_TIMEOUT_SECONDS);
const pidOf = async (daemon: Daemon): Promise<number> =>
  Number(await askMaintenance(daemon.socketPath, ['get_property', 'pid']));

/** A folder whose player was up once. */
const startedBefore = async (environment: Readonly<Record<string, string>> = {}): Promise<string> => {
  const folder = createFolder();
  const daemon = await start(folder, environment);
  await isUp(daemon);
  expect(launchedBy(daemon)).toBe(0);
  await expect.poll(() => readLaunch(folder), { timeout: START_TIMEOUT_SECONDS * 1000 }).toMatch(/\nend\n$/);
  await daemon.end();
  expect(mpvsOf(folder)).toEqual([]);
  return folder;
};
const readLaunch = (folder: string): string => {
  try {
    return readFileSync(join(folder, 'state/launch'), 'utf8');
  } catch {
    return '';
  }
};

/** What the screen shows meanwhile, at its darkest, once there is a picture. */
const darkest = async (
  action: (isBrighter: () => boolean) => Promise<unknown>,
): Promise<{ least: number; last: number }> => {
  let [least, last] = [Number.POSITIVE_INFINITY, 0];
  let ended = false;
  const done = action(() => last > least).finally(() => {
    ended = true;
  });
  for (let isLit = false; !ended; await sleep(1)) {
    last = screen.brightness();
    isLit ||= last > 1;
    if (isLit) least = Math.min(least, last);
  }
  await done;
  return { least, last };
};

test('the player takes over the one that was started first, without a dark moment, and puts its name over the picture', async () => {
  const folder = await startedBefore();
  let daemon: Daemon | undefined;
  const { least, last } = await darkest(async (isBrighter) => {
    daemon = await start(folder);
    await isUp(daemon);
    await expect.poll(isBrighter, { timeout: START_TIMEOUT_SECONDS * 1000 }).toBe(true);
  });
  if (daemon === undefined) throw new Error('it did not start');
  const pid = launchedBy(daemon);
  expect([await pidOf(daemon), mpvsOf(folder)]).toEqual([pid, [pid]]);
  expect(await createClient(daemon.url).status()).toMatchObject({ CLIP_ID: 0, PLAY: false, PLAYERNAME: 'cuedeck' });
  expect(least).toBeGreaterThan(1);
  // The name over the picture is white.
  expect(last).toBeGreaterThan(least);
  expect(await daemon.end()).toBe(0);
  expect(mpvsOf(folder)).toEqual([]);
});

test('a clip follows the first picture without a dark moment', async () => {
  const folder = await startedBefore();
  const daemon = await start(folder);
  await isUp(daemon);
  const client = createClient(daemon.url);
  expect((await client.upload(media('numbered-25.mp4'), 'numbered.mp4')).status).toBe(200);
  const { least } = await darkest(() => client.get('/select_clip', { id: 1 }));
  expect(least).toBeGreaterThan(1);
  await expect.poll(() => screen.frameNumber(), { timeout: START_TIMEOUT_SECONDS * 1000 }).toBe(0);
  expect(await pidOf(daemon)).toBe(launchedBy(daemon));
  await daemon.end();
});

test.each(['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const)(
  'the one that was taken over and meets %s is replaced, and what was on comes back',
  async (signal) => {
    const folder = await startedBefore();
    const daemon = await start(folder);
    await isUp(daemon);
    const client = createClient(daemon.url);
    await client.upload(media('numbered-25.mp4'), 'numbered.mp4');
    await client.get('/select_clip', { id: 1 });
    await client.get('/goto_secs', { secs: 4 });
    const first = await pidOf(daemon);
    expect(first).toBe(launchedBy(daemon));
    process.kill(first, signal);
    // The window of the one that was killed may stay on a busy screen until the next one is there.
    await expect
      .poll(() => mpvsOf(folder).filter((pid) => pid !== first), {
        timeout: START_TIMEOUT_SECONDS * 1000,
        interval: 200,
      })
      .toHaveLength(1);
    expect(mpvsOf(folder)).not.toContain(first);
    await expect.poll(() => screen.frameNumber(), { timeout: START_TIMEOUT_SECONDS * 1000 }).toBe(100);
    expect(mpvsOf(folder)).toHaveLength(1);
    await daemon.end();
    expect(mpvsOf(folder)).toEqual([]);
  },
);

test('a restart over the API ends the one that was taken over', async () => {
  const folder = await startedBefore();
  const daemon = await start(folder);
  await isUp(daemon);
  const answer = await fetch(`${daemon.url}/api/v1/device/restart-player`, { method: 'POST' });
  expect(answer.ok).toBe(true);
  await expect.poll(() => mpvsOf(folder), { timeout: START_TIMEOUT_SECONDS * 1000 }).not.toContain(launchedBy(daemon));
  await expect.poll(() => mpvsOf(folder), { timeout: START_TIMEOUT_SECONDS * 1000 }).toHaveLength(1);
  await daemon.end();
});

test('one that was started with other settings is ended before another is started', async () => {
  const folder = await startedBefore();
  const daemon = await start(folder, { CUEDECK_MPV_ARGS: `${PLAIN} --volume-max=120` });
  await isUp(daemon);
  const [pid] = [await pidOf(daemon)];
  expect(mpvsOf(folder)).toEqual([pid]);
  expect(pid).not.toBe(launchedBy(daemon));
  expect(daemon.lines).toContain('prestarted mpv not adopted: it was started with other settings');
  await expect
    .poll(() => readLaunch(folder), { timeout: START_TIMEOUT_SECONDS * 1000 })
    .toContain('--volume-max=120\n');
  await daemon.end();
  const next = await start(folder, { CUEDECK_MPV_ARGS: `${PLAIN} --volume-max=120` });
  await isUp(next);
  expect(await pidOf(next)).toBe(launchedBy(next));
  await next.end();
});

test('one of another release is ended, since the player chooses its options by the release', async () => {
  const folder = await startedBefore();
  writeFileSync(join(folder, 'state/launch'), readLaunch(folder).replace(/\nmpv .*\n/, '\nmpv 0.1\n'));
  const daemon = await start(folder);
  await isUp(daemon);
  expect(mpvsOf(folder)).toEqual([await pidOf(daemon)]);
  expect(daemon.lines.join('\n')).toMatch(/mpv not adopted: it is mpv .* now, no longer mpv 0\.1$/m);
  await daemon.end();
});

test('one whose screen was taken from it by a driver that came later is ended', async () => {
  const folder = await startedBefore();
  const daemon = await begin({
    folder,
    // As if it came between the start of mpv and that of Node.
    command: ['systemd/launch', 'sh', '-c', `mkdir -p ${folder}/root/sys/class/drm/card1; exec "$0"`],
    environment: { DISPLAY: screen.display, CUEDECK_MPV_ARGS: PLAIN },
  });
  await isUp(daemon);
  expect(mpvsOf(folder)).toEqual([await pidOf(daemon)]);
  expect(daemon.lines).toContain('prestarted mpv not adopted: the screens are others now');
  await daemon.end();
});

test('one that can not show the picture is ended', async () => {
  const folder = await startedBefore();
  const daemon = await start(folder, { DISPLAY: ':999' });
  await daemon.line(/^prestarted mpv not adopted: it (shows no picture|ended)$/, START_TIMEOUT_SECONDS);
  await expect.poll(() => mpvsOf(folder), { timeout: START_TIMEOUT_SECONDS * 1000 }).toHaveLength(1);
  expect(mpvsOf(folder)).not.toContain(launchedBy(daemon));
  await daemon.end();
});

test.each([
  ['an option that it refuses', (text: string) => text.replace('--idle=yes', '--no-such-option')],
  ['half of it', (text: string) => text.slice(0, text.length / 2)],
  ['nothing', () => ''],
  ['another form', (text: string) => text.replace('cuedeck-launch 1', 'cuedeck-launch 2')],
  ['a program that is not there', (text: string) => text.replace(/\nmpv\n/, '\n/no/such/program\n')],
])('with %s in the file the player starts as without it, and writes it anew', async (_what, change) => {
  const folder = await startedBefore();
  const whole = readLaunch(folder);
  writeFileSync(join(folder, 'state/launch'), change(whole));
  const daemon = await start(folder);
  await isUp(daemon);
  expect(mpvsOf(folder)).toEqual([await pidOf(daemon)]);
  await expect.poll(() => readLaunch(folder), { timeout: START_TIMEOUT_SECONDS * 1000 }).toBe(whole);
  await daemon.end();
});

test('a rotated screen and a splash screen that is switched off are so from the first picture on', async () => {
  const folder = await startedBefore();
  const daemon = await start(folder);
  const client = createClient(daemon.url);
  await fetch(`${daemon.url}/api/v1/outputs`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rotationDegrees: 180 }),
  });
  await client.get('/showinfo');
  await expect
    .poll(() => readLaunch(folder), { timeout: START_TIMEOUT_SECONDS * 1000 })
    .toMatch(/\n--video-rotate=180\n--\{\n--pause=yes\n.*black\.png\n--\}\nend\n$/);
  await daemon.end();
  const next = await start(folder);
  await isUp(next);
  expect(await pidOf(next)).toBe(launchedBy(next));
  expect(await askMaintenance(next.socketPath, ['get_property', 'video-rotate'])).toBe(180);
  await next.end();
});

test('without the launcher nothing is written', async () => {
  const folder = createFolder();
  const daemon = await begin({ folder, environment: { DISPLAY: screen.display } });
  await isUp(daemon);
  await createClient(daemon.url).get('/showinfo');
  await daemon.end();
  expect(readLaunch(folder)).toBe('');
});

test('after a kill nothing is started early: the clip that was on comes back, not the splash screen', async () => {
  const folder = await startedBefore();
  const daemon = await start(folder);
  await isUp(daemon);
  await expect
    .poll(() => existsSync(join(folder, 'run/whereabouts.json')), { timeout: START_TIMEOUT_SECONDS * 1000 })
    .toBe(true);
  await daemon.end('SIGKILL');
  // As systemd does with all of the unit.
  for (const pid of mpvsOf(folder)) process.kill(pid, 'SIGKILL');
  const next = await start(folder);
  await isUp(next);
  expect(launchedBy(next)).toBe(0);
  await next.end();
});
