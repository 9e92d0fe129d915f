// The folder of the administration socket, and the note in the state folder that says where it is.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toSystemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { checkSocketPath, openFolder } from '../../config/startup-checks.ts';
import { TALKGROUP_SETTINGS } from '../../config/talkgroup.ts';
import { isAnswered } from '../../storage/unix-socket.ts';
import { toPointerPath, toSocketPath } from './admin-paths.ts';

interface RuntimeFolder {
  readonly socketPath: string;
  close(): Promise<void>;
}

/** Error codes of a full disk. */
const FULL_CODES = ['ENOSPC', 'EDQUOT'];

/** The master runs on a full disk, too; only its socket cannot be found by the command line then. */
const notePlace = async (pointer: string, socketPath: string, log: Log): Promise<void> => {
  try {
    await writeFile(pointer, socketPath, { mode: 0o600 });
  } catch (error) {
    if (!FULL_CODES.includes(toSystemCode(error) ?? '')) throw error;
    await rm(pointer, { force: true });
    log.error(`the disk is full: ${pointer} does not say where the administration socket is`);
  }
};

/**
 * @param folder undefined for a private temporary one
 * @throws Error when another service runs on the same state folder: both would overwrite each other's changes
 */
export const openRuntimeFolder = async (
  folder: string | undefined,
  stateDir: string,
  log: Log,
): Promise<RuntimeFolder> => {
  const pointer = toPointerPath(stateDir);
  const other = await readFile(pointer, 'utf8').catch(() => undefined);
  if (other !== undefined && (await isAnswered(other)))
    throw new Error(`another talkgroup service runs on ${stateDir}: it answers at ${other}`);
  if (folder !== undefined) checkSocketPath(TALKGROUP_SETTINGS.runtimeDir.variable, folder, toSocketPath(folder));
  await openFolder(TALKGROUP_SETTINGS.stateDir.variable, stateDir, { mode: 0o700 });
  if (folder !== undefined) await openFolder(TALKGROUP_SETTINGS.runtimeDir.variable, folder, { mode: 0o700 });
  const runtimeDir = folder ?? (await mkdtemp(join(tmpdir(), 'cuedeck-talkgroup-')));
  const socketPath = toSocketPath(runtimeDir);
  await notePlace(pointer, socketPath, log);
  return {
    socketPath,
    close: async () => {
      await rm(pointer, { force: true });
      if (folder === undefined) await rm(runtimeDir, { recursive: true, force: true });
    },
  };
};
