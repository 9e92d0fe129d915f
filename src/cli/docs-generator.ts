// Generates every document that derives from the command table.
import { toBashCompletion } from './bash-completion.ts';
import { EXIT_MEANINGS } from './cli-error.ts';
import { toOverviewRows } from './command.ts';
import { COMMAND_TABLE } from './command-table.ts';
import { toManPage } from './man-page.ts';

export const CLI_PAGES: Readonly<Record<string, () => string>> = {
  'docs/cuedeck.1': () => toManPage(COMMAND_TABLE),
  'docs/cuedeck.bash': () => toBashCompletion(COMMAND_TABLE),
};

const toRows = (rows: readonly (readonly [string, string])[], header: readonly [string, string]): readonly string[] => {
  const all = [header, ...rows];
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const toLine = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [toLine(header), toLine(widths.map((width) => '-'.repeat(width))), ...rows.map(toLine)];
};

/** The two tables of docs/cli.md. */
export const toDocumentTables = (): readonly (readonly string[])[] => [
  toRows(
    toOverviewRows(COMMAND_TABLE).map(([form, meaning]) => [`\`${form}\``, meaning]),
    ['command', 'what it does'],
  ),
  toRows(
    EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning]),
    ['exit', 'when'],
  ),
];
