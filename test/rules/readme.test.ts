// README has its commands, and the tables of the documents are the tables of the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMAND_TABLE } from '../../src/cli/command-table.ts';
import { CLI_PAGES, CLI_TABLES } from '../../src/cli/docs-generator.ts';
import { PLAYER_SETTINGS } from '../../src/config/player.ts';
import { ANSWERED, COMMANDS } from '../../src/hyperdeck/ethernet/commands.ts';
import { TRIED } from '../appliance/tried-commands.ts';
import { tableIn } from '../fixtures/document-table.ts';

const settings = readFileSync('docs/settings.md', 'utf8');

const row = (variable: string): readonly string[] | undefined =>
  settings
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find((cells) => cells[1] === `\`${variable}\``);

test.each(Object.values(PLAYER_SETTINGS))(
  '$variable stands in docs/settings.md with its default and meaning',
  ({ variable, standard, meaning }) => {
    expect(row(variable)?.slice(2, 4)).toEqual([standard === '' ? 'empty' : `\`${standard}\``, meaning]);
  },
);

test('README names the two commands, and they are there', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const command of ['scripts/start', 'scripts/test']) {
    expect(readme).toContain(command);
    expect(readFileSync(command, 'utf8')).toMatch(/^#!\/bin\/sh\n/);
  }
});

test.each(CLI_TABLES)(
  'the table under "$heading.0" of docs/cli.md is what scripts/cli-pages.mjs would write now',
  ({ heading, toRows }) => expect(tableIn(readFileSync('docs/cli.md', 'utf8'), ...heading)).toEqual(toRows()),
);

test.each(Object.entries(CLI_PAGES))('%s is what scripts/cli-pages.mjs would write now', (path, toText) => {
  expect(readFileSync(path, 'utf8')).toBe(toText());
});

test('test/appliance/tried-commands.ts has a line for each command of cuedeck', () => {
  const names = COMMAND_TABLE.map(({ name, family }) => family?.name ?? name);
  expect(Object.keys(TRIED).sort()).toEqual([...new Set(names)].sort());
});

test('docs/hyperdeck.md lists the commands that are answered, and those that are not, as scripts/hyperdeck-page.mjs would now', () => {
  const text = readFileSync('docs/hyperdeck.md', 'utf8');
  const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  expect(tableIn(text, 'command', 'parameters', 'what it does')).toEqual(
    ANSWERED.map(({ name, parameters = [], summary }) => [`\`${name}\``, quoted(parameters), summary]),
  );
  expect(text).toContain(`103: ${quoted(COMMANDS.filter(({ run }) => run === undefined).map(({ name }) => name))}.`);
});

test('the avahi service file announces both services at the ports of the unit', () => {
  const file = readFileSync('systemd/avahi/cuedeck.service', 'utf8');
  const services = [...file.matchAll(/<type>(\S+)<\/type>\s*<port>(\d+)<\/port>/g)].map(([, type, port]) => [
    type,
    port,
  ]);
  expect(services).toEqual([
    ['_hyperdeck_ctrl._tcp', PLAYER_SETTINGS.hyperdeckPort.standard],
    ['_http._tcp', '80'],
  ]);
});
