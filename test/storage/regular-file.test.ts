// A file that is not handed out is closed.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canTrace } from '../faults/traced-program.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { buildProgram } from '../programs/build-program.ts';

let program: Awaited<ReturnType<typeof buildProgram>>;
beforeAll(async () => {
  program = await buildProgram('open-regular-file');
});
afterAll(() => program.remove());

const opened = (path: string, ...tracer: readonly string[]): unknown => {
  const [command = '', ...args] = [...tracer, process.execPath, program.path, path];
  return JSON.parse(execFileSync(command, args, { encoding: 'utf8' }));
};

test('a file that is handed out is open, and a folder is closed again', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'file');
  await writeFile(path, 'x');
  expect(opened(path)).toEqual({ why: 'opened', left: 1 });
  expect(opened(folder)).toEqual({ why: 'it is no file', left: 0 });
});

test.runIf(canTrace)('a file that the disk cannot describe is closed again', async () => {
  const path = join(await temporaryFolder(), 'file');
  await writeFile(path, 'x');
  const calls = 'statx,fstat,newfstatat';
  const tracer = ['strace', '-f', '-o', '/dev/null', '-P', path, '-e', `inject=${calls}:error=EIO`];
  expect(opened(path, ...tracer)).toEqual({ why: expect.stringContaining('EIO'), left: 0 });
});
