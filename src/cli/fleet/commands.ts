// The rows of `cuedeck fleet`.
import type { Command } from '../command.ts';
import { FLEET_FORGET_COMMAND } from './forget-command.ts';
import { FLEET_LIST_COMMAND, FLEET_STATUS_COMMAND } from './list-commands.ts';
import { FLEET_PUSH_COMMAND } from './push-command.ts';
import { FLEET_RENAME_COMMAND } from './rename-command.ts';
import { FLEET_FIRE_COMMAND, FLEET_STOP_COMMAND } from './transport-commands.ts';
import { FLEET_UPDATE_COMMAND } from './update-command.ts';

export const FLEET_COMMANDS: readonly Command[] = [
  FLEET_LIST_COMMAND,
  FLEET_STATUS_COMMAND,
  FLEET_FIRE_COMMAND,
  FLEET_STOP_COMMAND,
  FLEET_PUSH_COMMAND,
  FLEET_RENAME_COMMAND,
  FLEET_FORGET_COMMAND,
  FLEET_UPDATE_COMMAND,
];
