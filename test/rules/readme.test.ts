// The tables of README are the tables of the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
