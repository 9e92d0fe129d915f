// The version stands in package.json; all else takes it from there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(path, 'utf8');
const { version } = JSON.parse(read('package.json'));

const FOLDERS = ['docs', 'src', 'scripts', 'debian', 'systemd', 'image', '.github'];
const files = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  ).filter((path) => !path.includes('node_modules')),
];

test('package-lock.json has it, as npm writes it', () => {
  const { version: own, packages } = JSON.parse(read('package-lock.json'));
  expect([own, packages[''].version]).toEqual([version, version]);
});

test('the changelog says what is in it', () => {
  expect(read('CHANGELOG.md')).toContain(`\n## [${version}]`);
});

test('no other file gives CueDeck a version of its own', () => {
  expect(files.length).toBeGreaterThan(500);
  // A board was measured with the version of that day.
  const others = files.filter((path) => path !== 'docs/boards.md');
  expect(others.filter((path) => /cuedeck[\w-]*[ _]\(?v?\d+\.\d+\.\d+/i.test(read(path)))).toEqual([]);
});

test('the packages take it from there', () => {
  const controls = files.filter((path) => path.endsWith('/control'));
  expect(controls).toHaveLength(3);
  for (const path of controls) expect(read(path)).toMatch(/^Version: @VERSION@$/m);
  expect(read('debian/changelog')).toMatch(/^cuedeck \(@VERSION@\) /);
});
