// The floor: four mpv on four screens, started by writing to their sockets at one instant.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { media } from '../../test/media/media.ts';
import { startVirtualScreen, type VirtualScreen } from '../../test/picture/virtual-screen.ts';
import { nowMs } from './screens.ts';
import type { Players } from './starts.ts';

const MEMBERS = 4;
const OPTIONS = [
  ...['--no-config', '--idle=yes', '--force-window=yes', '--fullscreen=yes', '--osd-level=0', '--keep-open=always'],
  ...['--vo=x11', '--ao=null', '--hr-seek=yes', '--terminal=no', '--input-ipc-client=fd://3'],
];
const START_TIMEOUT_SECONDS = 2;
const LOAD_SECONDS = 0.3;
/** A timer is late by about a millisecond. */
const LAST_MS = 2;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

export const startRawPlayers = async (): Promise<Players & { stop(): Promise<void> }> => {
  const screens: VirtualScreen[] = [];
  const players: ChildProcess[] = [];
  const sockets: Duplex[] = [];
  for (let index = 0; index < MEMBERS; index += 1) {
    const screen = await startVirtualScreen({ scale: 1 });
    const child = spawn('mpv', OPTIONS, {
      env: { ...process.env, DISPLAY: screen.display },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const socket = child.stdio[3] as Duplex;
    socket.resume();
    screens.push(screen);
    players.push(child);
    sockets.push(socket);
  }
  await pause(START_TIMEOUT_SECONDS * 1000);
  const toAll = (command: readonly unknown[]): void => {
    const line = `${JSON.stringify({ command })}\n`;
    for (const socket of sockets) socket.write(line);
  };
  return {
    screens,
    fire: async (clip, at) => {
      toAll(['set_property', 'pause', true]);
      toAll(['loadfile', media(clip)]);
      await pause(LOAD_SECONDS * 1000);
      await pause(at - nowMs() - LAST_MS);
      while (nowMs() < at);
      toAll(['set_property', 'pause', false]);
      return [];
    },
    stop: async () => {
      for (const player of players) player.kill('SIGKILL');
      for (const screen of screens) await screen.stop();
    },
  };
};
