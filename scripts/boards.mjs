#!/usr/bin/env node
// Writes the results of boards/ into docs/boards.md and README's list of boards.
//   node scripts/boards.mjs
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url).pathname;
const bundle = `${root}/dist/boards.mjs`;
await build({
  stdin: {
    contents: `
      export { replaceMade, toBoardList, toBoardsText } from './src/cli/boardtest/boards-page.ts';
      export { REPORT } from './src/cli/boardtest/report.ts';
    `,
    resolveDir: root,
  },
  bundle: true,
  outfile: bundle,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
});
const { REPORT, replaceMade, toBoardList, toBoardsText } = await import(bundle);
rmSync(bundle);

const files = readdirSync(`${root}/boards`)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => ({ file, report: REPORT.parse(JSON.parse(readFileSync(`${root}/boards/${file}`, 'utf8')), file) }));
const rewrite = (path, made) =>
  writeFileSync(`${root}/${path}`, replaceMade(readFileSync(`${root}/${path}`, 'utf8'), made));
rewrite('docs/boards.md', toBoardsText(files));
rewrite('README.md', toBoardList(files));
