#!/usr/bin/env node
// Writes the results of boards/ into docs/boards.md and README's list of boards.
//   node scripts/boards.mjs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { importSource, root } from './import-source.mjs';

const { REPORT, replaceMade, toBoardList, toBoardsText } = await importSource(`
  export { replaceMade, toBoardList, toBoardsText } from './src/cli/boardtest/boards-page.ts';
  export { REPORT } from './src/cli/boardtest/report.ts';
`);

const files = readdirSync(`${root}boards`)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => ({ file, report: REPORT.parse(JSON.parse(readFileSync(`${root}boards/${file}`, 'utf8')), file) }));
const rewrite = (path, made) =>
  writeFileSync(`${root}${path}`, replaceMade(readFileSync(`${root}${path}`, 'utf8'), made));
rewrite('docs/boards.md', toBoardsText(files));
rewrite('README.md', toBoardList(files));
