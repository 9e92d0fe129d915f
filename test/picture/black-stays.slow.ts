// What was faded to black is black when mpv, or the player itself, has died and is back: never a flash of picture.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { playersOf } from '../e2e/recovery.ts';
import { whenSaved } from '../e2e/saved-resume-point.ts';
import { media } from '../media/media.ts';
import { watchScreen } from './screen-watch.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

const WHITE = 'white-25.mp4';

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

const mpvOf = (): number => playersOf(daemon.socketPath)[0] ?? 0;

const untilAnotherPlays = async (before: number): Promise<void> => {
  await expect.poll(() => playersOf(daemon.socketPath).filter((pid) => pid !== before).length).toBe(1);
  await untilItPlays();
};

const DEATHS: Readonly<Record<string, () => Promise<void>>> = {
  'mpv is killed': async () => {
    const mpv = mpvOf();
    process.kill(mpv, 'SIGKILL');
    await untilAnotherPlays(mpv);
  },
  'mpv is started anew by the owner': async () => {
    const mpv = mpvOf();
    const answer = await fetch(`${daemon.url}/api/v1/device/restart-player`, { method: 'POST' });
    expect(answer.ok).toBe(true);
    await untilAnotherPlays(mpv);
  },
  'the player is killed': async () => {
    await whenSaved(daemon, ({ fadedTo, transport }) => fadedTo === 'black' && transport === 'playing');
    await daemon.end('SIGKILL');
    daemon = await start();
    await untilItPlays();
  },
};
/** A flash lasts for some milliseconds, and not each death has one. */
const ROUNDS = 4;

const blackClip = async (): Promise<void> => {
  const whiteClip = async (): Promise<string | undefined> => {
    const clips = await (await fetch(`${daemon.url}/api/v1/clips`)).json();
    const isReady = ({ file, examining }: { file: string; examining?: boolean }) => file === WHITE && !examining;
    return (clips as { id: string; file: string }[]).find(isReady)?.id;
  };
  await expect.poll(whiteClip).toBeDefined();
  await transport('/fade', { to: 'picture', seconds: 0 });
  await transport('/fire', { clipId: await whiteClip() });
  await expect.poll(() => screen.brightness()).toBe(255);
  expect((await transport('/fade', { to: 'black', seconds: 0 })).fade).toEqual({ to: 'black', level: 0 });
  await expect.poll(() => screen.brightness()).toBe(0);
};

const brightest = async (action: () => Promise<unknown>): Promise<number> =>
  Math.max(...(await watchScreen(screen, action)).map(({ brightness }) => brightness));

test.each(Object.keys(DEATHS))(
  'black stays black when %s, and the picture is back when it is asked for',
  async (how) => {
    await blackClip();
    const most = await brightest(async () => {
      for (let round = 0; round < ROUNDS; round += 1) await DEATHS[how]?.();
      await sleep(500);
    });
    expect(most).toBe(0);
    expect((await transport()).fade).toEqual({ to: 'black', level: 0 });
    await transport('/fade', { to: 'picture', seconds: 0 });
    await expect.poll(() => screen.brightness()).toBe(255);
  },
);

test('black stays black while the player ends', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await blackClip();
    expect(await brightest(() => daemon.end())).toBe(0);
    daemon = await start();
  }
});
