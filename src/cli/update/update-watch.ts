// Watches a new player version: does it start, stay up and keep its clips?
import { setTimeout as wait } from 'node:timers/promises';
import { toMessage } from '../../base/errors.ts';
import { PLAYER_UNIT } from '../../config/player-connection.ts';
import type { PlayerApi } from '../player-api.ts';
import { readClips } from '../player-status.ts';
import { outputOf } from '../subprocess.ts';

/** A small box with a slow card takes its time. */
const START_TIMEOUT_SECONDS = 60;
const POLL_INTERVAL_SECONDS = 2;
/** One that mends itself, as with an mpv that was killed, is well. */
const MAX_FAILED_CHECKS = 3;

interface CheckResult {
  readonly process: string;
  /** Undefined: it is well. */
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
 * @param parts.clips how many it must have, the splash screen included
 * @param parts.seconds from the moment it is up
 * @param parts.onPassed told the share of that time that has passed, 0 to 1
 * @returns what went wrong; undefined when nothing did
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
