// What was faded to black is black when mpv, or the player itself, has died and is back: never a flash of picture.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { playersOf } from '../e2e/recovery.ts';
import { media } from '../media/media.ts';
import { watchScreen } from './screen-watch.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

const WHITE = 'white-25.mp4';
/** The resume point is written twice a second. */
const KEPT_MS = 1200;

let screen: VirtualScreen;
let daemon: Daemon;
const folder = createDaemonFolder();

const start = (): Promise<Daemon> =>
  startDaemon({ folder, environment: { DISPLAY: screen.display, CUEDECK_MPV_ARGS: '--vo=x11 --ao=null' } });

beforeAll(async () => {
  screen = await startVirtualScreen();
  copyFileSync(media(WHITE), join(folder, 'clips', WHITE));
  daemon = await start();
});
afterAll(async () => {
  await daemon.dispose();
  await screen.stop();
});

interface Transport {
  readonly state: string;
  readonly positionSeconds: number;
  readonly fade: { readonly to: string; readonly level: number };
}

const transport = async (verb = '', body?: object): Promise<Transport> => {
  const path = `${daemon.url}/api/v1/transport${verb}`;
  const answer = await fetch(path, verb === '' ? {} : { method: 'POST', body: JSON.stringify(body ?? {}) });
  if (!answer.ok) throw new Error(`${verb}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Transport;
};

const untilItPlays = (): Promise<unknown> =>
  expect.poll(async () => (await transport().catch(() => undefined))?.state).toBe('playing');

test('black is black through the death of mpv and of the player, and the picture is back when it is asked for', async () => {
  const whiteClip = async (): Promise<string | undefined> => {
    const clips = await (await fetch(`${daemon.url}/api/v1/clips`)).json();
    const isReady = ({ file, examining }: { file: string; examining?: boolean }) => file === WHITE && !examining;
    return (clips as { id: string; file: string }[]).find(isReady)?.id;
  };
  await expect.poll(whiteClip).toBeDefined();
  const clipId = await whiteClip();
  await transport('/fire', { clipId });
  await expect.poll(() => screen.brightness()).toBe(255);
  expect((await transport('/fade', { to: 'black', seconds: 0 })).fade).toEqual({ to: 'black', level: 0 });
  await expect.poll(() => screen.brightness()).toBe(0);

  const looks = await watchScreen(screen, async () => {
    const [mpv = 0] = playersOf(daemon.socketPath);
    process.kill(mpv, 'SIGKILL');
    await expect.poll(() => playersOf(daemon.socketPath).filter((pid) => pid !== mpv).length).toBe(1);
    await untilItPlays();
    await sleep(KEPT_MS);
    await daemon.end('SIGKILL');
    daemon = await start();
    await untilItPlays();
    await sleep(500);
  });
  expect(Math.max(...looks.map(({ brightness }) => brightness))).toBe(0);
  expect((await transport()).fade).toEqual({ to: 'black', level: 0 });
  await transport('/fade', { to: 'picture', seconds: 0 });
  await expect.poll(() => screen.brightness()).toBe(255);
});
