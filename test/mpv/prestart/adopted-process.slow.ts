// A player that was started before us does all that one of our own does.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect } from 'vitest';
import { MpvPlayer } from '../../../src/mpv/mpv-player.ts';
import { type FirstPicture, toLaunchText } from '../../../src/mpv/prestart/launch-file.ts';
import { createPrestart } from '../../../src/mpv/prestart/prestart.ts';
import { OPTION_LEVELS, toMpvArguments } from '../../../src/mpv/process/arguments.ts';
import { type PlayerUnderTest, playerContract, when } from '../../contracts/player-contract.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { askMaintenance } from '../real-mpv.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-mpv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FIRST: FirstPicture = { path: resolve('clips/splash.png'), rotationDegrees: 0 };
const toRung = (version: string): (typeof OPTION_LEVELS)[number] =>
  OPTION_LEVELS[Number(/ 0\.(\d+)/.exec(version)?.[1]) >= 40 ? 0 : 1] ?? OPTION_LEVELS[0];

const createAdoptedPlayer = async (at: string): Promise<PlayerUnderTest> => {
  const log = createRecordingLog();
  const [program, socketPath, path] = ['mpv', join(at, 'mpv.sock'), join(at, 'launch')];
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).split(/ Copyright|\n/)[0] ?? '';
  const settings = { socketPath, screenOptions: ['--vo=null'], chosenOptions: [], extra: ['--ao=null'] };
  const args = toMpvArguments({ ...settings, level: toRung(version) });
  writeFileSync(path, toLaunchText({ version, program, args, first: FIRST }) ?? '');
  // In the place of the player, whose end would be that of mpv.
  const launched = spawn('systemd/launch', ['sh', '-c', 'echo $CUEDECK_LAUNCHED_MPV; exec sleep infinity'], {
    env: { ...process.env, CUEDECK_STATE_DIR: at, CUEDECK_RUNTIME_DIR: at },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(createInterface({ input: launched.stdout }), 'line');
  const pid = Number(String(said).split(':')[1]);
  const headStart = createPrestart({
    ...{ pid, path, program, socketPath, log },
    outputPath: join(at, 'mpv-output'),
    first: () => FIRST,
    hasItsScreen: () => true,
  });
  const player = new MpvPlayer({
    ...{ program, socketPath, prestart: headStart, log },
    screenOptions: () => settings.screenOptions,
    extraArguments: settings.extra,
  });
  player.start();
  const { cue } = await when(player, ({ running }) => running);
  const pidNow = async (): Promise<number> => Number(await askMaintenance(socketPath, ['get_property', 'pid']));
  expect([await pidNow(), cue?.picture]).toEqual([pid, { kind: 'screen', path: FIRST.path }]);
  return {
    player,
    property: (name) => askMaintenance(socketPath, ['get_property', name]),
    kill: async () => {
      process.kill(await pidNow(), 'SIGKILL');
    },
    dispose: async () => {
      await player.stop();
      launched.kill();
    },
  };
};

// Who is not its parent never learns how it ended.
playerContract('an mpv that was taken over', createAdoptedPlayer, () => folder, {
  hasRealMedia: true,
  killedSeems: 'crashed',
});
