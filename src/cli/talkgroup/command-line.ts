// `cuedeck talkgroup …`: administration of the talkgroup service over its local socket.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { AppError, toMessage } from '../../base/errors.ts';
import { readConfig } from '../../config/read-config.ts';
import { TALKGROUP_SETTINGS } from '../../config/talkgroup.ts';
import { callDaemon } from '../../talkgroup/admin/admin-client.ts';
import {
  COMMANDS,
  type Command,
  type CommandCall,
  type CommandName,
  findCommand,
  SWITCHES,
} from '../../talkgroup/admin/commands.ts';
import { RENDERINGS } from '../../talkgroup/admin/renderings.ts';
import { toPointerPath, toSocketPath, UNIT_SOCKET_PATH } from '../../talkgroup/state/admin-paths.ts';

/** What a command line has around it. */
export interface CliIo {
  out(line: string): void;
  err(line: string): void;
  readonly input: NodeJS.ReadableStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const EXIT = { done: 0, refused: 1, usage: 2, unavailable: 69 } as const;

const toUsage = (name: string, { takes, options }: Command): string =>
  [name, ...takes, ...options.map((option) => `[--${option}${SWITCHES.includes(option) ? '' : ' VALUE'}]`)].join(' ');

const toHelp = (): readonly string[] => [
  'cuedeck talkgroup COMMAND [--json] [--socket PATH]',
  '',
  ...Object.entries(COMMANDS).flatMap(([name, command]: [string, Command]) => [
    `  ${toUsage(name, command)}`,
    `      ${command.meaning}`,
  ]),
  '',
  '  --json         the answer as JSON',
  '  --socket PATH  the administration socket, where it is not found by itself',
];

const parseOptions = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      socket: { type: 'string' },
      address: { type: 'string' },
      section: { type: 'string' },
      for: { type: 'string' },
      'dry-run': { type: 'boolean' },
      'delete-missing': { type: 'boolean' },
    },
  });

/** The socket of the settings; else the one the state folder points to; else the unit's. */
const findSocket = async (environment: CliIo['environment']): Promise<string> => {
  const { runtimeDir, stateDir } = readConfig(TALKGROUP_SETTINGS, environment);
  if (runtimeDir !== undefined) return toSocketPath(runtimeDir);
  return readFile(toPointerPath(stateDir), 'utf8').catch(() => UNIT_SOCKET_PATH);
};

const readInput = (path: string, io: CliIo): Promise<string> =>
  path === '-' ? text(io.input) : readFile(path, 'utf8');

const toArguments = async (command: Command, options: readonly string[], io: CliIo): Promise<readonly string[]> => {
  const last = options.at(-1);
  if (command.readsFile !== true || last === undefined) return options;
  try {
    return [...options.slice(0, -1), await readInput(last, io)];
  } catch (error) {
    throw new AppError('invalid-value', `${last} cannot be read: ${toMessage(error)}.`);
  }
};

const run = async <Name extends CommandName>(
  socketPath: string,
  call: CommandCall & { readonly command: Name },
  asJson: boolean,
): Promise<readonly string[]> => {
  const result = await callDaemon(socketPath, call);
  return asJson ? [JSON.stringify(result)] : RENDERINGS[call.command](result);
};

/**
 * Runs one administration command.
 * @param args the words behind `cuedeck talkgroup`
 * @returns the exit code: 0 done, 1 refused, 2 not understood, 69 no daemon
 */
export const talkgroupCommand = async (args: readonly string[], io: CliIo): Promise<number> => {
  const misused = (line: string): number => {
    io.err(`${line.replace(/\.$/, '')}. \`cuedeck talkgroup --help\` lists the commands.`);
    return EXIT.usage;
  };
  let options: ReturnType<typeof parseOptions>;
  try {
    options = parseOptions(args);
  } catch (error) {
    return misused(toMessage(error).split('. ')[0] ?? '');
  }
  const { values, positionals } = options;
  const { json, help, socket, ...given } = values;
  if (help === true || positionals.length === 0) {
    for (const line of toHelp()) io.out(line);
    return help === true ? EXIT.done : EXIT.usage;
  }
  const name = findCommand(positionals);
  if (name === undefined) return misused(`There is no command ${positionals.slice(0, 2).join(' ')}.`);
  const command: Command = COMMANDS[name];
  const rest = positionals.slice(name.split(' ').length);
  const wrongOption = Object.keys(given).find((option) => !command.options.some((known) => known === option));
  if (rest.length !== command.takes.length || wrongOption !== undefined)
    return misused(`Use: cuedeck talkgroup ${toUsage(name, command)}`);
  try {
    const call = { command: name, arguments: await toArguments(command, rest, io), options: given };
    const lines = await run(socket ?? (await findSocket(io.environment)), call, json === true);
    for (const line of lines) io.out(line);
    return EXIT.done;
  } catch (error) {
    io.err(toMessage(error));
    return error instanceof AppError && error.code === 'busy' ? EXIT.unavailable : EXIT.refused;
  }
};
