// Who may import whom: the deck knows nobody, transports and adapters know the deck and not each other.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** Folder of src/ to the folders and packages that its files may import besides their own folder and Node itself. */
const ALLOWED: Readonly<Record<string, { readonly from: readonly string[]; readonly packages: readonly string[] }>> = {
  // Ground.
  base: { from: [], packages: [] },
  net: { from: ['base'], packages: [] },
  schema: { from: ['base'], packages: [] },
  storage: { from: ['base'], packages: [] },
  config: { from: ['base', 'net', 'schema', 'deck'], packages: [] },
  daemon: { from: ['base', 'config'], packages: [] },
  // The domain; the shapes of what it keeps are pure, too.
  deck: { from: ['base', 'schema'], packages: [] },
  // The operator's verbs.
  actions: { from: ['base', 'schema', 'deck'], packages: [] },
  // Adapters.
  mpv: { from: ['base', 'schema', 'storage', 'deck'], packages: [] },
  library: { from: ['base', 'schema', 'storage', 'deck'], packages: ['lowdb'] },
  host: {
    from: ['base', 'net', 'schema', 'storage', 'deck', '../package.json'],
    packages: ['systeminformation', 'systeminformation/lib/', 'check-disk-space', 'hostile'],
  },
  // Transports.
  http: { from: ['actions', 'base', 'net', 'schema', 'storage', 'deck'], packages: ['express', 'multer'] },
  hyperdeck: { from: ['base', 'net', 'schema', 'storage', 'deck'], packages: ['ws'] },
  mqtt: { from: ['actions', 'base', 'net', 'schema', 'deck'], packages: ['mqtt'] },
  osc: { from: ['actions', 'base', 'net', 'schema', 'deck'], packages: ['osc-min'] },
  // Programs around the player.
  client: { from: ['base', 'net', 'schema'], packages: [] },
  web: {
    from: ['deck/clips', 'client/api-calls.ts', 'client/api-types.ts', 'talkgroup/http/dashboard-payload.ts'],
    packages: ['preact', 'preact/', 'vite'],
  },
  'boot-config': { from: ['client', 'base', 'schema', 'deck', 'host'], packages: [] },
  cli: {
    from: [
      ...['actions', 'base', 'net', 'schema', 'storage', 'config', 'deck', 'library', 'mpv', 'host'],
      ...['hyperdeck', 'mqtt', 'boot-config', 'talkgroup', 'client'],
    ],
    packages: ['tar/'],
  },
  // The radio service.
  talkgroup: {
    from: ['base', 'net', 'schema', 'storage', 'config', '../package.json'],
    packages: ['express', 'lowdb'],
  },
  // Compositions and entry points.
  player: {
    from: [
      ...['base', 'net', 'config', 'daemon', 'storage', 'deck', 'mpv', 'library', 'host'],
      ...['http', 'hyperdeck', 'mqtt', 'osc'],
    ],
    packages: [],
  },
  bin: {
    from: ['base', 'config', 'daemon', 'host', 'player', 'cli', 'boot-config', 'talkgroup', '../package.json'],
    packages: [],
  },
};

/** Modules of Node that only some places may use. */
const CONFINED: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['base/child-process.ts'],
};
const MAX_FILES_OF_A_FOLDER = 20;
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

const byPath = new Map(files.map((file) => [file.path, file]));

const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

test('there are source files to check', () => {
  expect(files.length).toBeGreaterThan(60);
});

const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(place.endsWith('/') ? place : `${place}/`);

test.each(Object.entries(ALLOWED))('%s imports only what it may', (folder, { from, packages }) => {
  const wrong = files
    .filter(({ path }) => folderOf(path) === folder)
    .flatMap(({ path, imports }) => imports.map((name) => [path, name] as const))
    .filter(([, name]) => !name.startsWith('node:') && !isWithin(name, folder))
    .filter(([, name]) => ![...from, ...packages].some((allowed) => isWithin(name, allowed)));
  expect(wrong).toEqual([]);
});

