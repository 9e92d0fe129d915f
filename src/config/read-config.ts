// Reads a table of settings from the environment, and prints it for --help.
import type { LogLevel } from '../base/log.ts';
import { parseUntrusted, recordMode } from '../schema/schema.ts';
import type { Environment } from './environment.ts';
import type { SettingType } from './setting.ts';

type SettingTable = Readonly<Record<string, SettingType<unknown>>>;

/** What each setting of a table parses to; undefined means "none". */
export type ConfigOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends SettingType<infer Value> ? Value : never;
};

/** A setting that was refused: names the variable, its value and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Exit code of a daemon with a bad setting (sysexits.h). */
export const EX_CONFIG = 78;

const ENVIRONMENT = recordMode(
  ({ name, value, allowed }) => new ConfigError(`${name}=${JSON.stringify(value)} is refused; allowed: ${allowed}`),
);

/**
 * Reads a table of settings from the environment.
 * @throws ConfigError naming the first refused variable, its value and what is allowed
 */
export const readConfig = <Table extends SettingTable>(table: Table, environment: Environment): ConfigOf<Table> => {
  const entries = Object.entries(table).map(([key, { variable, standard, shape }]) => [
    key,
    shape.parse(environment[variable] ?? standard, variable, ENVIRONMENT),
  ]);
  return Object.fromEntries(entries) as ConfigOf<Table>;
};

/** Read before all others, so that they can be refused in the log. One that is refused itself is as if it were not set. */
export const readLogLevel = ({ variable, shape }: SettingType<LogLevel>, environment: Environment): LogLevel =>
  parseUntrusted(shape, environment[variable]) ?? 'info';

/** The table as lines for `--help`. */
export const toHelpLines = (table: SettingTable): readonly string[] =>
  Object.values(table).map(
    ({ variable, standard, meaning }) =>
      `  ${variable.padEnd(30)} ${meaning} [${standard === '' ? 'empty' : standard}]`,
  );

/**
 * Variables that look like settings of a daemon and are none: misspelt ones.
 * @param prefix what all variables of this daemon begin with
 */
export const toUnknownVariables = (
  { table, prefix }: { readonly table: SettingTable; readonly prefix: RegExp },
  environment: Environment,
): readonly string[] => {
  const known = new Set(Object.values(table).map(({ variable }) => variable));
  return Object.keys(environment).filter((name) => prefix.test(name) && !known.has(name));
};
