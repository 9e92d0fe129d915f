// `cuedeck talkgroup …`: the talkgroup service reads these words itself.
import { COMMANDS } from '../talkgroup/admin/commands.ts';
import { talkgroupCommand } from '../talkgroup/cli.ts';
import type { PassedCommand } from './command.ts';

export const TALKGROUP_ROW: PassedCommand = {
  name: 'talkgroup',
  meaning: 'administers the talkgroup service; `cuedeck talkgroup --help` lists its commands',
  commands: Object.keys(COMMANDS),
  pass: talkgroupCommand,
};
