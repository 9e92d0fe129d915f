import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/base/errors.ts';
import { OPERATIONS } from '../../src/http/control-api/operations.ts';
import { HTTP_CODES, toStatus } from '../../src/http/http-error.ts';
import { tableIn } from '../fixtures/document-table.ts';

const text = readFileSync('docs/control-api.md', 'utf8');

test('docs/control-api.md lists every operation: method, path, parameters, answer and effect', () => {
  const answers = { clips: 'clip list', status: 'status', events: 'event stream' };
  expect(tableIn(text, 'request', 'parameters', 'answer', 'what it does')).toEqual(
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

test('docs/control-api.md says what each parameter may be', () => {
  const rows = OPERATIONS.flatMap(({ parameters }) => Object.entries(parameters)).map(
    ([name, { allowed }]) => [`\`${name}\``, allowed] as const,
  );
  expect(tableIn(text, 'parameter', 'allowed')).toEqual([...new Map(rows)]);
});

test('docs/control-api.md lists every code under its status', () => {
  const rows = tableIn(text, 'status', 'codes').flatMap(([status = '', codes = '']) =>
    codes.split(', ').map((code) => [code.replaceAll('`', ''), Number(status)]),
  );
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries([...ERROR_CODES, ...HTTP_CODES].map((code) => [code, toStatus(code)])),
  );
});
