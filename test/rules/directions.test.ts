// Who may import whom: the deck knows nobody, transports and adapters know the deck and not each other.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** Folder of src/ to what its files may import besides their own folder and Node itself. */
const ALLOWED: Readonly<Record<string, { readonly from: readonly string[]; readonly packages: readonly string[] }>> = {
  deck: { from: ['errors.ts'], packages: [] },
  mpv: {
    from: ['deck/', 'errors.ts', 'log.ts', 'durable-file.ts', 'file-references.ts', 'start-program.ts'],
    packages: [],
  },
  library: {
    from: [
      'deck/',
      'errors.ts',
      'log.ts',
      'durable-file.ts',
      'file-references.ts',
      'regular-file.ts',
      'start-program.ts',
    ],
    packages: ['lowdb'],
  },
  host: {
    from: [
      'deck/',
      'errors.ts',
      'log.ts',
      'durable-file.ts',
      'read-mark.ts',
      'regular-file.ts',
      'start-program.ts',
      '../package.json',
    ],
    packages: ['systeminformation', 'systeminformation/lib/', 'check-disk-space', 'hostile'],
  },
  http: {
    from: [
      'deck/',
      'browser-signs.ts',
      'read-mark.ts',
      'token-strength.ts',
      'errors.ts',
      'status-numbers.ts',
      'log.ts',
      'places.ts',
      'connection-places.ts',
      'protocol-changes.ts',
      'regular-file.ts',
      'request-turns.ts',
    ],
    packages: ['express', 'multer'],
  },
  hyperdeck: {
    from: ['deck/', 'errors.ts', 'status-numbers.ts', 'log.ts', 'durable-file.ts', 'places.ts'],
    packages: ['ws'],
  },
  mqtt: { from: ['deck/', 'errors.ts', 'status-numbers.ts', 'log.ts'], packages: ['mqtt'] },
  cli: {
    from: [
      'card/',
      'deck/',
      'host/',
      'library/',
      'mpv/',
      'hyperdeck/',
      'mqtt/',
      'talkgroup/',
      'config.ts',
      'errors.ts',
      'log.ts',
      'durable-file.ts',
      'regular-file.ts',
      'start-program.ts',
      'state-claim.ts',
      'token-strength.ts',
    ],
    packages: ['tar/'],
  },
  card: { from: ['deck/', 'host/', 'errors.ts', 'log.ts'], packages: [] },
  osc: { from: ['deck/', 'errors.ts', 'log.ts', 'places.ts'], packages: ['osc-min'] },
  web: { from: ['deck/timecode.ts', 'deck/clip.ts'], packages: ['preact', 'preact/', 'vite'] },
  talkgroup: {
    from: [
      'browser-signs.ts',
      'config.ts',
      'errors.ts',
      'log.ts',
      'durable-file.ts',
      'local-socket.ts',
      'places.ts',
      'connection-places.ts',
      'protocol-changes.ts',
      'request-turns.ts',
      'start-checks.ts',
      '../package.json',
    ],
    packages: ['express', 'lowdb'],
  },
};

/** Modules of Node that only some places may use. */
const CONFINED: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['start-program.ts'],
};
const DECK_DOES_WITHOUT = /^node:(fs|net|dgram|http|child_process|process|os)\b/;

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files: readonly SourceFile[] = readdirSync('src', { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.ts') || path.endsWith('.tsx'))
  .map((path) => {
    const text = readFileSync(join('src', path), 'utf8');
    const specifiers = [
      ...text.matchAll(/^(?:import|export|\}).*? from '([^'\\]+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm),
    ].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
    return {
      path,
      text,
      imports: specifiers.map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name)),
    };
  });

const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

test('there are source files to check', () => {
  expect(files.length).toBeGreaterThan(60);
});

test.each(Object.entries(ALLOWED))('%s imports only what it may', (folder, { from, packages }) => {
  const wrong = files
    .filter(({ path }) => folderOf(path) === folder)
    .flatMap(({ path, imports }) => imports.map((name) => [path, name] as const))
    .filter(([, name]) => {
      if (name.startsWith('node:') || name.startsWith(`${folder}/`)) return false;
      return ![...from, ...packages].some(
        (allowed) => name === allowed || (allowed.endsWith('/') && name.startsWith(allowed)),
      );
    });
  expect(wrong).toEqual([]);
});

test('every folder of src has its rule', () => {
  expect(
    [...new Set(files.map(({ path }) => folderOf(path)))].filter((folder) => folder !== '' && !(folder in ALLOWED)),
  ).toEqual([]);
});

test.each(Object.entries(CONFINED))('%s is used only where it belongs', (module, places) => {
  const users = files.filter(({ imports }) => imports.includes(module)).map(({ path }) => path);
  expect(users.filter((path) => !places.includes(path))).toEqual([]);
});

test('the deck uses no file, socket, process or clock of its own', () => {
  const deck = files.filter(({ path }) => folderOf(path) === 'deck');
  expect(deck.flatMap(({ imports }) => imports).filter((name) => DECK_DOES_WITHOUT.test(name))).toEqual([]);
  expect(
    deck
      .filter(({ text }) => /Date\.now|new Date\(|performance\.now|setTimeout|setInterval|process\./.test(text))
      .map(({ path }) => path),
  ).toEqual([]);
});

test('process.env is read in config.ts and the console written in log.ts only', () => {
  const users = (pattern: RegExp): readonly string[] =>
    files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(users(/process\.env/)).toEqual(['config.ts']);
  expect(users(/console\./)).toEqual(['log.ts']);
});

test('every source file says in its first line what it is for', () => {
  expect(files.filter(({ text }) => !/^(\/\/|\/\*)/.test(text)).map(({ path }) => path)).toEqual([]);
});
