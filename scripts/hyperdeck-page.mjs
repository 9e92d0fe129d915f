#!/usr/bin/env node
// Writes the table of commands in docs/hyperdeck.md anew, and the names of those that are lacking.
//   node scripts/hyperdeck-page.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { rewriteTable } from './document-table.mjs';
import { importSource, root } from './import-source.mjs';

const { ANSWERED, COMMANDS } = await importSource("export * from './src/hyperdeck/ethernet/commands.ts'");
const toQuoted = (names) => names.map((name) => `\`${name}\``).join(', ');

rewriteTable(
  'docs/hyperdeck.md',
  ['command', 'parameters', 'what it does'],
  ANSWERED.map(({ name, parameters = [], summary }) => [toQuoted([name]), toQuoted(parameters), summary]),
);
const path = `${root}docs/hyperdeck.md`;
const lacking = toQuoted(COMMANDS.filter(({ run }) => run === undefined).map(({ name }) => name));
writeFileSync(path, readFileSync(path, 'utf8').replace(/\b103: `[^.]*\./, `103: ${lacking}.`));
