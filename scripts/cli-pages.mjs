#!/usr/bin/env node
// Writes the man page and the bash completion of cuedeck anew from its table of commands, and prints the tables of docs/cli.md.
//   node scripts/cli-pages.mjs
import { writeFileSync } from 'node:fs';
import { importSource, root } from './import-source.mjs';

const { CLI_PAGES, toDocumentTables } = await importSource("export * from './src/cli/docs-generator.ts'");
for (const [path, toText] of Object.entries(CLI_PAGES)) writeFileSync(`${root}${path}`, toText());
for (const table of toDocumentTables()) console.log(`${table.join('\n')}\n`);
