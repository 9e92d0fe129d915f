// Writes a table of a Markdown document anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { root } from './import-source.mjs';

const toCells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The table under this heading, with these rows in place of its own; rows that `stays` knows are kept at its end. */
const replaceTable = (text, heading, rows, stays) => {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => toCells(line).join() === heading.join());
  if (start < 0) throw new Error(`There is no table under ${heading.join(', ')}.`);
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

/**
 * @param path of the document, from the repository
 * @param heading cells of the table's heading
 * @param rows cells of each row
 * @param stays which rows of the table now are kept at its end
 */
export const rewriteTable = (path, heading, rows, stays = () => false) =>
  writeFileSync(`${root}${path}`, replaceTable(readFileSync(`${root}${path}`, 'utf8'), heading, rows, stays));
