import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { when } from '../contracts/player-contract.ts';
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

test('a frozen player is killed and replaced', async () => {
  const { player, pid, log } = await startPlayer();
  await when(player, ({ running }) => running);
  const frozen = await pid();
  process.kill(frozen, 'SIGSTOP');
  expect((await when(player, ({ running }) => !running)).loss).toBe('frozen');
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

test('an option that mpv does not know is named, and the player runs without it', async () => {
  const { player, log } = await startPlayer({ extraArguments: ['--ao=null', '--no-such-option=1'] });
  await when(player, ({ running }) => running);
  const warnings = log.lines.filter(({ level }) => level === 'warning').map(({ text }) => text);
  expect(warnings.join('\n')).toMatch(/no-such-option/);
  expect(log.lines.at(-1)?.text).toMatch(/^player up: mpv .*without CUEDECK_MPV_ARGS$/);
});

test('a player that is not installed is said once, and looked for again', async () => {
  const { player, log } = await startPlayer({ program: join(folder, 'no-mpv') });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(player.view().running).toBe(false);
  expect(log.lines.filter(({ level }) => level === 'warning')).toHaveLength(1);
  expect(log.lines[0]?.text).toMatch(/no-mpv does not start .*\(not found\): spawn .* ENOENT/);
});

test('stop ends mpv, also a frozen one, and leaves no process', async () => {
  const { player, pid } = await startPlayer();
  await when(player, ({ running }) => running);
  const child = await pid();
  process.kill(child, 'SIGSTOP');
  await player.stop();
  expect(isAlive(child)).toBe(false);
});

test('an mpv that is told to quit over the maintenance socket is replaced', async () => {
  const { player, pid, kill } = await startPlayer();
  await when(player, ({ running }) => running);
  process.kill(await pid(), 'SIGTERM');
  expect((await when(player, ({ running }) => !running)).loss).toBe('killed');
  await when(player, ({ running }) => running);
  await kill();
  await when(player, ({ running }) => !running);
  await when(player, ({ running }) => running);
});
