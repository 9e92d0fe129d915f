import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createDurableFile } from '../src/durable-file.ts';

const parse = (value: unknown): { n: number } => {
  if (typeof value === 'object' && value !== null && 'n' in value && typeof value.n === 'number') return { n: value.n };
  throw new Error('not a counter');
};

let folder = '';
let path = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuedeck-durable-'));
  path = join(folder, 'state.json');
  const made = folder;
  onTestFinished(() => rm(made, { recursive: true, force: true }));
});

test('a first start has no document and no problem', async () => {
  expect(await createDurableFile({ path, parse }).read()).toEqual({
    document: undefined,
    origin: 'first-start',
    problems: [],
  });
});

test('what was written is read again, and the one before it stays beside it', async () => {
  const file = createDurableFile({ path, parse });
  await file.write({ n: 1 });
  await file.write({ n: 2 });
  expect(await file.read()).toEqual({ document: { n: 2 }, origin: 'current', problems: [] });
  expect(await readFile(`${path}.last-good`, 'utf8')).toBe('{"n":1}');
  expect((await readdir(folder)).sort()).toEqual(['state.json', 'state.json.last-good']);
});

test('a private document is private from its first byte on, also over an older temporary file', async () => {
  await writeFile(join(folder, '.state.json.tmp'), 'left over', { mode: 0o644 });
  await createDurableFile({ path, parse, mode: 0o600 }).write({ n: 1 });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.each([
  ['empty', ''],
  ['NUL bytes', '\0\0\0\0'],
  ['cut off', '{"n":'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a zero', '0'],
  ['not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
])('a document that is %s is moved aside and the last good one is read', async (_what, content) => {
  const file = createDurableFile({ path, parse });
  await file.write({ n: 1 });
  await file.write({ n: 2 });
  await writeFile(path, content);
  const read = await file.read();
  expect([read.document, read.origin, read.problems.length]).toEqual([{ n: 1 }, 'last-good', 1]);
  expect(await readdir(folder)).toContain('state.json.broken');
});

test('a byte order mark is no harm', async () => {
  await writeFile(path, '\ufeff{"n":1}');
  expect((await createDurableFile({ path, parse }).read()).document).toEqual({ n: 1 });
});

test('with both copies broken the document is lost, not a first start', async () => {
  await writeFile(path, '');
  await writeFile(`${path}.last-good`, 'null');
  const read = await createDurableFile({ path, parse }).read();
  expect([read.document, read.origin, read.problems.length]).toEqual([undefined, 'lost', 2]);
});
