import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDurableFile } from '../../src/storage/durable-file.ts';

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

test('a file in the place of its folder is said to be one', async () => {
  await writeFile(path, '');
  const file = createDurableFile({ path: join(path, 'other.json'), parse });
  await expect(file.write({ n: 1 })).rejects.toMatchObject({ code: 'ENOTDIR' });
  await rm(path);
  await file.write({ n: 1 });
  expect((await file.read()).document).toEqual({ n: 1 });
});

test('a pipe in its place is moved aside, and nobody waits for what it may say', async () => {
  execFileSync('mkfifo', [path]);
  expect(await createDurableFile({ path, parse }).read()).toEqual({
    document: undefined,
    origin: 'lost',
    problems: [`${path} cannot be used (it is no file), moved to ${path}.broken`],
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

test('a second damaged document does not take the place of the first one', async () => {
  const file = createDurableFile({ path, parse });
  for (const content of ['first', 'second', 'third']) {
    await writeFile(path, content);
    await file.read();
  }
  expect((await readdir(folder)).sort()).toEqual(['state.json.broken', 'state.json.broken.2', 'state.json.broken.3']);
  expect(await readFile(`${path}.broken`, 'utf8')).toBe('first');
  expect(await readFile(`${path}.broken.3`, 'utf8')).toBe('third');
});

test.each(['/proc/self/mem', 'a folder'])('a bad sector, or a folder in its place, is damage: %s', async (what) => {
  await writeFile(`${path}.last-good`, '{"n":1}');
  // Reading the first page of a process fails with EIO, as a bad sector does.
  if (what === 'a folder') await mkdir(path);
  else await symlink(what, path);
  const read = await createDurableFile({ path, parse }).read();
  expect([read.document, read.origin, read.problems.length]).toEqual([{ n: 1 }, 'last-good', 1]);
  expect((await readdir(folder)).sort()).toEqual(['state.json.broken', 'state.json.last-good']);
});

/** Runs as a user without rights over `path`, also where the tests run as root. */
const asNobody = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
};

describe('a document that cannot be read now may be whole: nothing is moved, and the cause is told', () => {
  test.each(['state.json', 'state.json.last-good'])('no right to read %s', async (name) => {
    const closed = join(folder, name);
    // The folder is the reader's: it could move the file.
    await chown(folder, process.getuid?.() === 0 ? 65_534 : (process.getuid?.() ?? 0), -1);
    await writeFile(closed, '{"n":1}', { mode: process.getuid?.() === 0 ? 0o600 : 0 });
    if (name !== 'state.json') await writeFile(path, 'damaged', { mode: 0o644 });
    const before = (await readdir(folder)).sort();
    await expect(asNobody(() => createDurableFile({ path, parse }).read())).rejects.toThrow(
      `${closed} cannot be read and stays as it is: CueDeck has no right to do that (EACCES)`,
    );
    expect((await readdir(folder)).sort()).toEqual(before);
  });

  test('any other cause', async () => {
    await symlink('state.json', path);
    await writeFile(`${path}.last-good`, '{"n":1}');
    await expect(createDurableFile({ path, parse }).read()).rejects.toThrow(/^\S+state\.json cannot be read .*ELOOP/);
    expect((await readdir(folder)).sort()).toEqual(['state.json', 'state.json.last-good']);
  });

  test('a folder in its place that cannot be moved', async () => {
    await mkdir(path);
    const isRoot = process.getuid?.() === 0;
    const { mode } = await stat(folder);
    await chmod(folder, isRoot ? 0o755 : 0o555);
    await expect(asNobody(() => createDurableFile({ path, parse }).read())).rejects.toThrow(/cannot be read .*EISDIR/);
    await chmod(folder, mode);
    expect(await readdir(folder)).toEqual(['state.json']);
  });
});

describe.runIf(process.getuid?.() === 0)('where the former document can have no second name', () => {
  const NOBODY = 65_534;

  /** The kernel refuses a second name of another user's file. */
  const ofRoot = async (make: () => Promise<void>): Promise<void> => {
    await chown(folder, NOBODY, -1);
    await make();
  };

  test('it is copied with the permission bits that it is to have, and a former copy is no harm', async () => {
    await ofRoot(() => writeFile(path, '{"n":1}', { mode: 0o644 }));
    await asNobody(() => createDurableFile({ path, parse, mode: 0o600 }).write({ n: 2 }));
    expect([await readFile(path, 'utf8'), await readFile(`${path}.last-good`, 'utf8')]).toEqual(['{"n":2}', '{"n":1}']);
    expect((await stat(`${path}.last-good`)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).sort()).toEqual(['state.json', 'state.json.last-good']);
  });

  test('a link in its place is not followed, and the document stays', async () => {
    const secret = join(folder, 'secret');
    await writeFile(secret, 'of somebody else');
    await ofRoot(() => symlink(secret, path));
    await expect(asNobody(() => createDurableFile({ path, parse }).write({ n: 2 }))).rejects.toMatchObject({
      code: 'ELOOP',
    });
    expect((await readdir(folder)).sort()).toEqual(['secret', 'state.json']);
  });

  test('a pipe in its place holds nobody up', async () => {
    await ofRoot(async () => void execFileSync('mkfifo', ['-m', '666', path]));
    await expect(asNobody(() => createDurableFile({ path, parse }).write({ n: 2 }))).rejects.toThrow('it is no file');
  });

  test('a link in the place of the copy is not written through, however often it is put there', async () => {
    const secret = join(folder, 'secret');
    await chown(folder, NOBODY, -1);
    await writeFile(secret, 'of somebody else', { mode: 0o666 });
    await chmod(secret, 0o666);
    const program = `const fs = require('node:fs'), [, secret, fresh] = process.argv; console.log('on');
      for (;;) try { fs.symlinkSync(secret, fresh); } catch {}`;
    const attacker = spawn(process.execPath, ['-e', program, secret, `${path}.last-good.tmp`]);
    onTestFinished(() => void attacker.kill('SIGKILL'));
    await once(attacker.stdout, 'data');
    const file = createDurableFile({ path, parse });
    for (let round = 0; round < 300; round += 1) {
      await rm(path, { force: true });
      await writeFile(path, '{"n":1}');
      await asNobody(() => file.write({ n: 2 })).catch(() => undefined);
    }
    expect(await readFile(secret, 'utf8')).toBe('of somebody else');
  });
});
