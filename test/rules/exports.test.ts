// What a file exports somebody imports: other names stay in their file, and what nobody uses goes.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const FOLDERS = ['src', 'test', 'bench', 'scripts'];
/** Generated from the OpenAPI document. */
const EXEMPT = ['src/client/api-types.ts'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((path) => join(folder, String(path)))
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.includes('node_modules')),
).map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const DECLARATION = /^export (?:async )?(?:const|let|function|class|interface|type) (\w+)/gm;
/** `export { one, type Two as Three } from './file.ts'`, and the same for `import`. */
const LIST = /^(import|export)(?: type)? (?:\w+, )?\{([^}]*)\}(?: from '([^']+)')?/gm;
const NAMESPACE = /^import (?:type )?\* as \w+ from '([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;

const namesIn = (list: string): readonly string[] =>
  list
    .split(',')
    .map((each) => each.trim().replace(/^type /, ''))
    .filter(Boolean);

/** `src/base/log.ts createLog`, and `src/base/log.ts *` for a file that is imported as a whole. */
const used = new Set<string>();
const exported: string[] = [];
for (const { path, text } of files) {
  const toPath = (specifier: string): string => normalize(join(dirname(path), specifier));
  for (const [, name] of text.matchAll(DECLARATION)) exported.push(`${path} ${name}`);
  for (const [, verb, list = '', from] of text.matchAll(LIST)) {
    for (const name of namesIn(list)) {
      const [outer = '', inner = outer] = name.split(' as ').toReversed();
      if (from !== undefined) used.add(`${toPath(from)} ${inner}`);
      if (verb === 'export') exported.push(`${path} ${outer}`);
    }
  }
  for (const pattern of [NAMESPACE, DYNAMIC])
    for (const [, from = ''] of text.matchAll(pattern)) used.add(`${toPath(from)} *`);
}

test('there are exports to check', () => {
  expect(exported.length).toBeGreaterThan(500);
});

test('every exported name is imported by another file', () => {
  const isUsed = (entry: string): boolean => used.has(entry) || used.has(entry.replace(/ \w+$/, ' *'));
  expect(exported.filter((entry) => !EXEMPT.some((path) => entry.startsWith(`${path} `)) && !isUsed(entry))).toEqual(
    [],
  );
});
