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

interface DocumentTable {
  readonly heading: readonly string[];
  readonly toRows: () => readonly (readonly string[])[];
}

/** The two tables of docs/cli.md. */
export const CLI_TABLES: readonly DocumentTable[] = [
  {
    heading: ['command', 'what it does'],
    toRows: () => toOverviewRows(COMMAND_TABLE).map(([form, meaning]) => [`\`${form}\``, meaning]),
  },
  {
    heading: ['exit', 'when'],
    toRows: () => EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning]),
  },
];
