#!/usr/bin/env node
// Writes the man page and the bash completion of cuedeck and the tables of docs/cli.md anew from its table of commands.
//   node scripts/cli-pages.mjs
import { writeFileSync } from 'node:fs';
import { rewriteTable } from './document-table.mjs';
import { importSource, root } from './import-source.mjs';

const { CLI_PAGES, CLI_TABLES } = await importSource("export * from './src/cli/docs-generator.ts'");
for (const [path, toText] of Object.entries(CLI_PAGES)) writeFileSync(`${root}${path}`, toText());
for (const { heading, toRows } of CLI_TABLES) rewriteTable('docs/cli.md', heading, toRows());
