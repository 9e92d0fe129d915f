import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve('src');
const FOLDER = join(SOURCE, 'talkgroup');

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(FOLDER, name))
  .concat(join(SOURCE, 'talkgroup.ts'));

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) [^;]*?from '([^']+)'|^import '([^']+)'/gms)].map(
    ([, from, bare]) => from ?? bare ?? '',
  );

const SHARED = [
  ...['start-checks.ts', 'config.ts', 'log.ts', 'errors.ts', 'durable-file.ts', 'local-socket.ts'],
  // Who a request comes from, and how many places it may hold: the same for every web server here.
  ...['browser-signs.ts', 'connection-places.ts', 'places.ts', 'protocol-changes.ts', 'request-turns.ts'],
];
/** Only around the service, in its entry. */
const OF_THE_ENTRY = ['daemon.ts', '../package.json'];

test('the service imports its own folder, the shared files, express, lowdb and Node, nothing else', () => {
  expect(files.length).toBeGreaterThan(50);
  const foreign = files.flatMap((file) =>
    importsOf(file)
      .map((name) => (name.startsWith('.') ? relative(SOURCE, resolve(dirname(file), name)) : name))
      .filter(
        (name) =>
          !name.startsWith('talkgroup/') &&
          !name.startsWith('node:') &&
          !SHARED.includes(name) &&
          !['express', 'lowdb'].includes(name) &&
          !(file.endsWith('src/bin/talkgroup.ts') && OF_THE_ENTRY.includes(name)),
      )
      .map((name) => `${relative(SOURCE, file)}: ${name}`),
  );
  expect(foreign).toEqual([]);
});

test('wire, streams and subscriptions know no HTTP, no disk and no administration', () => {
  const inner = files.filter((file) => /\/talkgroup\/(?:(?:homebrew|streams|openbridge)\/|subscription)/.test(file));
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
  expect(wrong.map((file) => relative(SOURCE, file))).toEqual(['talkgroup/http/dashboard-page.ts']);
});
