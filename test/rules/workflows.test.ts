// The workflows of the forge, which cannot run here: they call what is there. `npm run check` says whether they are YAML.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = '.github/workflows';
const workflows = readdirSync(FOLDER).map((file) => ({ file, text: readFileSync(`${FOLDER}/${file}`, 'utf8') }));
const npmScripts: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8')).scripts;

const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

test('check, test and release are there', () => {
  expect(workflows.map(({ file }) => file).sort()).toEqual(['check.yml', 'release.yml', 'test.yml']);
});

test.each(workflows)('$file has what a workflow needs', ({ text }) => {
  expect(found(text, /^([a-z]+):/gm)).toEqual(['name', 'on', 'permissions', 'jobs']);
});

test.each(workflows)('$file calls scripts that are there', ({ text }) => {
  const scripts = found(text, /\b(scripts\/[\w-]+)/g);
  const names = found(text, /\bnpm run ([\w:-]+)/g);
  expect(scripts.length + names.length).toBeGreaterThan(0);
  expect(scripts.filter((path) => !existsSync(path))).toEqual([]);
  expect(names.filter((name) => npmScripts[name] === undefined)).toEqual([]);
});

test.each(workflows)('$file pins its actions and may no more than it needs', ({ file, text }) => {
  expect(found(text, /uses: (\S+)/g).filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  expect(text).toContain('\npermissions:\n  contents: read\n');
  expect(found(text, /([\w-]+): write/g)).toEqual(file === 'release.yml' ? ['contents'] : []);
});
