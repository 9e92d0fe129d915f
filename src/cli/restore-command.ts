// `cuedeck restore`: all of a backup, or nothing of it.
import { existsSync } from 'node:fs';
import { access, constants, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { toSystemCode } from '../errors.ts';
import { KEPT_FILE } from '../hyperdeck/state-keeper.ts';
import { commitRestore } from '../library/restore-plan.ts';
import { toFolderError } from './backup-command.ts';
import type { BackupDescription } from './backup-file.ts';
import { readBackup } from './backup-reader.ts';
import type { Call, Command } from './command.ts';
import { toPrintable } from './plain-text.ts';
import { PLAYER_UNIT, type PlayerPlace } from './player-place.ts';
import { attempt } from './program.ts';
import { createProgress } from './progress.ts';
import { createRestoreStage, ownerOf } from './restore-stage.ts';
import { openFile } from './sent-file.ts';
import { checkState, isRunning } from './state-check.ts';

const RESTART_SECONDS = 60;

const checkFolders = async ({ clipsDir, stateDir }: PlayerPlace): Promise<void> => {
  for (const folder of [clipsDir, stateDir]) {
    try {
      await access(folder, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw toFolderError(folder, error);
    }
  }
};

const openInput = async (path: string, io: Call['io']): Promise<AsyncIterable<Buffer>> => {
  if (path === '-') return io.input as AsyncIterable<Buffer>;
  const { handle } = await openFile(path);
  return handle.createReadStream({ highWaterMark: 1024 * 1024 });
};

/** Stages everything, then makes it certain in one step. */
const stageAndCommit = async (call: Call, path: string): Promise<{ plan: string; description: BackupDescription }> => {
  const { place, io } = call;
  const progress = createProgress(io, 'restore');
  const stage = createRestoreStage(place, progress.show);
  try {
    const description = await readBackup(await openInput(path, io), stage);
    const restored = {
      record: description.record,
      files: await stage.settle(),
      ...(description.hyperDeck && { documents: { [KEPT_FILE]: description.hyperDeck } }),
    };
    const plan = await commitRestore(place.stateDir, stage.token, restored, await ownerOf(place.stateDir));
    return { plan, description };
  } catch (error) {
    await stage.clear();
    if (toSystemCode(error) === undefined) throw error;
    throw toFolderError('Nothing was changed', error);
  } finally {
    progress.end();
  }
};

/** Restarts the player where it is a unit, and waits until it has done its part. */
const takeEffect = async (call: Call, plan: string): Promise<boolean> => {
  if (!call.place.isUnit || !(await attempt('systemctl', ['restart', PLAYER_UNIT], RESTART_SECONDS)).isDone)
    return false;
  for (const latest = performance.now() + RESTART_SECONDS * 1000; performance.now() < latest; await wait(200)) {
    if (!existsSync(plan)) return true;
  }
  return false;
};

const findMissing = async ({ record }: BackupDescription, { clipsDir }: PlayerPlace, staged: ReadonlySet<string>) => {
  const missing: string[] = [];
  for (const { file } of record.clips.slice(1)) {
    if (staged.has(file)) continue;
    if ((await lstat(join(clipsDir, file)).catch(() => undefined)) === undefined) missing.push(file);
  }
  return missing;
};

const toEffectText = (isDone: boolean, running: boolean): string => {
  if (isDone) return 'The player has restarted with it.';
  return running
    ? 'Restart the player now: until then it shows its old list, and what is changed in that is lost.'
    : 'The player does not run; it takes effect at its next start.';
};

export const RESTORE_COMMAND: Command = {
  name: 'restore',
  takes: [{ name: 'FILE', completes: 'file' }],
  options: [{ name: 'no-restart', meaning: 'leaves the restart of the player to you' }],
  meaning: 'puts a backup back, as a whole or not at all, and restarts the player; `-` reads standard input',
  more: 'List and settings become those of the backup. Clips that the backup does not know stay on the device, behind its clips.',
  run: async (call) => {
    const [path = ''] = call.arguments;
    const { place, options } = call;
    await checkState(call);
    await Promise.all(
      [place.clipsDir, place.stateDir].map((dir) => (place.isUnit ? undefined : mkdir(dir, { recursive: true }))),
    );
    await checkFolders(place);
    const { plan, description } = await stageAndCommit(call, path);
    const { record, clips, device, made } = description;
    const missing = await findMissing(description, place, new Set(clips.map(({ file }) => file)));
    const running = await isRunning(call);
    const isDone = options['no-restart'] !== true && (await takeEffect(call, plan));
    const count = record.clips.length - 1;
    return {
      lines: [
        `Restored ${count} clips, ${clips.length} with their files, from the backup of ${toPrintable(device)}, ${toPrintable(made)}.`,
        ...missing.map((file) => `Its file is not on the device: ${toPrintable(file)}`),
        toEffectText(isDone, running),
      ],
      json: { clips: count, files: clips, missing, device, made, effective: isDone },
    };
  },
};
