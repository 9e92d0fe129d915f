// The folders of the player: made where they are missing, held against a second player.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DisposalStack } from '../base/disposal-stack.ts';
import type { Log } from '../base/log.ts';
import { PLAYER_SETTINGS, type PlayerConfig } from '../config/player.ts';
import { checkSocketPath, openFolder } from '../config/startup-checks.ts';
import { lockState } from '../storage/state-lock.ts';

/**
 * @returns the runtime folder: the unit's, or a private one that is removed with the daemon
 * @throws ConfigError when a folder is unusable
 * @throws Error for a temporary failure, or when another player uses the state folder
 */
export const openFolders = async (deps: {
  readonly config: PlayerConfig;
  readonly running: DisposalStack;
  readonly log: Log;
}): Promise<string> => {
  const { config, running, log } = deps;
  const { clipsDir, stateDir } = PLAYER_SETTINGS;
  const runtimeDir = await openRuntimeDir(config);
  if (config.runtimeDir === undefined)
    running.add('the runtime folder', () => rm(runtimeDir, { recursive: true, force: true }));
  if (await openFolder(clipsDir.variable, config.clipsDir, { isWritten: false }))
    log.info(`created ${config.clipsDir} (${clipsDir.variable})`);
  await openFolder(stateDir.variable, config.stateDir);
  running.add('the lock of the state folder', await lockState(stateDir.variable, config.stateDir));
  return runtimeDir;
};

const openRuntimeDir = async ({ runtimeDir: given }: PlayerConfig): Promise<string> => {
  if (given === undefined) return mkdtemp(join(tmpdir(), 'cuedeck-'));
  const { variable } = PLAYER_SETTINGS.runtimeDir;
  checkSocketPath(variable, given, join(given, 'mpv.sock'));
  await openFolder(variable, given, { mode: 0o700 });
  return given;
};
