// The folder of the administration socket, and the note in the state folder that says where it is.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TALKGROUP_SETTINGS } from '../config.ts';
import { isAnswered } from '../local-socket.ts';
import { checkSocketPath, openFolder } from '../start-checks.ts';
import { toPointerPath, toSocketPath } from './admin/admin-paths.ts';

export interface RuntimeFolder {
  readonly socketPath: string;
  close(): Promise<void>;
}

/**
 * @param folder undefined for a private temporary one
 * @throws Error when another service runs on the same state folder: two would overwrite each other's changes
 */
export const openRuntimeFolder = async (folder: string | undefined, stateDir: string): Promise<RuntimeFolder> => {
  const pointer = toPointerPath(stateDir);
  const other = await readFile(pointer, 'utf8').catch(() => undefined);
  if (other !== undefined && (await isAnswered(other)))
    throw new Error(`another talkgroup service runs on ${stateDir}: it answers at ${other}`);
  if (folder !== undefined) checkSocketPath(TALKGROUP_SETTINGS.runtimeDir.variable, folder, toSocketPath(folder));
  await openFolder(TALKGROUP_SETTINGS.stateDir.variable, stateDir, { mode: 0o700 });
  if (folder !== undefined) await openFolder(TALKGROUP_SETTINGS.runtimeDir.variable, folder, { mode: 0o700 });
  const runtimeDir = folder ?? (await mkdtemp(join(tmpdir(), 'cuedeck-talkgroup-')));
  const socketPath = toSocketPath(runtimeDir);
  await writeFile(pointer, socketPath, { mode: 0o600 });
  return {
    socketPath,
    close: async () => {
      await rm(pointer, { force: true });
      if (folder === undefined) await rm(runtimeDir, { recursive: true, force: true });
    },
  };
};
