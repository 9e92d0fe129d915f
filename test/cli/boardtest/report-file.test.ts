// Where a board test's result is written, and that only one test runs.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asOnlyRun } from '../../../src/cli/boardtest/only-run.ts';
import type { Report } from '../../../src/cli/boardtest/report.ts';
import { checkReportFile, writeReport } from '../../../src/cli/boardtest/report-file.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const REPORT = { version: 1 } as unknown as Report;

test('a path that can be written is left as it was by the check, and has the result then', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'r.json');
  await checkReportFile(path);
  expect(await readdir(folder)).toEqual([]);
  expect(await writeReport(path, REPORT)).toBeUndefined();
  await checkReportFile(path);
  expect([await readdir(folder), JSON.parse(await readFile(path, 'utf8'))]).toEqual([['r.json'], { version: 1 }]);
});

test('a folder, a missing folder and a full disk are refused before anything is measured', async () => {
  const folder = await temporaryFolder();
  for (const [path, why] of [
    [folder, 'it is a folder'],
    [join(folder, 'none/r.json'), 'it is not there (ENOENT)'],
    ['/proc/self/r.json', 'it is not there (ENOENT)'],
  ] as const)
    await expect(checkReportFile(path)).rejects.toThrow(`${path} cannot be written: ${why}. Name another with --out.`);
});

test('what cannot be written in the end is said, and nothing of it is left', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'r.json');
  await mkdir(path);
  expect(await writeReport(path, REPORT)).toBe('a folder is in the place of a file (EISDIR)');
  expect(await readdir(folder)).toEqual(['r.json']);
});

test('a second one is refused while the first runs', async () => {
  const folder = await temporaryFolder();
  const second = () => asOnlyRun(folder, async () => 'second');
  await asOnlyRun(folder, async () => {
    await expect(second()).rejects.toThrow('Another board test is running on this machine. Wait until it has ended.');
    expect(await asOnlyRun(join(folder, 'other'), async () => 'other')).toBe('other');
  });
  expect(await second()).toBe('second');
});
