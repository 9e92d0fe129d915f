// Watches a new player version: does it start, stay up and keep its clips?
import { setTimeout as wait } from 'node:timers/promises';
import { toMessage } from '../../base/errors.ts';
import { PLAYER_UNIT } from '../../config/player-connection.ts';
import type { PlayerApi } from '../player-api.ts';
import { readClips } from '../player-status.ts';
import { outputOf } from '../subprocess.ts';

/** A small board with a slow card starts slowly. */
const START_TIMEOUT_SECONDS = 60;
const POLL_INTERVAL_SECONDS = 2;
/** A player that recovers by itself, as from a killed mpv, is healthy. */
const MAX_FAILED_CHECKS = 3;

interface CheckResult {
  readonly process: string;
  /** Undefined: healthy. */
  readonly trouble: string | undefined;
}

const look = async (api: PlayerApi, clips: number): Promise<CheckResult> => {
  const names = ['MainPID', 'ActiveState', 'StatusText'];
  const shown = (await outputOf('systemctl', ['show', `--property=${names.join()}`, PLAYER_UNIT])) ?? '';
  const of = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(shown)?.[1] ?? '';
  const troubled = (trouble: string | undefined): CheckResult => ({ process: of('MainPID'), trouble });
  if (of('ActiveState') !== 'active') return troubled(`its service is ${of('ActiveState') || 'not there'}`);
  if (of('StatusText').includes('the player is not up')) return troubled('mpv does not come up');
  try {
    const { length } = await readClips(api);
    return troubled(length < clips ? `it has ${length - 1} of ${clips - 1} clips` : undefined);
  } catch (error) {
    return troubled(toMessage(error));
  }
};

/**
 * @param deps.clips number of clips it must have, including the splash screen
 * @param deps.seconds counted from its start
 * @param deps.onPassed called with the elapsed share of that time, 0 to 1
 * @returns the fault; undefined without one
 */
export const watchPlayer = async (deps: {
  readonly api: PlayerApi;
  readonly clips: number;
  readonly seconds: number;
  readonly onPassed: (share: number) => void;
}): Promise<string | undefined> => {
  const { api, clips, seconds, onPassed } = deps;
  const first = performance.now();
  let now = await look(api, clips);
  while (now.trouble !== undefined) {
    if (performance.now() - first > START_TIMEOUT_SECONDS * 1000) return now.trouble;
    await wait(POLL_INTERVAL_SECONDS * 1000);
    now = await look(api, clips);
  }
  const { process } = now;
  const upAt = performance.now();
  for (let bad = 0; performance.now() - upAt < seconds * 1000; ) {
    onPassed((performance.now() - upAt) / (seconds * 1000));
    await wait(POLL_INTERVAL_SECONDS * 1000);
    now = await look(api, clips);
    if (now.process !== process) return 'it ended and had to be started again';
    bad = now.trouble === undefined ? 0 : bad + 1;
    if (bad >= MAX_FAILED_CHECKS) return now.trouble;
  }
  return undefined;
};
