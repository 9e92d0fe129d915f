// What a command of `cuedeck` is: one row of the table that the command line, help, man page and completion are made from.

import type { PlayerConnection } from '../config/player-connection.ts';
import type { PlayerApi } from './player-api.ts';

/** An argument of a command. */
export interface Argument {
  readonly name: string;
  readonly isOptional?: true;
  /** Takes all remaining words. */
  readonly isRepeated?: true;
  /** Completion in the shell. */
  readonly completes?: 'file' | readonly string[];
}

export interface Option {
  readonly name: string;
  /** Name of its value; absent for a flag. */
  readonly value?: string;
  readonly completes?: readonly string[];
  readonly meaning: string;
}

/** Output of a command: lines for people, or one JSON document. */
export interface Answer {
  readonly lines: readonly string[];
  readonly json: unknown;
  /** Defaults to `done`. */
  readonly exit?: number;
}

/** Environment of a command line. */
export interface CliIo {
  out(line: string): void;
  err(line: string): void;
  readonly input: NodeJS.ReadableStream;
  /** Standard output for bytes instead of lines; the caller handles its errors. */
  takeOutput(): NodeJS.WritableStream;
  /** True when the error output is a terminal. */
  readonly isWatched: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Path of this program. */
  readonly program: string;
}

export interface Call {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly isJson: boolean;
  readonly io: CliIo;
  /** Connection to the player, by its settings. */
  readonly place: PlayerConnection;
  readonly api: PlayerApi;
}

export interface Command {
  /** Up to three words: `license install`. */
  readonly name: string;
  /** Its family, if the list of all commands only shows that. */
  readonly family?: { readonly name: string; readonly meaning: string };
  readonly takes: readonly Argument[];
  readonly options: readonly Option[];
  /** Common options of its family, if other than COMMON_OPTIONS. */
  readonly common?: readonly Option[];
  /** One plain sentence, without its full stop; code in backquotes. */
  readonly meaning: string;
  /** Further sentences for the man page. */
  readonly more?: string;
  /**
   * Returns an answer, or prints by itself and returns nothing.
   * @throws CliError, AppError
   */
  readonly run: (call: Call) => Promise<Answer | undefined>;
}

export const JSON_OPTION: Option = { name: 'json', meaning: 'the answer as one JSON document' };
export const HELP_OPTION: Option = { name: 'help', meaning: 'explains the command' };

/** Options that every command of the player takes. */
export const COMMON_OPTIONS: readonly Option[] = [
  JSON_OPTION,
  { name: 'conf', value: 'FILE', meaning: 'settings of the player, where they are not in `/etc/cuedeck/player.conf`' },
  HELP_OPTION,
];

export const toCommonOptions = ({ common }: Command): readonly Option[] => common ?? COMMON_OPTIONS;

const toWord = ({ name, isOptional, isRepeated }: Argument): string => {
  const word = `${name}${isRepeated ? '…' : ''}`;
  return isOptional ? `[${word}]` : word;
};

/** The command with its arguments. */
const toForm = (row: Command): string => [row.name, ...row.takes.map(toWord)].join(' ');

/** The same with its options. */
export const toUsage = (row: Command): string =>
  [toForm(row), ...row.options.map(({ name, value }) => `[--${name}${value ? ` ${value}` : ''}]`)].join(' ');

/** Every command, or instead its family, with its meaning. */
export const toOverviewRows = (table: readonly Command[]): readonly (readonly [form: string, meaning: string])[] =>
  table
    .filter(({ family }, index) => family === undefined || table.findIndex((row) => row.family === family) === index)
    .map((row) =>
      row.family === undefined
        ? [toForm(row), row.meaning]
        : [`${row.family.name} …`, `${row.family.meaning}; \`cuedeck ${row.family.name} --help\` lists its commands`],
    );
