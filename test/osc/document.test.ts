// The table of commands in docs/osc.md is that of the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACTIONS } from '../../src/actions/table.ts';
import { toArguments, toOscActions } from '../../src/osc/commands.ts';
import { tableIn } from '../fixtures/document-table.ts';

const STALE = 'Write docs/osc.md anew: node scripts/action-pages.mjs';

/** Type tags of OSC. */
const TAGS: Readonly<Record<string, string>> = { integer: 'i', number: 'f', boolean: 'i' };
/** What the server itself answers, whatever the deck does. */
const SUBSCRIPTIONS = ['`/cuedeck/subscribe`', '`/cuedeck/unsubscribe`'];

test('it lists every command with its arguments, then the subscriptions', () => {
  const rows = tableIn(readFileSync('docs/osc.md', 'utf8'), 'address', 'arguments', 'what it does');
  expect(rows.slice(0, -SUBSCRIPTIONS.length), STALE).toEqual(
    toOscActions(ACTIONS).map((row) => [
      `\`/cuedeck/${row.name}\``,
      toArguments(row)
        .map(({ shape, isOptional }) => `\`${TAGS[String(shape.schema.type)] ?? 's'}\`${isOptional ? '?' : ''}`)
        .join(' '),
      row.summary,
    ]),
  );
  expect(rows.slice(-SUBSCRIPTIONS.length).map(([address]) => address)).toEqual(SUBSCRIPTIONS);
});
