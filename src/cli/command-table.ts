// Every command of `cuedeck`, in the order of help, man page, completion and docs/cli.md. A new one is one more row here.
import type { Action } from '../actions/action.ts';
import { ACTIONS } from '../actions/table.ts';
import { BACKUP_COMMAND } from './backup/backup-command.ts';
import { RESTORE_COMMAND } from './backup/restore-command.ts';
import { BOARDTEST_COMMAND } from './boardtest/boardtest-command.ts';
import type { Command } from './command.ts';
import { PLAY_COMMAND, toActionCommands } from './commands/action-commands.ts';
import { CLIP_COMMANDS } from './commands/clip-commands.ts';
import { CONVERT_COMMAND } from './commands/convert-command.ts';
import { DEVICE_COMMANDS } from './commands/device-commands.ts';
import { HYPERDECK_COMMAND } from './commands/hyperdeck-command.ts';
import { ITEM_COMMANDS } from './commands/item-commands.ts';
import { LICENCE_COMMANDS } from './commands/license-commands.ts';
import { LIST_COMMANDS } from './commands/list-commands.ts';
import { LOGS_COMMAND } from './commands/logs-command.ts';
import { MATCH_COMMAND } from './commands/match-command.ts';
import { OUTPUTS_COMMAND } from './commands/outputs-command.ts';
import { PLAYS_COMMAND } from './commands/plays-command.ts';
import { UPLOAD_COMMAND } from './commands/upload-command.ts';
import { DOCTOR_COMMAND } from './doctor/doctor-command.ts';
import { FLEET_COMMANDS } from './fleet/commands.ts';
import { TALKGROUP_COMMANDS } from './talkgroup/commands.ts';
import { UPDATE_COMMAND } from './update/update-command.ts';

export const toCommandTable = (actions: readonly Action[]): readonly Command[] => [
  DEVICE_COMMANDS.status,
  CLIP_COMMANDS.clips,
  UPLOAD_COMMAND,
  PLAY_COMMAND,
  ...toActionCommands(actions),
  CLIP_COMMANDS.edit,
  CONVERT_COMMAND,
  MATCH_COMMAND,
  CLIP_COMMANDS.remove,
  ...[LIST_COMMANDS.shown, LIST_COMMANDS.create, LIST_COMMANDS.edit, LIST_COMMANDS.remove],
  ...ITEM_COMMANDS,
  DEVICE_COMMANDS.hostName,
  DEVICE_COMMANDS.safeLock,
  OUTPUTS_COMMAND,
  PLAYS_COMMAND,
  LOGS_COMMAND,
  DOCTOR_COMMAND,
  BOARDTEST_COMMAND,
  BACKUP_COMMAND,
  RESTORE_COMMAND,
  UPDATE_COMMAND,
  LICENCE_COMMANDS.show,
  LICENCE_COMMANDS.install,
  HYPERDECK_COMMAND,
  ...FLEET_COMMANDS,
  ...TALKGROUP_COMMANDS,
  DEVICE_COMMANDS.version,
];

export const COMMAND_TABLE = toCommandTable(ACTIONS);

/** The commands whose names begin with these words. */
export const findGroup = (table: readonly Command[], words: readonly string[]): readonly Command[] =>
  table.filter(({ name }) => name.startsWith(words.map((word) => `${word} `).join('')));

/** `update CLIP` edits a clip; with any other argument, `update` is for the software. */
const toCanonical = (words: readonly string[]): readonly string[] =>
  words[0] === 'update' && /^[0-9]+$/.test(words[1] ?? '') ? ['edit', ...words.slice(1)] : words;

/** The command at the start of the words, and the remaining words; undefined when there is none. */
export const findRow = (
  table: readonly Command[],
  words: readonly string[],
): { readonly row: Command; readonly rest: readonly string[] } | undefined => {
  const canonical = toCanonical(words);
  for (const count of [3, 2, 1]) {
    const name = canonical.slice(0, count).join(' ');
    const row = table.find((entry) => entry.name === name);
    if (row !== undefined && canonical.length >= count) return { row, rest: canonical.slice(count) };
  }
  return undefined;
};
