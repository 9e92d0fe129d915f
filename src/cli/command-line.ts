// Reads a command line by the table and runs what it says.
import { parseArgs } from 'node:util';
import { AppError, toMessage } from '../base/errors.ts';
import { ConfigError } from '../config/read-config.ts';
import { VERSION } from '../host/version.ts';
import { CliError, EXIT } from './cli-error.ts';
import { type CliIo, COMMON_OPTIONS, type Command, toUsage } from './command.ts';
import { COMMAND_TABLE, findGroup, findRow } from './command-table.ts';
import { toFamilyHelp, toRowHelp, toTableHelp } from './help.ts';
import { createPlayerApi } from './player-api.ts';
import { findPlayer } from './player-connection.ts';

const ALL_OPTIONS = [...COMMON_OPTIONS, ...COMMAND_TABLE.flatMap((row) => ('pass' in row ? [] : row.options))];

const OPTION_TYPES: Readonly<Record<string, { readonly type: 'boolean' | 'string'; readonly short?: string }>> = {
  ...Object.fromEntries(
    ALL_OPTIONS.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
  ),
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
};

const misused = (message: string): CliError => new CliError(EXIT.usage, message);

interface Args {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

const readWords = (args: readonly string[]): Args => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTION_TYPES });
    return { values: values as Args['values'], positionals };
  } catch (error) {
    const message = toMessage(error);
    // In the words of Node it would be "ambiguous".
    const [, option] = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(message) ?? [];
    if (option !== undefined)
      throw misused(`${option} lacks its value; one that begins with a hyphen is written ${option}=VALUE.`);
    const [sentence = ''] = message.split('. ');
    throw misused(`${sentence.replace(/\.$/, '')}. \`cuedeck --help\` lists what there is.`);
  }
};

/** Where the words of a command begin that reads them itself; what stands before it goes with them. */
const findPassed = (args: readonly string[]) => {
  const at = args.findIndex((word) => !word.startsWith('-'));
  const row = COMMAND_TABLE.find((entry) => entry.name === args[at]);
  return row !== undefined && 'pass' in row ? { row, words: [...args.slice(0, at), ...args.slice(at + 1)] } : undefined;
};

const checkCount = (command: Command, words: readonly string[]): void => {
  const least = command.takes.filter(({ isOptional }) => !isOptional).length;
  const most = command.takes.some(({ isRepeated }) => isRepeated) ? Number.POSITIVE_INFINITY : command.takes.length;
  if (words.length >= least && words.length <= most) return;
  throw misused(
    `${words.length < least ? 'Something is missing' : 'That is too much'}. Use: cuedeck ${toUsage(command)}`,
  );
};

const checkOptions = (command: Command, given: readonly string[]): void => {
  const known = [...COMMON_OPTIONS, ...command.options].map(({ name }) => name);
  const wrong = given.find((name) => !known.includes(name));
  if (wrong !== undefined) throw misused(`--${wrong} is not for ${command.name}. Use: cuedeck ${toUsage(command)}`);
};

/** What there is, where no command is named: all, or those that begin with the one word. */
const toOverview = ([first, second]: readonly string[]): readonly string[] => {
  if (first === undefined) return toTableHelp(COMMAND_TABLE);
  const family = findGroup(first);
  if (family.length === 0)
    throw misused(`There is no command ${JSON.stringify(first)}. \`cuedeck --help\` lists them.`);
  if (second === undefined) return toFamilyHelp(first, family);
  throw misused(`There is no command ${JSON.stringify(`${first} ${second}`)}. \`cuedeck ${first} --help\` lists them.`);
};

const run = async (args: readonly string[], io: CliIo): Promise<number> => {
  const print = (lines: readonly string[]): void => {
    if (lines.length > 0) io.out(lines.join('\n'));
  };
  const passed = findPassed(args);
  if (passed !== undefined) return passed.row.pass(passed.words, io);
  const { values, positionals } = readWords(args);
  const { json, conf, help, version, ...given } = values;
  if (version === true) {
    print([`cuedeck ${VERSION}`]);
    return EXIT.done;
  }
  const found = findRow(positionals);
  if (found === undefined || 'pass' in found.row) {
    print(toOverview(positionals));
    return help === true ? EXIT.done : EXIT.usage;
  }
  const { row, rest } = found;
  if (help === true) {
    print(toRowHelp(row));
    return EXIT.done;
  }
  checkOptions(row, Object.keys(given));
  checkCount(row, rest);
  const place = findPlayer(io.environment, typeof conf === 'string' ? conf : undefined);
  const isJson = json === true;
  const call = { arguments: rest, options: given, isJson, io, place, api: createPlayerApi(place) };
  const answer = await row.run(call);
  if (answer === undefined) return EXIT.done;
  print(isJson ? [JSON.stringify(answer.json)] : answer.lines);
  return answer.exit ?? EXIT.done;
};

const toExit = (error: unknown): number => {
  if (error instanceof CliError) return error.exit;
  return error instanceof ConfigError ? EXIT.settings : EXIT.refused;
};

const toLine = (error: unknown): string =>
  error instanceof CliError || error instanceof AppError || error instanceof ConfigError
    ? toMessage(error)
    : `Something went wrong inside cuedeck: ${toMessage(error)}`;

/**
 * Runs one command; what goes wrong is one line on the error output.
 * @param args the words behind `cuedeck`
 * @returns the exit code
 */
export const runCommandLine = async (args: readonly string[], io: CliIo): Promise<number> => {
  try {
    return await run(args, io);
  } catch (error) {
    io.err(toLine(error));
    return toExit(error);
  }
};
