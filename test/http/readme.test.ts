import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/errors.ts';
import { OPERATIONS } from '../../src/http/operations.ts';
import { HTTP_CODES, toStatus } from '../../src/http/refusal.ts';

const readme = readFileSync('README.md', 'utf8');

const toCells = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the table under a heading row, as lists of cells. */
const tableOf = (...heading: readonly string[]): readonly (readonly string[])[] => {
  const lines = readme.split('\n').map(toCells);
  const rows = lines.slice(lines.findIndex((cells) => cells.join() === heading.join()) + 2);
  return rows.slice(
    0,
    rows.findIndex((cells) => cells.length === 0),
  );
};

test('README lists every operation: method, path, parameters, answer and effect', () => {
  const answers = { clips: 'clip list', status: 'status', events: 'event stream' };
  expect(tableOf('request', 'parameters', 'answer', 'what it does')).toEqual(
    OPERATIONS.map(({ method, path, parameters, filePart, answer, summary }) => [
      `\`${method} ${path}\``,
      filePart === undefined
        ? Object.keys(parameters)
            .map((name) => `\`${name}\``)
            .join(', ')
        : `file part \`${filePart}\``,
      answers[answer],
      summary,
    ]),
  );
});

test('README says what each parameter may be', () => {
  const rows = OPERATIONS.flatMap(({ parameters }) => Object.entries(parameters)).map(
    ([name, { allowed }]) => [`\`${name}\``, allowed] as const,
  );
  expect(tableOf('parameter', 'allowed')).toEqual([...new Map(rows)]);
});

test('README lists every code under its status', () => {
  const rows = tableOf('status', 'codes').flatMap(([status = '', codes = '']) =>
    codes.split(', ').map((code) => [code.replaceAll('`', ''), Number(status)]),
  );
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries([...ERROR_CODES, ...HTTP_CODES].map((code) => [code, toStatus(code)])),
  );
});
