// The rows of `cuedeck talkgroup`: the administration of the talkgroup service over its Unix socket.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { AppError, toSystemCode } from '../../base/errors.ts';
import { readConfig } from '../../config/read-config.ts';
import { TALKGROUP_SETTINGS } from '../../config/talkgroup.ts';
import { callDaemon } from '../../talkgroup/admin/admin-client.ts';
import {
  COMMAND_OPTIONS,
  COMMANDS,
  type CommandName,
  type CommandOptionRow,
  type Command as DaemonCommand,
} from '../../talkgroup/admin/commands.ts';
import { toPointerPath, toSocketPath, UNIT_SOCKET_PATH } from '../../talkgroup/state/admin-paths.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { type Answer, type Call, type CliIo, type Command, HELP_OPTION, JSON_OPTION, type Option } from '../command.ts';
import { readText } from '../read-text.ts';
import { RENDERINGS } from './renderings.ts';

const FAMILY = { name: 'talkgroup', meaning: 'administers the talkgroup service' };

const COMMON: readonly Option[] = [
  JSON_OPTION,
  {
    name: 'socket',
    value: 'PATH',
    meaning: 'administration socket of the talkgroup service, if it is not found automatically',
  },
  HELP_OPTION,
];

/** The socket of the settings; else the one the state folder points to; else the unit's. */
const findSocket = async (environment: CliIo['environment']): Promise<string> => {
  const { runtimeDir, stateDir } = readConfig(TALKGROUP_SETTINGS, environment);
  if (runtimeDir !== undefined) return toSocketPath(runtimeDir);
  return readFile(toPointerPath(stateDir), 'utf8').catch(() => UNIT_SOCKET_PATH);
};

/** The text of a file; `-` is standard input. */
const readInput = (path: string, io: CliIo): Promise<string> =>
  path === '-' ? text(io.input) : readText(path, 'Check the name and try again.');

const run = async <Name extends CommandName>(
  command: Name,
  { readsFile }: DaemonCommand,
  { arguments: words, options: { socket, ...options }, io }: Call,
): Promise<Answer> => {
  const last = words.at(-1);
  const given = readsFile && last !== undefined ? [...words.slice(0, -1), await readInput(last, io)] : words;
  // Node would take an empty path for its own port 80.
  if (socket === '') throw new CliError(EXIT.usage, '--socket "" is invalid; allowed: the path of a socket.');
  const path = typeof socket === 'string' ? socket : await findSocket(io.environment);
  try {
    const json = await callDaemon(path, { command, arguments: given, options });
    return { lines: RENDERINGS[command](json), json };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'busy')) throw error;
    if (toSystemCode(error.cause) !== 'EACCES') throw new CliError(EXIT.unavailable, error.message);
    throw new CliError(EXIT.noPermission, `${path} is not for this user. Use sudo.`);
  }
};

const toRow = (name: CommandName): Command => {
  const command: DaemonCommand = COMMANDS[name];
  const { takes, options, meaning, readsFile } = command;
  return {
    name: `${FAMILY.name} ${name}`,
    family: FAMILY,
    takes: takes.map((word, index) => ({
      name: word,
      ...(readsFile && index === takes.length - 1 && { completes: 'file' }),
    })),
    options: options.map(
      (option): Option => ({ name: option, ...(COMMAND_OPTIONS[option] satisfies CommandOptionRow) }),
    ),
    common: COMMON,
    meaning,
    run: (call) => run(name, command, call),
  };
};

export const TALKGROUP_COMMANDS: readonly Command[] = (Object.keys(COMMANDS) as CommandName[]).map(toRow);
