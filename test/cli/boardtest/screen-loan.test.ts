// The player and its screen around a test: refused while it plays, stopped and started again, whatever happens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withScreen } from '../../../src/cli/boardtest/screen-loan.ts';
import { CliError, EXIT } from '../../../src/cli/cli-error.ts';
import type { PlayerApi } from '../../../src/cli/player-api.ts';
import type { Display } from '../../../src/mpv/display/display.ts';
import { writeScript } from '../../fixtures/script.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const BARE: Display = { kind: 'bare', gpu: true };

type Player = 'playing' | 'paused' | 'absent' | 'closed';

const toApi = (player: Player): PlayerApi => ({
  call: (async () => {
    if (player === 'absent') throw new CliError(EXIT.unavailable, 'Cannot reach a player.');
    if (player === 'closed') throw new CliError(EXIT.noPermission, 'The player requires a token.');
    return { state: player };
  }) as PlayerApi['call'],
});

const lend = (
  player: Player,
  options: {
    readonly display?: Display;
    readonly isUnit?: boolean;
    readonly isRoot?: boolean;
    readonly isForced?: boolean;
    /** Beginning of the command line that fails. */
    readonly fails?: string;
    readonly work?: () => Promise<string>;
    readonly onRun?: (program: string, args: readonly string[]) => unknown;
  } = {},
) => {
  const done: string[] = [];
  const { display = BARE, isUnit = true, isRoot = true, isForced = false, fails } = options;
  const running = withScreen(
    {
      ...{ api: toApi(player), display, isUnit, isRoot, isForced, limitSeconds: 600 },
      onNote: (line) => done.push(line),
      run: async (program, args) => {
        options.onRun?.(program, args);
        const line = [program, ...args].join(' ');
        done.push(line.replace(/ --quiet.*/, ''));
        return { isDone: fails === undefined || !line.startsWith(fails), lastLine: 'No.' };
      },
    },
    async () => {
      done.push('test');
      return (await options.work?.()) ?? 'result';
    },
  );
  return { running, done };
};

const STOPPED = [
  'systemctl is-active cuedeck-player.service',
  'systemd-run',
  'The player is stopped for the test.',
  'systemctl stop cuedeck-player.service',
];
const STARTED = [
  'systemctl start cuedeck-player.service',
  'The player runs again.',
  `systemctl stop cuedeck-boardtest-guard-${process.pid}.service`,
];

describe('with a screen of its own', () => {
  test('the player is stopped for the test and started again', async () => {
    const { running, done } = lend('paused');
    expect(await running).toBe('result');
    expect(done).toEqual([...STOPPED, 'test', ...STARTED]);
  });

  test('it is started again when the test fails', async () => {
    const { running, done } = lend('paused', { work: () => Promise.reject(new Error('broken')) });
    await expect(running).rejects.toThrow('broken');
    expect(done).toEqual([...STOPPED, 'test', ...STARTED]);
  });

  test('it is started again when it cannot be stopped in time, and nothing is tested', async () => {
    const { running, done } = lend('paused', { fails: 'systemctl stop cuedeck-player' });
    await expect(running).rejects.toThrow('The player cannot be stopped: No.');
    expect(done).toEqual([...STOPPED, ...STARTED]);
  });

  test('it is not stopped when nothing would start it after a kill', async () => {
    const { running, done } = lend('paused', { fails: 'systemd-run' });
    await expect(running).rejects.toThrow('It was not stopped.');
    expect(done).toEqual(STOPPED.slice(0, 2));
  });

  test('the guard starts the player when the test is killed', async () => {
    const folder = await temporaryFolder();
    await writeScript(folder, 'systemctl', `echo "$@" >> ${folder}/told`);
    const killed = spawn('sleep', ['600']);
    const lines: string[] = [];
    const { running } = lend('paused', {
      onRun: (program, args) => program === 'systemd-run' && lines.push(args.at(-1) ?? ''),
    });
    await running;
    const line = lines.join().replace(`--pid=${process.pid} `, `--pid=${killed.pid} `);
    const guard = spawn('/bin/sh', ['-c', line], { env: { PATH: `${folder}:${process.env.PATH}` } });
    const guarded = once(guard, 'exit');
    killed.kill('SIGKILL');
    await guarded;
    expect(await readFile(join(folder, 'told'), 'utf8')).toBe('start cuedeck-player.service\n');
  });

  test('the guard stays when the player does not start', async () => {
    const { running, done } = lend('paused', { fails: 'systemctl start' });
    await running;
    expect(done.slice(-2)).toEqual([
      'systemctl start cuedeck-player.service',
      'The player did not start: No. Use: sudo systemctl start cuedeck-player',
    ]);
  });

  test.each([
    ['without root', { isRoot: false }, EXIT.noPermission, /`sudo cuedeck boardtest` stops it/],
    ['where it is no unit', { isUnit: false }, EXIT.refused, /Stop it where it was started/],
  ])('the operator is told what to do %s', async (_case, options, exit, message) => {
    const { running } = lend('paused', options);
    await expect(running).rejects.toMatchObject({ exit, message: expect.stringMatching(message) });
  });

  test('a player that does not run is left so', async () => {
    const { running, done } = lend('absent', { fails: 'systemctl is-active' });
    await running;
    expect(done).toEqual(['systemctl is-active cuedeck-player.service', 'test']);
  });
});

describe('a clip that plays', () => {
  test('refuses the test', async () => {
    const { running, done } = lend('playing', { display: { kind: 'none' } });
    await expect(running).rejects.toMatchObject({ exit: EXIT.refused, message: expect.stringMatching(/--force/) });
    expect(done).toEqual([]);
  });

  test('does not with --force', async () => {
    const { running, done } = lend('playing', { display: { kind: 'desktop' }, isForced: true });
    await running;
    expect(done).toEqual(['test']);
  });

  test('may be one where the player requires a token', async () => {
    await expect(lend('closed').running).rejects.toMatchObject({ exit: EXIT.noPermission });
    expect(await lend('closed', { isForced: true }).running).toBe('result');
  });
});
