// Checks player and mpv.

import type { PlayerConnection } from '../../config/player-connection.ts';
import { VERSION } from '../../host/version.ts';
import { waitingRestores } from '../../library/pending-restore.ts';
import { isShortToken, MIN_TOKEN_CHARACTERS } from '../../net/token-strength.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { toStateText } from '../commands/state-text.ts';
import type { PlayerApi } from '../player-api.ts';
import { type PlayerDevice, readStatusWithState, type StatusAnswer } from '../player-status.ts';
import { outputOf } from '../subprocess.ts';
import { type Finding, good, note, problem, unknown } from './finding.ts';
import { type MpvView, readMpv } from './mpv-view.ts';

const PLAYER = 'Player';
const MPV = 'mpv';

export const examinePlayer = async (
  api: PlayerApi,
  { stateDir, isUnit }: PlayerConnection,
): Promise<{
  readonly status?: StatusAnswer;
  readonly device?: PlayerDevice;
  readonly findings: readonly Finding[];
}> => {
  const waiting = (await waitingRestores(stateDir)).map(() =>
    note(
      'Restore',
      'A restore waits for the start of the player.',
      isUnit ? 'sudo systemctl restart cuedeck-player' : 'Restart the player.',
    ),
  );
  try {
    const { status, state, device } = await readStatusWithState(api);
    const running = `CueDeck ${status.VERSION} runs. ${toStateText(status, state)}`;
    const newer = status.LVERSION === status.VERSION ? [] : [note('Version', `CueDeck ${status.LVERSION} is out.`)];
    const other =
      status.VERSION === VERSION
        ? []
        : [
            note(
              'Version',
              `This command is ${VERSION}, the player ${status.VERSION}.`,
              'Restart the player after an update.',
            ),
          ];
    return { status, device, findings: [good(PLAYER, running), ...newer, ...other, ...waiting] };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const isShut = error.exit === EXIT.noPermission;
    const finding = isShut
      ? unknown(PLAYER, 'It runs, but does not speak without its token.', error.message)
      : problem(
          PLAYER,
          error.message.split('. ')[0] ?? error.message,
          isUnit
            ? 'sudo systemctl start cuedeck-player; then cuedeck logs says why it ended.'
            : 'Start it with scripts/start or npm start.',
        );
    return { findings: [finding, ...waiting] };
  }
};

/** Checks the token of this command, which is the player's if it can read the settings. */
export const examineToken = ({ token }: Pick<PlayerConnection, 'token'>): readonly Finding[] =>
  isShortToken(token)
    ? [
        problem(
          'Token',
          `It has ${[...token].length} characters and can be guessed.`,
          `Set CUEDECK_TOKEN to one of ${MIN_TOKEN_CHARACTERS} or more, and restart the player.`,
        ),
      ]
    : [];

const installedVersion = async (program: string): Promise<string | undefined> =>
  /^mpv (\S+)/.exec((await outputOf(program, ['--no-config', '--version'])) ?? '')?.[1];

/** @returns mpv's properties, if it runs and can be queried */
export const examineMpv = async (
  place: PlayerConnection,
  isPlayerUp: boolean,
): Promise<{ readonly view?: MpvView; readonly findings: readonly Finding[] }> => {
  const version = await installedVersion(place.mpv);
  if (version === undefined) {
    return {
      findings: [problem(MPV, `There is no working ${place.mpv}.`, 'sudo apt install mpv, or set CUEDECK_MPV.')],
    };
  }
  const installed = `mpv ${version.replace(/^v/, '')} is installed`;
  if (!isPlayerUp) return { findings: [good(MPV, `${installed}.`)] };
  if (place.socketPath === undefined) {
    return {
      findings: [note(MPV, `${installed}; its socket is in a private folder.`, 'Set CUEDECK_RUNTIME_DIR to see more.')],
    };
  }
  const view = await readMpv(place.socketPath);
  if ('why' in view) {
    const what = `${installed}; its socket ${place.socketPath} says nothing: ${view.why}.`;
    const isClosed = view.isClosed === true;
    const advice = isClosed ? 'Use sudo.' : 'The player restarts mpv by itself; look again in ten seconds.';
    return { findings: [isClosed ? unknown(MPV, what, advice) : problem(MPV, what, advice)] };
  }
  const decoder =
    typeof view['hwdec-current'] === 'string' && view['hwdec-current'] !== 'no' ? view['hwdec-current'] : 'software';
  const running = String(view['mpv-version'] ?? '').replace(/^mpv v?/, '');
  return { view, findings: [good(MPV, `mpv ${running} runs, decoding in ${decoder}.`)] };
};
