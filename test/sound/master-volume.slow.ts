// What is heard of the master volume: a real mpv plays a tone into a file while the volume is ramped.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { FULL_SOUND, type Sound } from '../../src/deck/clips/clip.ts';
import { createMaster, type Master } from '../../src/deck/master/master.ts';
import { when } from '../contracts/player-contract.ts';
import { media } from '../media/media.ts';
import { createRealPlayer } from '../mpv/real-mpv.ts';
import { largestStep, readWindows } from './recording.ts';

/** mpv fills what nobody listens to in real time at once; from then on it keeps pace with the picture. */
const SETTLING_MS = 2500;

let folder: string;
let recording: string;
let real: Awaited<ReturnType<typeof createRealPlayer>>;
let master: Master;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cuedeck-sound-'));
  recording = join(folder, 'heard.wav');
  const extraArguments = ['--ao=pcm', `--ao-pcm-file=${recording}`, '--gapless-audio=yes'];
  real = await createRealPlayer(folder, { extraArguments });
  master = createMaster({
    player: real.player,
    clock: createSystemClock(),
    ...{ sound: FULL_SOUND, savedSound: FULL_SOUND, fadedTo: 'picture' },
    onChange: () => undefined,
    save: async () => undefined,
  });
  await expect.poll(() => real.player.view().running).toBe(true);
});
afterEach(async () => {
  await master.dispose();
  await real.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const play = (sound: Sound): Promise<void> =>
  real.player.perform({
    ...{ do: 'load', atSeconds: 0, playing: true, speed: 1, why: 'test' },
    cue: {
      picture: { kind: 'video', path: media('pure-tone-25.mkv') },
      section: { inSeconds: 0, outSeconds: 10, loop: false, toEnd: true },
      sound,
    },
  });

const volume = async (): Promise<number> => Number(await real.property?.('volume'));

test('a ramp is heard without a step of more than 1 dB between 20 ms, on top of the clip’s own volume', async () => {
  await play({ volumePercent: 80, muted: false });
  await sleep(SETTLING_MS);
  master.setVolume(50, 5);
  await expect.poll(volume).toBe(40);
  await sleep(500);
  await real.dispose();
  // Without what fades in at the very start of the file.
  const windows = readWindows(recording).slice(5);
  const loud = windows[0] ?? 0;
  const quiet = windows.at(-2) ?? 0;
  expect(largestStep(windows.slice(0, -1))).toBeLessThan(1);
  // mpv's volume is cubic: half of it is 18 dB less.
  expect(loud - quiet).toBeCloseTo(60 * Math.log10(2), 0);
});

test('it holds for the next clip, and for an mpv that has taken the place of one that died', async () => {
  master.setVolume(50);
  await expect.poll(async () => real.player.view().running).toBe(true);
  await play(FULL_SOUND);
  await expect.poll(volume).toBe(50);
  await play({ volumePercent: 60, muted: false });
  await expect.poll(volume).toBe(30);
  const gone = when(real.player, ({ running }) => !running);
  await real.kill();
  await gone;
  await expect.poll(() => real.player.view().running).toBe(true);
  await play({ volumePercent: 60, muted: false });
  expect(await volume()).toBe(30);
  master.mute(true);
  await expect.poll(volume).toBe(0);
  master.mute(false);
  master.setVolume(100);
  await expect.poll(volume).toBe(60);
});
