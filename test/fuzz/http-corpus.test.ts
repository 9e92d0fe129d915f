import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'vitest';
import { checkGuards, checkTarget, checkToken, createFormRun } from './http-checks.ts';
import { randomCredential, randomForm, randomHeader, randomTarget } from './http-inputs.ts';
import { createRandom } from './random.ts';

const corpus: {
  targets: string[];
  headers: string[];
  credentials: string[];
  forms: { boundary: string; body: string }[];
} = JSON.parse(readFileSync('test/fuzz/corpus/http.json', 'utf8'));

const random = createRandom(1);
const some = <Value>(make: () => Value, count: number): Value[] => Array.from({ length: count }, make);

test('request targets are read or refused', () => {
  for (const target of [...corpus.targets, ...some(() => randomTarget(random), 5000)]) checkTarget(target);
});

test('no header lets another host or page pass', () => {
  for (const text of [...corpus.headers, ...some(() => randomHeader(random), 2000)]) checkGuards(text);
});

test('no credential passes without the token', () => {
  for (const text of [...corpus.credentials, ...some(() => randomCredential(random), 2000)]) checkToken(text);
});

test('multipart forms give a name or a documented refusal', async () => {
  const run = createFormRun(tmpdir());
  const forms = corpus.forms.map(({ boundary, body }) => ({ boundary, body: Buffer.from(body, 'latin1') }));
  for (const { body, boundary } of [...forms, ...some(() => randomForm(random), 1000)]) await run.check(body, boundary);
  run.dispose();
});
