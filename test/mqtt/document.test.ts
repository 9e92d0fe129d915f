// The tables of topics and commands in docs/mqtt.md are those of the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACTIONS } from '../../src/actions/table.ts';
import { MQTT_CODES } from '../../src/mqtt/command-error.ts';
import { toPayloadFields } from '../../src/mqtt/commands/commands.ts';
import { ADDRESSES, REPORTS } from '../../src/mqtt/topics.ts';
import { tableIn } from '../fixtures/document-table.ts';

const STALE = 'Write docs/mqtt.md anew: node scripts/action-pages.mjs';
const document = readFileSync('docs/mqtt.md', 'utf8');

test('it lists every topic, whether it is retained, and what it carries', () => {
  expect(tableIn(document, 'topic', 'retained', 'carries')).toEqual(
    [...Object.values(REPORTS), ...Object.values(ADDRESSES)].map(({ topic, retained, carries }) => [
      `\`${topic}\``,
      retained ? 'yes' : '',
      carries,
    ]),
  );
});

test('it lists every command with its parameters', () => {
  expect(tableIn(document, 'command', 'parameters', 'what it does'), STALE).toEqual(
    ACTIONS.map((row) => [
      `\`${row.name}\``,
      toPayloadFields(row)
        .map(({ name }) => `\`${name}\``)
        .join(', '),
      row.summary,
    ]),
  );
});

test('it names the codes that only MQTT has', () => {
  for (const code of MQTT_CODES) {
    expect(document).toContain(`\`${code}\``);
  }
});
