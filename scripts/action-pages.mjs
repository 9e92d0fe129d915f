#!/usr/bin/env node
// Writes the tables of verbs in docs/osc.md and docs/mqtt.md anew from the table of actions.
//   node scripts/action-pages.mjs
import { rewriteTable } from './document-table.mjs';
import { importSource } from './import-source.mjs';

const { ACTIONS, toArguments, toOscActions, toPayloadFields } = await importSource(`
  export { ACTIONS } from './src/actions/table.ts';
  export { toArguments, toOscActions } from './src/osc/commands.ts';
  export { toPayloadFields } from './src/mqtt/commands/commands.ts';
`);

/** Type tags of OSC; anything else is a text. */
const TAGS = { integer: 'i', number: 'f', boolean: 'i' };
const toTag = ({ shape, isOptional }) => `\`${TAGS[shape.schema.type] ?? 's'}\`${isOptional ? '?' : ''}`;

rewriteTable(
  'docs/osc.md',
  ['address', 'arguments', 'what it does'],
  toOscActions(ACTIONS).map((row) => [`\`/cuedeck/${row.name}\``, toArguments(row).map(toTag).join(' '), row.summary]),
  ([address]) => address.includes('subscribe'),
);
rewriteTable(
  'docs/mqtt.md',
  ['command', 'parameters', 'what it does'],
  ACTIONS.map((row) => [
    `\`${row.name}\``,
    toPayloadFields(row)
      .map(({ name }) => `\`${name}\``)
      .join(', '),
    row.summary,
  ]),
);
