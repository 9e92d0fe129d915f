import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clipAt } from '../../src/deck/clips/clip-list.ts';
import { openClipStore } from '../../src/library/clip-store.ts';
import { createHeld } from './held-examinations.ts';
import { createLibrary, filesOf } from './library-under-test.ts';

test('files found in the folder come in alphabetical order, whole and not looping', async () => {
  const library = await createLibrary();
  await library.put('short-25.mp4', 'clip 10.mp4');
  await library.put('numbered-25.mp4', 'clip 2.mp4');
  await library.put('still.png', 'Äpfel.png');
  const store = await library.start();
  expect(filesOf(store.document())).toEqual(['Äpfel.png', 'clip 2.mp4', 'clip 10.mp4']);
  expect(store.document().clips[1]).toMatchObject({ kind: 'still', durationSeconds: 0, inSeconds: 0, outSeconds: 10 });
  expect(await library.onDisk()).toEqual({ version: 1, ...store.document() });
});

test('they come after the clips that are in the list, whose order and settings stay', async () => {
  const library = await createLibrary();
  const first = await library.open();
  await first.add(await library.upload('short-25.mp4', 'z.mp4'));
  await library.put('short-25.mp4', 'a.mp4');
  expect(filesOf((await library.start()).document())).toEqual(['z.mp4', 'a.mp4']);
});

test('what is no clip is left alone: hidden files, folders, links, the pictures of the system, and what cannot be played', async () => {
  const library = await createLibrary();
  await library.put('short-25.mp4', '.hidden.mp4');
  await library.put('still.png', 'splash.png');
  await library.put('still.png', 'black.png');
  await library.put('sound-only.m4a');
  await mkdir(join(library.clipsDir, 'folder.mp4'));
  await symlink('/dev/zero', join(library.clipsDir, 'link.mp4'));
  await writeFile(join(library.clipsDir, 'notes.txt'), 'remember');
  const before = await library.files();
  const store = await library.start();
  expect([filesOf(store.document()), await library.files()]).toEqual([[], before]);
  expect(library.log.lines.map(({ level, text }) => `${level}: ${text}`)).toEqual([
    'warning: folder.mp4 in the clips folder is ignored: it is a folder, a link or a device, not a file.',
    'warning: link.mp4 in the clips folder is ignored: it is a folder, a link or a device, not a file.',
    'warning: notes.txt in the clips folder is left out: The file is refused: it is not a video or picture that CueDeck knows.',
    'warning: sound-only.m4a in the clips folder is left out: The file is refused: it has sound only, no picture.',
  ]);
});

test('opening does not wait for files to be examined; they are told of at once, and become clips under the same id', async () => {
  const library = await createLibrary();
  await library.put('still.png', 'a.png');
  await library.put('still.png', 'b.png');
  const store = await library.open();
  expect(filesOf(store.document())).toEqual([]);
  const seen: { readonly examining: readonly string[]; readonly clips: readonly string[] }[] = [];
  const onFound = () =>
    seen.push({
      examining: store.examining().map(({ id }) => id),
      clips: store.document().clips.map(({ id }) => id),
    });
  await store.reconcile({ onFound, signal: new AbortController().signal });
  const ids = seen[0]?.examining ?? [];
  expect(ids).toHaveLength(2);
  expect(seen).toEqual([
    { examining: ids, clips: ['splash'] },
    { examining: [], clips: ['splash', ...ids] },
  ]);
});

test('many files come in batches: each change of the list is a write to the card', async () => {
  const warnings: unknown[] = [];
  const warn = (warning: unknown) => warnings.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const library = await createLibrary();
  for (let number = 0; number < 30; number += 1) await library.put('still.png', `${number}.png`);
  const store = await library.open();
  const counts: number[] = [];
  const onFound = () => {
    counts.push(filesOf(store.document()).length);
    expect(store.examining().length + filesOf(store.document()).length).toBe(30);
  };
  await store.reconcile({ onFound, signal: new AbortController().signal });
  expect([counts[0], counts.at(-1)]).toEqual([0, 30]);
  expect(counts.length).toBeLessThan(10);
  expect(warnings).toEqual([]);
});

test('no clip waits for a file that takes long to examine', async () => {
  const held = await createHeld({ places: 1, slowPlaces: 0 });
  const library = await createLibrary(held);
  for (const name of ['a.png', 'slow-b.png', 'c.png', 'd.png']) await library.put('still.png', name);
  const store = await library.open();
  let isOnlySlow: () => void = () => undefined;
  const onlySlow = new Promise<void>((resolve) => {
    isOnlySlow = resolve;
  });
  const onFound = () => {
    if (store.examining().every(({ file }) => file === 'slow-b.png')) isOnlySlow();
  };
  const done = store.reconcile({ onFound, signal: new AbortController().signal });
  await onlySlow;
  expect(filesOf(store.document()).toSorted()).toEqual(['a.png', 'c.png', 'd.png']);
  await held.letGo();
  await done;
  expect(filesOf(store.document()).at(-1)).toEqual('slow-b.png');
});

test('taking in can be ended early', async () => {
  const library = await createLibrary();
  await library.put('still.png');
  const store = await library.open();
  await store.reconcile({ onFound: () => undefined, signal: AbortSignal.abort() });
  expect([filesOf(store.document()), library.log.lines]).toEqual([[], []]);
});

