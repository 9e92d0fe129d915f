// Checks that the state folder belongs to the running player.

import type { Ask } from './backup/folder-task-runner.ts';
import { CliError, EXIT } from './cli-error.ts';
import type { Call } from './command.ts';

/** True when the player answers. */
export const isRunning = async ({ api }: Pick<Call, 'api'>): Promise<boolean> => {
  try {
    await api.call('get', '/device');
    return true;
  } catch (error) {
    return error instanceof CliError && error.exit !== EXIT.unavailable;
  }
};

/**
 * In another folder than the player, or with other settings, a command would mistake an empty list for the show.
 * @throws CliError when the player that runs keeps its state elsewhere
 */
export const checkState = async ({ api, place }: Pick<Call, 'api' | 'place'>, ask: Ask): Promise<void> => {
  if ((await ask('askClaim', undefined)) !== 'no' || !(await isRunning({ api }))) return;
  throw new CliError(
    EXIT.refused,
    `The player that answers at ${place.url} does not keep its state in ${place.stateDir}. Say in CUEDECK_STATE_DIR and CUEDECK_CLIPS_DIR where its folders are.`,
  );
};
