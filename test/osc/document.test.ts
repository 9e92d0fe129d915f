// The table of commands in docs/osc.md is that of the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OSC_COMMANDS } from '../../src/osc/commands.ts';
import { tableIn } from '../fixtures/document-table.ts';

const ARGUMENTS = { none: '', whole: '`i`', number: '`f`' } as const;
/** What the server itself answers, whatever the deck does. */
const SUBSCRIPTIONS = ['`/cuedeck/subscribe`', '`/cuedeck/unsubscribe`'];

test('it lists every command with its argument, then the subscriptions', () => {
  const rows = tableIn(readFileSync('docs/osc.md', 'utf8'), 'address', 'argument', 'what it does');
  const commands = rows.slice(0, -SUBSCRIPTIONS.length).map(([address, argument]) => [address, argument]);
  expect(commands).toEqual(
    Object.entries(OSC_COMMANDS).map(([address, { takes }]) => [`\`${address}\``, ARGUMENTS[takes]]),
  );
  expect(rows.slice(-SUBSCRIPTIONS.length).map(([address]) => address)).toEqual(SUBSCRIPTIONS);
});
