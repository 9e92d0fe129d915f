// `cuedeck talkgroup …`: the talkgroup service reads these words itself.
import { COMMANDS } from '../../talkgroup/admin/commands.ts';
import type { DelegatedCommand } from '../command.ts';
import { talkgroupCommand } from './command-line.ts';

export const TALKGROUP_ROW: DelegatedCommand = {
  name: 'talkgroup',
  meaning: 'administers the talkgroup service; `cuedeck talkgroup --help` lists its commands',
  commands: Object.keys(COMMANDS),
  pass: talkgroupCommand,
};
