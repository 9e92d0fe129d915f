// Four real daemons, each with its own screen, its own wrong clock and its own tempo, on one broker.
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../e2e/client.ts';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { type MediaName, media } from '../media/media.ts';
import { startVirtualScreen, type VirtualScreen } from '../picture/virtual-screen.ts';

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

export interface Player {
  readonly id: string;
  /** The daemon's clock is ahead by so much; chrony knows. */
  readonly clockOffsetSeconds: number;
  /** The player's tempo is off by so much, as a sound card's is. */
  readonly ppm: number;
}

export interface Member extends Player {
  readonly daemon: Daemon;
  readonly screen: VirtualScreen;
  /** Starts it again where it was killed. */
  restart(): Promise<Member>;
}

const writeProgram = (path: string, lines: readonly string[]): void => {
  writeFileSync(path, `${['#!/bin/sh', ...lines].join('\n')}\n`);
  chmodSync(path, 0o755);
};

/**
 * Sets the daemon's clock wrong in Node itself: under libfaketime a daemon burns 10 ms and more of the processor while it
 * waits for its instant, and four of them on two cores start each other's players late by that.
 */
const toClockProgram = (offsetSeconds: number): string => `
const Right = Date;
globalThis.Date = class Date extends Right {
  constructor(...args) {
    super(...(args.length === 0 ? [Date.now()] : args));
  }
  static now() {
    return Right.now() + ${offsetSeconds * 1000};
  }
};
`;

export const startMember = async (
  brokerUrl: string,
  musician: Player,
  clips: readonly MediaName[],
): Promise<Member> => {
  const screen = await startVirtualScreen({ scale: 1 });
  const folder = createDaemonFolder();
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  for (const clip of clips) copyFileSync(media(clip), join(folder, 'clips', clip));
  const slow = (-musician.clockOffsetSeconds).toFixed(9);
  writeProgram(join(programs, 'chronyc'), [
    `echo "7F7F0101,test,1,1764300000.0,${slow},0,0.0001,0,0,0,0.0002,0.0001,16,Normal"`,
  ]);
  const rate = (1 + musician.ppm / 1e6).toFixed(6);
  writeProgram(join(programs, 'mpv'), [
    ...(musician.ppm === 0 ? [] : [`export LD_PRELOAD=${FAKETIME} FAKETIME="+0 x${rate}" FAKETIME_NO_CACHE=1`]),
    'exec /usr/bin/mpv "$@"',
  ]);
  const clockPath = join(programs, 'clock.cjs');
  writeFileSync(clockPath, toClockProgram(musician.clockOffsetSeconds));
  const options = {
    seconds: 60,
    folder,
    environment: {
      DISPLAY: screen.display,
      PATH: `${programs}:${process.env.PATH}`,
      CUEDECK_MPV: join(programs, 'mpv'),
      CUEDECK_MPV_ARGS: '--vo=x11 --ao=null',
      CUEDECK_MQTT_URL: brokerUrl,
      CUEDECK_MQTT_PLAYER: musician.id,
      CUEDECK_MQTT_GROUPS: 'band',
      NODE_OPTIONS: `--require ${clockPath}`,
    },
  };
  const start = async (): Promise<Member> => ({
    ...musician,
    screen,
    daemon: await startDaemon(options),
    restart: start,
  });
  const member = await start();
  await createClient(member.daemon.url).when(({ CLIPS }) => CLIPS.length === clips.length + 1, 120);
  return member;
};

export const stopMember = async ({ daemon, screen }: Member): Promise<void> => {
  await daemon.dispose();
  await screen.stop();
};

/** A frame that came onto a screen. */
export interface Appearance {
  readonly frame: number;
  readonly at: number;
}

/** Looks at all screens every millisecond until it is told to stop; what each showed, in order. */
export const watchScreens = (members: readonly Member[]) => {
  const seen: Appearance[][] = members.map(() => []);
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      for (const [index, { screen }] of members.entries()) {
        const frame = screen.frameNumber();
        const list = seen[index];
        if (frame >= 0 && list !== undefined && list.at(-1)?.frame !== frame)
          list.push({ frame, at: performance.now() });
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    // A test that failed takes the screens away under its watcher.
  })().catch(() => undefined);
  return {
    seen,
    stop: async (): Promise<readonly (readonly Appearance[])[]> => {
      isRunning = false;
      await watching;
      return seen;
    },
  };
};
