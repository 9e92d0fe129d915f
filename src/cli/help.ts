// `--help`: the whole table, or one command.
import { EXIT_MEANINGS } from './cli-error.ts';
import { COMMON_OPTIONS, type Command, type Option, toCommonOptions, toOverviewRows, toUsage } from './command.ts';

const toColumns = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const toOptionRow = ({ name, value, meaning }: Option): readonly [string, string] => [
  `--${name}${value === undefined ? '' : ` ${value}`}`,
  meaning,
];

export const toTableHelp = (table: readonly Command[]): readonly string[] => [
  'cuedeck COMMAND: maintenance of a CueDeck player on its own command line',
  '',
  ...toColumns(toOverviewRows(table)),
  '',
  ...toColumns(COMMON_OPTIONS.map(toOptionRow)),
  '',
  'CLIP is a number of the clip list or a name, LIST a name or an id; TIME is 75.5 or 1:15.5. `cuedeck COMMAND --help` says more.',
];

/** @param first the common first words */
export const toFamilyHelp = (first: string, rows: readonly Command[]): readonly string[] => [
  `cuedeck ${first} COMMAND`,
  '',
  ...rows.flatMap((row) => [`  ${toUsage(row).slice(first.length + 1)}`, `      ${row.meaning}`]),
  '',
  ...toColumns((rows[0]?.common ?? COMMON_OPTIONS).map(toOptionRow)),
  '',
  `\`cuedeck ${first} COMMAND --help\` says more.`,
];

export const toRowHelp = (row: Command): readonly string[] => [
  `cuedeck ${toUsage(row)}`,
  '',
  `  ${row.meaning}`,
  ...(row.more === undefined ? [] : [`  ${row.more}`]),
  '',
  ...toColumns([...row.options, ...toCommonOptions(row)].map(toOptionRow)),
  '',
  ...toColumns(EXIT_MEANINGS.map(([code, meaning]) => [`exit ${code}`, meaning])),
];
