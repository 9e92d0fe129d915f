// `--help`: the whole table, or one command.
import { EXIT_MEANINGS } from './cli-error.ts';
import { COMMON_OPTIONS, type Option, type TableRow, toForm, toUsage } from './command.ts';

const toColumns = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const toOptionRow = ({ name, value, meaning }: Option): readonly [string, string] => [
  `--${name}${value === undefined ? '' : ` ${value}`}`,
  meaning,
];

export const toTableHelp = (table: readonly TableRow[]): readonly string[] => [
  'cuedeck COMMAND: maintenance of a CueDeck player on its own command line',
  '',
  ...toColumns(table.map((row) => [toForm(row), row.meaning])),
  '',
  ...toColumns(COMMON_OPTIONS.map(toOptionRow)),
  '',
  'CLIP is a number of the list or a name; TIME is 75.5 or 1:15.5. `cuedeck COMMAND --help` says more.',
];

/** @param first the word with which they all begin */
export const toFamilyHelp = (first: string, rows: readonly TableRow[]): readonly string[] => [
  `cuedeck ${first} COMMAND`,
  '',
  ...rows.flatMap((row) => [`  ${toUsage(row).slice(first.length + 1)}`, `      ${row.meaning}`]),
  '',
  ...toColumns(COMMON_OPTIONS.map(toOptionRow)),
  '',
  `\`cuedeck ${first} COMMAND --help\` says more.`,
];

export const toRowHelp = (row: TableRow): readonly string[] => {
  if ('pass' in row) return [`cuedeck ${toForm(row)}`, '', row.meaning];
  return [
    `cuedeck ${toUsage(row)}`,
    '',
    `  ${row.meaning}`,
    ...(row.more === undefined ? [] : [`  ${row.more}`]),
    '',
    ...toColumns([...row.options, ...COMMON_OPTIONS].map(toOptionRow)),
    '',
    ...toColumns(EXIT_MEANINGS.map(([code, meaning]) => [`exit ${code}`, meaning])),
  ];
};
