#!/usr/bin/env node
// Writes the man page and the bash completion of cuedeck anew from its table of commands, and prints the tables of docs/cli.md.
//   node scripts/cli-pages.mjs
import { rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url).pathname;
const bundle = `${root}/dist/cli-pages.mjs`;
await build({
  entryPoints: ['src/cli/docs-generator.ts'],
  absWorkingDir: root,
  bundle: true,
  outfile: bundle,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
});
const { CLI_PAGES, toDocumentTables } = await import(bundle);
rmSync(bundle);
for (const [path, toText] of Object.entries(CLI_PAGES)) writeFileSync(`${root}/${path}`, toText());
for (const table of toDocumentTables()) console.log(`${table.join('\n')}\n`);
