import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import type { Step } from '../../src/deck/ports.ts';
import { when } from '../contracts/player-contract.ts';
import { media } from '../media/media.ts';
import { createRealPlayer } from './real-mpv.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuedeck-mpv-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const startPlayer = async (options: Parameters<typeof createRealPlayer>[1] = {}) => {
  const tested = await createRealPlayer(folder, options);
  onTestFinished(() => tested.dispose());
  return tested;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** One letter of /proc; empty when the process is gone. */
const stateOf = (pid: number): string => {
  try {
    return / ([A-Z]) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
};

/** A signal is sent at once and taken a moment later, by each thread for itself. */
const freeze = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => stateOf(pid)).toBe('T');
};

test('a frozen player is killed and replaced', async () => {
  const { player, pid, log } = await startPlayer();
  await when(player, ({ running }) => running);
  const frozen = await pid();
  process.kill(frozen, 'SIGSTOP');
  expect((await when(player, ({ running }) => !running)).exitReason).toBe('frozen');
  await when(player, ({ running }) => running);
  expect(await pid()).not.toBe(frozen);
  expect(isAlive(frozen)).toBe(false);
  expect(log.lines.map(({ text }) => text)).toContain('player ended (frozen, killed), starting it again');
});

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'a step that meets %s is refused when the player is known to be gone, so that the next try meets the next player',
  async (signal) => {
    const { player, pid } = await startPlayer();
    await when(player, ({ running }) => running);
    const child = await pid();
    process.kill(child, signal);
    await expect.poll(() => stateOf(child)).toMatch(/^[TZ]?$/);
    await expect(player.perform({ do: 'pause', why: 'test' })).rejects.toMatchObject({ code: 'player-unavailable' });
    expect(player.view().running).toBe(false);
    await when(player, ({ running }) => running);
    await player.perform({ do: 'pause', why: 'test' });
  },
);

test('a clip whose loading met a stall is up at the next try, and no picture of before comes back', async () => {
  const { player, pid } = await startPlayer();
  await when(player, ({ running }) => running);
  const load = (name: 'numbered-25.mp4' | 'numbered-50.mp4'): Step => ({
    ...{ do: 'load', atSeconds: 0, playing: false, speed: 1, why: 'test' },
    cue: {
      picture: { kind: 'video', path: media(name) },
      section: { inSeconds: 0, outSeconds: 10, loop: false, toEnd: true },
      sound: FULL_SOUND,
    },
  });
  await player.perform(load('numbered-25.mp4'));
  const child = await pid();
  await freeze(child);
  // Longer than an answer may take, shorter than what a player is called frozen for; by a program that no load on us delays.
  spawn('sh', ['-c', `sleep 1.2; kill -CONT ${child}`]);
  await expect(player.perform(load('numbered-50.mp4'))).rejects.toMatchObject({ code: 'player-unavailable' });
  await player.perform(load('numbered-50.mp4'));
  expect(player.view().cue?.picture).toEqual({ kind: 'video', path: media('numbered-50.mp4') });
  expect(await pid()).toBe(child);
});

test('an option that mpv does not know is named, and the player runs without it', async () => {
  const { player, log } = await startPlayer({ extraArguments: ['--ao=null', '--no-such-option=1'] });
  await when(player, ({ running }) => running);
  const warnings = log.lines.filter(({ level }) => level === 'warning').map(({ text }) => text);
  expect(warnings.join('\n')).toMatch(/no-such-option/);
  expect(log.lines.at(-1)?.text).toMatch(/^player up: mpv .*without CUEDECK_MPV_ARGS$/);
});

test('a player that is not installed is said once, and looked for again', async () => {
  const { player, log } = await startPlayer({ program: join(folder, 'no-mpv') });
  await expect.poll(() => log.lines.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(player.view().running).toBe(false);
  expect(log.lines.filter(({ level }) => level === 'warning')).toHaveLength(1);
  expect(log.lines[0]?.text).toMatch(/no-mpv does not start .*\(not found\): .*no-mpv: No such file or directory/);
});

test('stop ends mpv, also a frozen one, and leaves no process', async () => {
  const { player, pid } = await startPlayer();
  await when(player, ({ running }) => running);
  const child = await pid();
  process.kill(child, 'SIGSTOP');
  await player.stop();
  expect(isAlive(child)).toBe(false);
});

test('a step that is under way at the stop is refused', async () => {
  const { player, pid } = await startPlayer();
  await when(player, ({ running }) => running);
  await freeze(await pid());
  const refused = expect(player.perform({ do: 'pause', why: 'test' })).rejects.toMatchObject({
    code: 'player-unavailable',
  });
  await player.stop();
  await refused;
  expect(player.view().running).toBe(false);
});

test('an mpv that is told to quit over the maintenance socket is replaced', async () => {
  const { player, pid, kill } = await startPlayer();
  await when(player, ({ running }) => running);
  process.kill(await pid(), 'SIGTERM');
  expect((await when(player, ({ running }) => !running)).exitReason).toBe('killed');
  await when(player, ({ running }) => running);
  await kill();
  await when(player, ({ running }) => !running);
  await when(player, ({ running }) => running);
});
