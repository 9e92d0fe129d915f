// `cuedeck restore`: all of a backup, or nothing of it.
import { toSystemCode } from '../../base/errors.ts';
import { PLAYER_UNIT } from '../../config/player-connection.ts';
import { STATE_FILE } from '../../hyperdeck/device/state-file.ts';
import { RESTORED_LISTS } from '../../library/lists/list-folder.ts';
import { newRestoreToken } from '../../library/pending-restore.ts';
import type { Answer, Call, Command } from '../command.ts';
import { toPrintable } from '../format.ts';
import { createProgress } from '../progress.ts';
import { openFile } from '../stable-file-reader.ts';
import { checkState, isRunning } from '../state-check.ts';
import { attempt } from '../subprocess.ts';
import type { BackupDescription } from './backup-file.ts';
import { toFolderError } from './folder-error.ts';
import { type Ask, inFolders } from './folder-task-runner.ts';

const RESTART_SECONDS = 60;

const openInput = async (path: string, io: Call['io']): Promise<AsyncIterable<Buffer>> => {
  if (path === '-') return io.input as AsyncIterable<Buffer>;
  const { handle } = await openFile(path);
  return handle.createReadStream({ highWaterMark: 1024 * 1024 });
};

/** Stages everything, then commits in one step. */
const stageAndCommit = async (call: Call, ask: Ask): Promise<{ plan: string; description: BackupDescription }> => {
  const [path = ''] = call.arguments;
  const progress = createProgress(call.io, 'restore');
  const token = newRestoreToken();
  try {
    const input = await openInput(path, call.io);
    const { description, files } = await ask('stage', { token }, { input, show: progress.show });
    const { record, hyperDeck, lists } = description;
    const documents = { ...(hyperDeck && { [STATE_FILE]: hyperDeck }), ...(lists && { [RESTORED_LISTS]: lists }) };
    const restored = { record, files, documents };
    return { plan: await ask('commit', { token, plan: restored }), description };
  } catch (error) {
    await ask('clearStage', { token }).catch(() => undefined);
    if (toSystemCode(error) === undefined) throw error;
    throw toFolderError('Nothing was changed', error);
  } finally {
    progress.end();
  }
};

/** Restarts the player if it is a unit, and waits until it has carried out the plan. */
const takeEffect = async (call: Call, ask: Ask, plan: string): Promise<boolean> =>
  call.place.isUnit &&
  (await attempt('systemctl', ['restart', PLAYER_UNIT], RESTART_SECONDS)).isDone &&
  (await ask('awaitEnd', { path: plan, seconds: RESTART_SECONDS }));

const toEffectText = (isDone: boolean, running: boolean): string => {
  if (isDone) return 'The player has restarted with it.';
  return running
    ? 'Restart the player now: until then it shows its old list, and what is changed in that is lost.'
    : 'The player does not run; it takes effect at its next start.';
};

const runRestore = async (call: Call, ask: Ask): Promise<Answer> => {
  const { place, options } = call;
  await checkState(call, ask);
  await ask('openFolders', { isMaking: !place.isUnit });
  const { plan, description } = await stageAndCommit(call, ask);
  const { record, clips, device, made } = description;
  const staged = new Set(clips.map(({ file }) => file));
  const names = record.clips.slice(1).map(({ file }) => file);
  const missing = await ask(
    'findMissing',
    names.filter((name) => !staged.has(name)),
  );
  const running = await isRunning(call);
  const isDone = options['no-restart'] !== true && (await takeEffect(call, ask, plan));
  const count = record.clips.length - 1;
  return {
    lines: [
      `Restored ${count} clips, ${clips.length} with their files, from the backup of ${toPrintable(device)}, ${toPrintable(made)}.`,
      ...missing.map((file) => `Its file is not on the device: ${toPrintable(file)}`),
      toEffectText(isDone, running),
    ],
    json: { clips: count, files: clips, missing, device, made, effective: isDone },
  };
};

export const RESTORE_COMMAND: Command = {
  name: 'restore',
  takes: [{ name: 'FILE', completes: 'file' }],
  options: [{ name: 'no-restart', meaning: 'does not restart the player' }],
  meaning: 'restores a backup, all of it or nothing, and restarts the player; `-` reads standard input',
  more: 'List and settings become those of the backup. Clips that are not in the backup stay on the device, behind its clips.',
  run: (call) => inFolders(call, (ask) => runRestore(call, ask)),
};
