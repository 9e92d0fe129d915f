// The tasks that commands run in the player's folders, a row each. For root they run as the folders' owner.
import { access, constants, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError, toSystemCode } from '../../base/errors.ts';
import { createLog } from '../../base/log.ts';
import { readDeviceId } from '../../host/licence/device-id.ts';
import { installLicence, isLicensed } from '../../host/licence/licence.ts';
import { commitRestore, type PendingRestore } from '../../library/pending-restore.ts';
import { openRegularFile, readRegularFile } from '../../storage/regular-file.ts';
import { isClaimed, type StateLock } from '../../storage/state-lock.ts';
import { replaceFile } from '../../storage/synced-file.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { BackupDescription } from './backup-file.ts';
import { readBackup } from './backup-reader.ts';
import { type Survey, surveyPlayer } from './backup-survey.ts';
import { backupBytes } from './backup-writer.ts';
import { toFolderError } from './folder-error.ts';
import { clearStage, createRestoreStaging, ownerOf } from './restore-staging.ts';

export interface Folders {
  readonly clipsDir: string;
  readonly stateDir: string;
}

/** I/O of a task besides the folders. */
export interface TaskIo {
  /** Input bytes. */
  readonly input: AsyncIterable<Buffer>;
  /** Writes output bytes; resolves when there is room for more. */
  write(bytes: Buffer): Promise<void>;
  /** @param share progress, 0 to 1 */
  show(share: number): void;
}

/** The mode that the player uses. */
const LIST_MODE = 0o640;
const LIST = 'clips.json';

const formOf = (list: string): number => Number(/^\{"version":(\d+),/.exec(list)?.[1] ?? 0);

/** Arguments and results are JSON. */
export const FOLDER_TASKS = {
  /** Returns whether a player has locked the state folder. */
  askClaim: (_given: undefined, { stateDir }: Folders): Promise<StateLock> => isClaimed(stateDir),

  survey: (_given: undefined, folders: Folders): Promise<Survey> => surveyPlayer(folders),

  /** Writes a backup out. */
  pack: async (description: BackupDescription, { clipsDir }: Folders, { write, show }: TaskIo): Promise<void> => {
    const openClip = (file: string) => openRegularFile(join(clipsDir, file));
    for await (const chunk of backupBytes(description, openClip, show)) await write(chunk);
  },

  /** Checks that both folders are writable, and creates them on demand. */
  openFolders: async ({ isMaking }: { readonly isMaking: boolean }, { clipsDir, stateDir }: Folders): Promise<void> => {
    const folders = [clipsDir, stateDir];
    if (isMaking) await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })));
    for (const folder of folders) {
      try {
        await access(folder, constants.R_OK | constants.W_OK);
      } catch (error) {
        throw toFolderError(folder, error);
      }
    }
  },

  /** Reads a backup into the clips folder and stages its files under names with the token. */
  stage: async ({ token }: { readonly token: string }, folders: Folders, { input, show }: TaskIo) => {
    const stage = createRestoreStaging(folders, token, show);
    const description = await readBackup(input, stage);
    return { description, files: await stage.settle() };
  },

  clearStage: ({ token }: { readonly token: string }, { clipsDir }: Folders): Promise<void> =>
    clearStage(clipsDir, token),

  /** @returns the plan's path, which is removed once it has been carried out */
  commit: async (
    { token, plan }: { readonly token: string; readonly plan: PendingRestore },
    { stateDir }: Folders,
  ): Promise<string> => commitRestore(stateDir, token, plan, await ownerOf(stateDir)),

  /** The files that are missing in the clips folder. */
  findMissing: async (files: readonly string[], { clipsDir }: Folders): Promise<readonly string[]> => {
    const missing: string[] = [];
    for (const file of files) {
      if ((await lstat(join(clipsDir, file)).catch(() => undefined)) === undefined) missing.push(file);
    }
    return missing;
  },

  /** @returns true when the file disappeared within this time */
  awaitEnd: async ({ path, seconds }: { readonly path: string; readonly seconds: number }): Promise<boolean> => {
    for (const latest = performance.now() + seconds * 1000; performance.now() < latest; await wait(200)) {
      if ((await lstat(path).catch(() => undefined)) === undefined) return true;
    }
    return false;
  },

  /** From the hardware and the state folder. */
  findDeviceId: (_given: undefined, { stateDir }: Folders): Promise<string> =>
    readDeviceId({ systemRoot: '/', stateDir, log: createLog({ journal: false, level: 'info' }) }),

  askLicensed: ({ deviceId }: { readonly deviceId: string }, { stateDir }: Folders): Promise<boolean> =>
    isLicensed(stateDir, { deviceId }),

  /** @returns the licence without its signature */
  installLicence: async (
    { text, deviceId }: { readonly text: string; readonly deviceId: string },
    { stateDir }: Folders,
  ): Promise<Readonly<Record<string, string>>> => {
    try {
      const { signature: _signature, ...licence } = await installLicence(text, { stateDir, deviceId });
      return licence;
    } catch (error) {
      if (error instanceof Error && toSystemCode(error.cause) === 'EACCES')
        throw new CliError(EXIT.noPermission, `The state folder ${stateDir} is not for this user. Use sudo.`);
      throw error instanceof AppError ? new CliError(EXIT.refused, error.message) : error;
    }
  },

  /** Outputs the clip list unchanged. */
  readList: async (_given: undefined, { stateDir }: Folders, { write }: TaskIo): Promise<void> =>
    write(await readRegularFile(join(stateDir, LIST))),

  /** Restores the list of the previous version, since a newer one may have changed its format. */
  putListBack: async (former: string, { stateDir }: Folders): Promise<void> => {
    const path = join(stateDir, LIST);
    const current = (await readRegularFile(path).catch(() => Buffer.of())).toString('utf8');
    if (formOf(former) === 0 || formOf(current) <= formOf(former)) return;
    await replaceFile(path, former, LIST_MODE, await ownerOf(stateDir));
  },
} as const;

export type FolderTasks = typeof FOLDER_TASKS;
