// Reads a command line by the table and runs what it says.
import { parseArgs } from 'node:util';
import { AppError, toMessage } from '../base/errors.ts';
import { findPlayer, SettingsFileError } from '../config/player-connection.ts';
import { ConfigError } from '../config/read-config.ts';
import { VERSION } from '../host/version.ts';
import { CliError, EXIT } from './cli-error.ts';
import { type CliIo, COMMON_OPTIONS, type Command, toCommonOptions, toUsage } from './command.ts';
import { COMMAND_TABLE, findGroup, findRow } from './command-table.ts';
import { toPrintable } from './format.ts';
import { toFamilyHelp, toRowHelp, toTableHelp } from './help.ts';
import { createPlayerApi } from './player-api.ts';

type OptionTypes = Readonly<Record<string, { readonly type: 'boolean' | 'string'; readonly short?: string }>>;

const toOptionTypes = (table: readonly Command[]): OptionTypes => {
  const all = [...COMMON_OPTIONS, ...table.flatMap((row) => [...row.options, ...toCommonOptions(row)])];
  return {
    ...Object.fromEntries(all.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }])),
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  };
};

const misused = (message: string): CliError => new CliError(EXIT.usage, message);

interface Args {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** Marks a negative number, which is a value and not an option. */
const NEGATIVE = '\0';
const protect = (word: string): string => (/^-\d/.test(word) ? NEGATIVE + word : word);
const release = (word: string): string => word.replace(NEGATIVE, '');

const readWords = (table: readonly Command[], args: readonly string[]): Args => {
  try {
    const options = toOptionTypes(table);
    const { values, positionals } = parseArgs({ args: args.map(protect), allowPositionals: true, options });
    const released = Object.entries(values as Args['values']).map(([name, value]) => [
      name,
      typeof value === 'string' ? release(value) : value,
    ]);
    return { values: Object.fromEntries(released), positionals: positionals.map(release) };
  } catch (error) {
    const message = toMessage(error);
    // Node would report it as "ambiguous".
    const [, option] = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(message) ?? [];
    if (option !== undefined)
      throw misused(`${option} lacks its value; one that begins with a hyphen is written ${option}=VALUE.`);
    const [sentence = ''] = message.split('. ');
    throw misused(`${sentence.replace(/\.$/, '')}. \`cuedeck --help\` lists what there is.`);
  }
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
  const known = [...toCommonOptions(command), ...command.options].map(({ name }) => name);
  const wrong = given.find((name) => !known.includes(name));
  if (wrong !== undefined) throw misused(`--${wrong} is not for ${command.name}. Use: cuedeck ${toUsage(command)}`);
};

/** The overview without a command: all commands, or those that begin with the words. */
const toOverview = (table: readonly Command[], words: readonly string[]): readonly string[] => {
  const known = words.findIndex((_word, index) => findGroup(table, words.slice(0, index + 1)).length === 0);
  if (known < 0)
    return words.length === 0 ? toTableHelp(table) : toFamilyHelp(words.join(' '), findGroup(table, words));
  const unknown = JSON.stringify(words.slice(0, known + 1).join(' '));
  throw misused(
    `There is no command ${unknown}. \`${['cuedeck', ...words.slice(0, known), '--help'].join(' ')}\` lists them.`,
  );
};

/** Creates a value at first use: a command of another daemon needs no player. */
const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const run = async (table: readonly Command[], args: readonly string[], io: CliIo): Promise<number> => {
  const print = (lines: readonly string[]): void => {
    if (lines.length > 0) io.out(lines.join('\n'));
  };
  const { values, positionals } = readWords(table, args);
  const { json, conf, help, version, ...given } = values;
  if (version === true) {
    print([`cuedeck ${VERSION}`]);
    return EXIT.done;
  }
  const found = findRow(table, positionals);
  if (found === undefined) {
    print(toOverview(table, positionals));
    return help === true ? EXIT.done : EXIT.usage;
  }
  const { row, rest } = found;
  if (help === true) {
    print(toRowHelp(row));
    return EXIT.done;
  }
  checkOptions(row, Object.keys(conf === undefined ? given : { conf, ...given }));
  checkCount(row, rest);
  const isJson = json === true;
  const player = once(() => findPlayer(io.environment, typeof conf === 'string' ? conf : undefined));
  const api = once(() => createPlayerApi(player()));
  const answer = await row.run({
    ...{ arguments: rest, options: given, isJson, io },
    get place() {
      return player();
    },
    get api() {
      return api();
    },
  });
  if (answer === undefined) return EXIT.done;
  print(isJson ? [JSON.stringify(answer.json)] : answer.lines);
  return answer.exit ?? EXIT.done;
};

const toExit = (error: unknown): number => {
  if (error instanceof CliError) return error.exit;
  if (error instanceof SettingsFileError && error.isClosed) return EXIT.noPermission;
  return error instanceof ConfigError ? EXIT.settings : EXIT.refused;
};

const toLine = (error: unknown): string =>
  error instanceof CliError || error instanceof AppError || error instanceof ConfigError
    ? toMessage(error)
    : `Something went wrong inside cuedeck: ${toMessage(error)}`;

/**
 * Runs one command; an error is one line on the error output.
 * @param args the arguments of `cuedeck`
 * @returns the exit code
 */
export const runCommandLine = async (
  args: readonly string[],
  io: CliIo,
  table: readonly Command[] = COMMAND_TABLE,
): Promise<number> => {
  try {
    return await run(table, args, io);
  } catch (error) {
    io.err(toPrintable(toLine(error)));
    return toExit(error);
  }
};
