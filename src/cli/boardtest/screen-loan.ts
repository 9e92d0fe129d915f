// Takes the screen from the player for a test, and gives it back however the test ends.

import { PLAYER_UNIT } from '../../config/player-connection.ts';
import type { Display } from '../../mpv/display/display.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { PlayerApi } from '../player-api.ts';
import { attempt } from '../subprocess.ts';

const SYSTEMCTL_TIMEOUT_SECONDS = 60;
const START_COMMAND = 'sudo systemctl start cuedeck-player';

/** @throws CliError when a clip plays, or the player does not tell whether one does */
const findPlayer = async (api: PlayerApi, isForced: boolean): Promise<'answers' | 'absent'> => {
  try {
    const { state } = await api.call('get', '/transport');
    if (state === 'playing' && !isForced) {
      throw new CliError(EXIT.refused, 'The player plays a clip. Stop it first, or use --force to test all the same.');
    }
    return 'answers';
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (error.exit === EXIT.unavailable) return 'absent';
    if (isForced && error.exit === EXIT.noPermission) return 'answers';
    throw error;
  }
};

interface Loan {
  readonly api: PlayerApi;
  readonly isUnit: boolean;
  readonly isRoot: boolean;
  readonly display: Display;
  readonly isForced: boolean;
  /** After so many seconds the player is started, even if the test still runs. */
  readonly limitSeconds: number;
  readonly onNote: (line: string) => void;
  readonly run?: typeof attempt;
}

/** A unit that waits for the end of this process, even by SIGKILL, and starts the player. */
const toGuard = (name: string, limitSeconds: number): readonly string[] => [
  ...['--quiet', '--collect', `--unit=${name}`, '/bin/sh', '-c'],
  `timeout ${limitSeconds} tail --pid=${process.pid} -f /dev/null; exec systemctl start ${PLAYER_UNIT}`,
];

const withoutUnit = async <Result>(
  { limitSeconds, onNote, run = attempt }: Loan,
  work: () => Promise<Result>,
): Promise<Result> => {
  const systemctl = (...args: readonly string[]) => run('systemctl', args, SYSTEMCTL_TIMEOUT_SECONDS);
  const guard = `cuedeck-boardtest-guard-${process.pid}`;
  const guarded = await run('systemd-run', toGuard(guard, limitSeconds), SYSTEMCTL_TIMEOUT_SECONDS);
  if (!guarded.isDone) {
    throw new CliError(
      EXIT.refused,
      `Nothing would start the player again if this test were killed: ${guarded.lastLine} It was not stopped.`,
    );
  }
  try {
    onNote('The player is stopped for the test.');
    const stopped = await systemctl('stop', PLAYER_UNIT);
    if (!stopped.isDone) throw new CliError(EXIT.refused, `The player cannot be stopped: ${stopped.lastLine}`);
    return await work();
  } finally {
    const started = await systemctl('start', PLAYER_UNIT);
    onNote(
      started.isDone ? 'The player runs again.' : `The player did not start: ${started.lastLine} Use: ${START_COMMAND}`,
    );
    // Where the start failed, it tries once more when this process is gone.
    if (started.isDone) await systemctl('stop', `${guard}.service`);
  }
};

/**
 * Runs a test that opens the screen. A player that has the screen is stopped before and started after it;
 * where both can have a picture, as on a desktop, it runs on.
 * @throws CliError when the player plays, or has the screen and cannot be stopped from here; errors of the work
 */
export const withScreen = async <Result>(loan: Loan, work: () => Promise<Result>): Promise<Result> => {
  const { api, isUnit, isRoot, display, isForced, run = attempt } = loan;
  const found = await findPlayer(api, isForced);
  if (display.kind !== 'bare') return work();
  const isActive = isUnit && (await run('systemctl', ['is-active', PLAYER_UNIT], SYSTEMCTL_TIMEOUT_SECONDS)).isDone;
  if (!isActive && found === 'absent') return work();
  if (!isActive) {
    throw new CliError(EXIT.refused, 'The player has the screen. Stop it where it was started, then test again.');
  }
  if (!isRoot) {
    throw new CliError(
      EXIT.noPermission,
      'The player has the screen. `sudo cuedeck boardtest` stops it for the test and starts it again.',
    );
  }
  return withoutUnit(loan, work);
};
