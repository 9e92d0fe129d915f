#!/usr/bin/env node
// Writes the tables of verbs in docs/osc.md and docs/mqtt.md anew from the table of actions.
//   node scripts/action-pages.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { importSource, root } from './import-source.mjs';

const { ACTIONS, toArguments, toOscActions, toPayloadFields } = await importSource(`
  export { ACTIONS } from './src/actions/table.ts';
  export { toArguments, toOscActions } from './src/osc/commands.ts';
  export { toPayloadFields } from './src/mqtt/commands/commands.ts';
`);

/** Type tags of OSC; anything else is a text. */
const TAGS = { integer: 'i', number: 'f', boolean: 'i' };
const toTag = ({ shape, isOptional }) => `\`${TAGS[shape.schema.type] ?? 's'}\`${isOptional ? '?' : ''}`;

const toCells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The table under this heading, with these rows in place of its own; rows that `stays` knows are kept at its end. */
const replaceTable = (text, heading, rows, stays = () => false) => {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => toCells(line).join() === heading.join());
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const all = [
    heading,
    ...rows,
    ...lines
      .slice(start + 2, end)
      .map(toCells)
      .filter(stays),
  ];
  const widths = heading.map((_cell, column) => Math.max(...all.map((row) => row[column].length)));
  const toLine = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...body] = all.map(toLine);
  return [
    ...lines.slice(0, start),
    head,
    toLine(widths.map((width) => '-'.repeat(width))),
    ...body,
    ...lines.slice(end),
  ].join('\n');
};

const rewrite = (path, ...table) =>
  writeFileSync(`${root}${path}`, replaceTable(readFileSync(`${root}${path}`, 'utf8'), ...table));

rewrite(
  'docs/osc.md',
  ['address', 'arguments', 'what it does'],
  toOscActions(ACTIONS).map((row) => [`\`/cuedeck/${row.name}\``, toArguments(row).map(toTag).join(' '), row.summary]),
  ([address]) => address.includes('subscribe'),
);
rewrite(
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
