import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve('src');
const FOLDER = join(SOURCE, 'talkgroup');

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(FOLDER, name));

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) [^;]*?from '([^']+)'|^import '([^']+)'/gms)].map(
    ([, from, bare]) => from ?? bare ?? '',
  );

test('wire, streams and subscriptions know no HTTP, no disk and no administration', () => {
  expect(files.length).toBeGreaterThan(50);
  const inner = files.filter((file) => /\/talkgroup\/(?:(?:homebrew|streams|openbridge)\/|subscriptions\/)/.test(file));
  const wrong = inner.flatMap((file) =>
    importsOf(file)
      .filter((name) => /\/(?:http|admin)\/|express|lowdb|store|durable|node:(?:fs|http)/.test(name))
      .map((name) => `${relative(SOURCE, file)}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('the environment and the console are somebody else’s, and the clock is handed in', () => {
  const wrong = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    const isClock = file.endsWith('/clock.ts');
    return /process\.env|console\./.test(text) || (!isClock && /Date\.now|performance\.now|setInterval\(/.test(text));
  });
  expect(wrong.map((file) => relative(SOURCE, file))).toEqual([]);
});
