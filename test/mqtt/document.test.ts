// The tables of topics and commands in docs/mqtt.md are those of the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/mqtt/commands.ts';
import { MQTT_CODES } from '../../src/mqtt/refusal.ts';
import { ADDRESSES, REPORTS } from '../../src/mqtt/topics.ts';

const document = readFileSync('docs/mqtt.md', 'utf8');

const toCells = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the table under a heading row, as lists of cells. */
const tableOf = (...heading: readonly string[]): readonly (readonly string[])[] => {
  const lines = document.split('\n').map(toCells);
  const rows = lines.slice(lines.findIndex((cells) => cells.join() === heading.join()) + 2);
  return rows.slice(
    0,
    rows.findIndex((cells) => cells.length === 0),
  );
};

test('it lists every topic, whether it is retained, and what it carries', () => {
  expect(tableOf('topic', 'kept', 'carries')).toEqual(
    [...Object.values(REPORTS), ...Object.values(ADDRESSES)].map(({ topic, retained, carries }) => [
      `\`${topic}\``,
      retained ? 'yes' : '',
      carries,
    ]),
  );
});

test('it lists every command with its parameters', () => {
  expect(tableOf('command', 'parameters', 'what it does')).toEqual(
    COMMANDS.map(({ name, parameters, summary }) => [
      `\`${name}\``,
      Object.keys(parameters)
        .map((parameter) => `\`${parameter}\``)
        .join(', '),
      summary,
    ]),
  );
});

test('it names the codes that only MQTT has', () => {
  for (const code of MQTT_CODES) {
    expect(document).toContain(`\`${code}\``);
  }
});