test('a clip that is uploaded while files are taken in is not taken in twice', async () => {
  const library = await createLibrary();
  await library.put('still.png', 'found.png');
  const store = await library.open();
  const done = store.reconcile({ onFound: () => undefined, signal: new AbortController().signal });
  await store.add(await library.upload('short-25.mp4', 'found.png'));
  await done;
  expect(filesOf(store.document())).toEqual(['found (2).png', 'found.png']);
});

test('a clip whose file is gone stays and says so; it comes back with its file', async () => {
  const library = await createLibrary();
  const first = await library.open();
  const { clips } = await first.add(await library.upload('short-25.mp4', 'a.mp4'));
  await rm(join(library.clipsDir, 'a.mp4'));
  const second = await library.start();
  expect([second.document().clips, second.isMissing(clipAt(clips, 1))]).toEqual([clips, true]);
  await library.put('short-25.mp4', 'a.mp4');
  const third = await library.start();
  expect([third.document().clips, third.isMissing(clipAt(clips, 1))]).toEqual([clips, false]);
});

test('an upload that a power cut ended leaves nothing', async () => {
  const library = await createLibrary();
  await library.upload();
  const store = await library.start();
  expect([filesOf(store.document()), await library.files()]).toEqual([[], []]);
});

test('a removal that a power cut ended before the list was saved is undone', async () => {
  const library = await createLibrary();
  const first = await library.open();
  const { clips } = await first.add(await library.upload('short-25.mp4', 'a.mp4'));
  await library.put('short-25.mp4', `.trash-${clips[1]?.id}`);
  await rm(join(library.clipsDir, 'a.mp4'));
  const store = await library.start();
  expect([store.document().clips, await library.files()]).toEqual([clips, ['a.mp4']]);
  expect(store.isMissing(clipAt(clips, 1))).toBe(false);
});

test('a removal that a power cut ended after the list was saved is finished', async () => {
  const library = await createLibrary();
  await library.put('short-25.mp4', '.trash-0123456789ab');
  const store = await library.start();
  expect([filesOf(store.document()), await library.files()]).toEqual([[], []]);
});

test('an undone removal does not overwrite what was put in its place', async () => {
  const library = await createLibrary();
  const first = await library.open();
  const { clips } = await first.add(await library.upload('short-25.mp4', 'a.mp4'));
  await library.put('numbered-25.mp4', `.trash-${clips[1]?.id}`);
  await library.start();
  expect(await library.files()).toEqual(['a (2).mp4', 'a.mp4']);
});

test('the splash screen follows the installation to another place', async () => {
  const library = await createLibrary();
  const first = await library.open();
  await first.update((document) => ({ ...document, settings: { ...document.settings, showSplash: false } }));
  const moved = await openClipStore({
    clipsDir: library.clipsDir,
    stateDir: library.stateDir,
    splashPath: '/opt/splash.png',
    systemPictures: [],
    log: library.log,
  });
  expect(moved.document().clips[0]).toEqual({ ...first.document().clips[0], file: '/opt/splash.png' });
});

const record = (change: object) => JSON.stringify({ version: 1, clips: [], settings: {}, ...change });

const broken: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['NUL bytes', '\0'.repeat(4096)],
  ['cut off', '{"version":1,"clips":[{"id":"spl'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a zero', '0'],
  ['a text', '"clips"'],
  ['of an unknown version', record({ version: 2 })],
  ['of no version', '{"clips":[],"settings":{}}'],
  ['without a splash screen', record({})],
  ['with clips that are no list', record({ clips: {} })],
  ['with a clip that is none', record({ clips: [null] })],
];

test.each(broken)('a state file that is %s: the last good list is used', async (_what, content) => {
  const library = await createLibrary();
  const first = await library.open();
  await first.add(await library.upload('short-25.mp4', 'a.mp4'));
  const { clips } = await first.update(({ clips, settings }) => ({
    clips,
    settings: { ...settings, showSplash: false },
  }));
  await writeFile(library.statePath, content);
  const store = await library.open();
  expect(store.document().clips).toEqual(clips);
  expect(await readFile(`${library.statePath}.broken`, 'utf8')).toBe(content);
  expect(library.log.lines.map(({ level }) => level)).toEqual(['error', 'warning']);
});

test('with the last good list broken, too, it is built again from the files', async () => {
  const samples = broken.filter(([what]) => ['empty', 'NUL bytes', 'an array', 'of an unknown version'].includes(what));
  const rebuild = async ([what, content]: (typeof broken)[number]) => {
    const library = await createLibrary();
    await library.put('short-25.mp4', 'a.mp4');
    await mkdir(library.stateDir);
    await writeFile(library.statePath, content);
    await writeFile(`${library.statePath}.last-good`, content);
    const store = await library.start();
    expect((await library.open()).document()).toEqual(store.document());
    return [what, filesOf(store.document()), await library.files()];
  };
  expect(await Promise.all(samples.map(rebuild))).toEqual(samples.map(([what]) => [what, ['a.mp4'], ['a.mp4']]));
});

test('a clips folder that cannot be read keeps the list', async () => {
  const library = await createLibrary();
  const first = await library.open();
  const { clips } = await first.add(await library.upload('short-25.mp4', 'a.mp4'));
  await rm(library.clipsDir, { recursive: true });
  await writeFile(library.clipsDir, 'a file where the folder should be');
  const store = await library.start();
  expect([store.document().clips, store.isMissing(clipAt(clips, 1))]).toEqual([clips, true]);
});
