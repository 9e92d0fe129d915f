// The tables of README are the tables of the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLI_PAGES, toReadmeTables } from '../../src/cli/pages.ts';
import { PLAYER_SETTINGS } from '../../src/config.ts';

const readme = readFileSync('README.md', 'utf8');

const row = (variable: string): readonly string[] | undefined =>
  readme
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find((cells) => cells[1] === `\`${variable}\``);

test.each(Object.values(PLAYER_SETTINGS))(
  '$variable stands in README with its default and meaning',
  ({ variable, standard, meaning }) => {
    expect(row(variable)?.slice(2, 4)).toEqual([standard === '' ? 'empty' : `\`${standard}\``, meaning]);
  },
);

test('README names the two commands, and they are there', () => {
  for (const command of ['scripts/start', 'scripts/test']) {
    expect(readme).toContain(command);
    expect(readFileSync(command, 'utf8')).toMatch(/^#!\/bin\/sh\n/);
  }
});

test('the commands and exit codes of cuedeck stand in README as in its table', () => {
  for (const table of toReadmeTables()) expect(readme).toContain(`\n\n${table.join('\n')}\n\n`);
});

test.each(Object.entries(CLI_PAGES))('%s is what scripts/cli-pages.mjs would write now', (path, toText) => {
  expect(readFileSync(path, 'utf8')).toBe(toText());
});
