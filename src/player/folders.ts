// Creates the player's folders and locks them against a second player.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import { PLAYER_SETTINGS, type PlayerConfig } from '../config/player.ts';
import { checkSocketPath, openFolder } from '../config/startup-checks.ts';
import { lockState } from '../storage/state-lock.ts';

/** Of run time: the unit's, or a private one that goes with the daemon. */
export interface RuntimeDir {
  readonly path: string;
  dispose(): Promise<void>;
}

/**
 * @throws ConfigError when one cannot be had
 * @throws Error when that may pass by itself, or another player runs on the state folder
 */
export const openFolders = async (config: PlayerConfig, log: Log): Promise<RuntimeDir> => {
  const { clipsDir, stateDir } = PLAYER_SETTINGS;
  const runtimeDir = await openRuntimeDir(config);
  if (await openFolder(clipsDir.variable, config.clipsDir, { isWritten: false }))
    log.info(`created ${config.clipsDir} (${clipsDir.variable})`);
  await openFolder(stateDir.variable, config.stateDir);
  await lockState(stateDir.variable, config.stateDir);
  return runtimeDir;
};

const openRuntimeDir = async ({ runtimeDir: given }: PlayerConfig): Promise<RuntimeDir> => {
  if (given !== undefined) {
    const { variable } = PLAYER_SETTINGS.runtimeDir;
    checkSocketPath(variable, given, join(given, 'mpv.sock'));
    await openFolder(variable, given, { mode: 0o700 });
    return { path: given, dispose: async () => undefined };
  }
  const path = await mkdtemp(join(tmpdir(), 'cuedeck-'));
  return { path, dispose: () => rm(path, { recursive: true, force: true }) };
};