/** Every file that is imported by these files, directly or through others. */
const reachOf = (roots: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  const waiting = [...roots];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    waiting.push(...(byPath.get(path)?.imports ?? []).filter((name) => byPath.has(name)));
  }
  return seen;
};

test('the talkgroup service reaches nothing of the player, directly or through a third file', () => {
  const reached = [...reachOf(['bin/talkgroup.ts'])].map(folderOf);
  const ground = ['bin', 'base', 'net', 'schema', 'storage', 'config', 'daemon', 'talkgroup'];
  expect([...new Set(reached)].filter((folder) => !ground.includes(folder))).toEqual([]);
});

/** Groups of nodes that reach each other (Tarjan). */
const circlesOf = (graph: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] => {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    const own = index.size;
    index.set(node, own);
    open.push(node);
    let least = own;
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) least = Math.min(least, visit(next));
      else if (open.includes(next)) least = Math.min(least, low.get(next) ?? index.get(next) ?? own);
    }
    low.set(node, least);
    if (least === own) {
      const circle = open.splice(open.indexOf(node));
      if (circle.length > 1) circles.push(circle);
    }
    return least;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
};

/** The imports of all files, each file called by `nameOf`; a name's imports of itself are left out. */
const toGraph = (nameOf: (path: string) => string): ReadonlyMap<string, ReadonlySet<string>> => {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const name = nameOf(path);
    const targets = graph.get(name) ?? new Set();
    for (const target of imports) if (byPath.has(target) && nameOf(target) !== name) targets.add(nameOf(target));
    graph.set(name, targets);
  }
  return graph;
};

test('no files import each other in a circle', () => {
  expect(circlesOf(toGraph((path) => path))).toEqual([]);
});

test('no folders of src import each other in a circle', () => {
  expect(circlesOf(toGraph(folderOf))).toEqual([]);
});

// A folder and the folders in it count as one: the parent composes its children, and holds what they share.
test.each(Object.keys(ALLOWED))('no folders of %s import each other in a circle', (folder) => {
  const graph = toGraph((path) => {
    const [top, sub, file] = path.split('/');
    return top === folder && file !== undefined ? `${top}/${sub}` : '';
  });
  const inner = new Map(
    [...graph].filter(([name]) => name !== '').map(([name, targets]) => [name, new Set([...targets].filter(Boolean))]),
  );
  expect(circlesOf(inner)).toEqual([]);
});

test('no file lies loose in src, and no folder is a heap', () => {
  expect(files.filter(({ path }) => folderOf(path) === '').map(({ path }) => path)).toEqual([]);
  const sizes = new Map<string, number>();
  for (const { path } of files) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  expect([...sizes].filter(([, size]) => size > MAX_FILES_OF_A_FOLDER)).toEqual([]);
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

test('no action or transport reaches the clip store: it changes the list through the verbs of the deck', () => {
  const transports = files.filter(({ path }) =>
    ['actions', 'http', 'hyperdeck', 'mqtt', 'osc'].includes(folderOf(path)),
  );
  expect(transports.filter(({ text }) => /\bClipStore\b/.test(text)).map(({ path }) => path)).toEqual([]);
  const publicVerbs = ['deck/deck.ts', 'deck/clip-desk.ts'].flatMap((path) => [
    ...(byPath.get(path)?.text ?? '').matchAll(/^ {2}(?:async )?(?!#)\w+\(.*$/gm),
  ]);
  expect(publicVerbs.length).toBeGreaterThan(30);
  const verbs = publicVerbs.map(([line]) => line).filter((line) => !line.includes('constructor('));
  expect(verbs.filter((line) => /\bClipStore\b/.test(line))).toEqual([]);
});

test('process.env is read in config and the console written in the log only', () => {
  const users = (pattern: RegExp): readonly string[] =>
    files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(users(/process\.env/)).toEqual(['config/environment.ts']);
  expect(users(/console\./)).toEqual(['base/log.ts']);
});

test('every source file says in its first line what it is for', () => {
  expect(files.filter(({ text }) => !/^(\/\/|\/\*)/.test(text)).map(({ path }) => path)).toEqual([]);
});
