// A restore that was made certain is carried out by the next start, from wherever the last one was stopped.
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClip, createSplashClip } from '../../src/deck/clips/clip.ts';
import { DEFAULT_SETTINGS } from '../../src/deck/clips/clip-list.ts';
import { toRecord } from '../../src/library/clip-record.ts';
import { TRASH_PREFIX } from '../../src/library/file-name.ts';
import { commitRestore, newRestoreToken, toStagedName } from '../../src/library/pending-restore.ts';
import { createLibrary, filesOf, PROBED } from './library-under-test.ts';

const RECORD = toRecord({
  clips: [
    createSplashClip('/elsewhere/splash.png'),
    createClip('one', 'a.mp4', PROBED),
    createClip('two', 'b.mp4', PROBED),
  ],
  settings: { ...DEFAULT_SETTINGS, powerOn: 'play-last' },
});

/** A library with a clip `a.mp4` of its own, and a restore of `a.mp4` and `b.mp4` that waits. */
const createWaiting = async (documents: Readonly<Record<string, unknown>> = {}) => {
  const library = await createLibrary();
  await writeFile(join(library.clipsDir, 'a.mp4'), 'old');
  const token = newRestoreToken();
  const staged = [0, 1].map((number) => toStagedName(token, number));
  for (const [index, name] of staged.entries()) await writeFile(join(library.clipsDir, name), `new ${index}`);
  const files = ['a.mp4', 'b.mp4'].map((file, index) => ({ staged: staged[index] ?? '', file, bytes: 5 }));
  const plan = await commitRestore(library.stateDir, token, { record: RECORD, files, documents });
  const at = (name: string): string => join(library.clipsDir, name);
  return { library, plan, at, staged: [staged[0] ?? '', staged[1] ?? ''] as const };
};

const contents = async (folder: string) =>
  Object.fromEntries(
    await Promise.all((await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  );

const DONE = { 'a.mp4': 'new 0', 'a (2).mp4': 'old', 'b.mp4': 'new 1' };

test('list, settings and files come as one; a file that had the name keeps its content under another', async () => {
  const { library } = await createWaiting();
  const { clips, settings } = (await library.open()).document();
  expect([filesOf({ clips, settings }), settings.powerOn, clips[0]?.file]).toEqual([
    ['a.mp4', 'b.mp4'],
    'play-last',
    library.splashPath,
  ]);
  expect(await contents(library.clipsDir)).toEqual(DONE);
  expect(await readdir(library.stateDir)).toEqual(['clips.json']);
});

test.each([
  ['the old file had been moved aside', (at: (name: string) => string) => rename(at('a.mp4'), at('a (2).mp4'))],
  [
    'the first file was in its place',
    async (at: (name: string) => string, staged: readonly [string, string]) => {
      await rename(at('a.mp4'), at('a (2).mp4'));
      await rename(at(staged[0]), at('a.mp4'));
    },
  ],
  [
    'both files were in their places',
    async (at: (name: string) => string, staged: readonly [string, string]) => {
      await rename(at('a.mp4'), at('a (2).mp4'));
      await rename(at(staged[0]), at('a.mp4'));
      await rename(at(staged[1]), at('b.mp4'));
    },
  ],
])('stopped when %s, it is carried on', async (_when, step) => {
  const { library, at, staged } = await createWaiting();
  await step(at, staged);
  expect(filesOf((await library.open()).document())).toEqual(['a.mp4', 'b.mp4']);
  expect(await contents(library.clipsDir)).toEqual(DONE);
});

test('stopped before the plan was removed, it changes nothing more', async () => {
  const { library, plan } = await createWaiting();
  const text = await readFile(plan, 'utf8');
  await library.open();
  await writeFile(plan, text);
  await library.open();
  expect([await contents(library.clipsDir), await readdir(library.stateDir)]).toEqual([
    DONE,
    ['clips.json', 'clips.json.last-good'],
  ]);
});

test('a clip that was deleted right before comes once, as the backup has it', async () => {
  const { library, at } = await createWaiting();
  await rename(at('a.mp4'), at(`${TRASH_PREFIX}one`));
  expect(filesOf((await library.open()).document())).toEqual(['a.mp4', 'b.mp4']);
  expect(await contents(library.clipsDir)).toEqual({ 'a.mp4': 'new 0', 'b.mp4': 'new 1' });
});

test('a file that is the same already stays as it is', async () => {
  const { library, at, staged } = await createWaiting();
  await rm(at(staged[0]));
  await writeFile(at('a.mp4'), 'new 0');
  await link(at('a.mp4'), at(staged[0]));
  await library.open();
  expect(await contents(library.clipsDir)).toEqual({ 'a.mp4': 'new 0', 'b.mp4': 'new 1' });
});

test('a plan whose file is gone is put aside whole, and the old list holds', async () => {
  const { library, at, staged, plan } = await createWaiting();
  await rm(at(staged[1]));
  expect(filesOf((await library.open()).document())).toEqual([]);
  expect(await readFile(at('a.mp4'), 'utf8')).toBe('old');
  expect(await readdir(library.stateDir)).toEqual([`${plan.slice(library.stateDir.length + 1)}.broken`]);
  expect(library.log.lines.map(({ text }) => text)).toContain(
    'The restore failed: a file of it is gone from the clips folder.',
  );
});

test('a plan that was tampered with reaches nothing outside the clips folder', async () => {
  const { library, plan } = await createWaiting();
  await writeFile(plan, (await readFile(plan, 'utf8')).replaceAll('b.mp4', '../b.mp4'));
  await library.open();
  expect((await contents(library.clipsDir))['a.mp4']).toBe('old');
  expect(await readdir(join(library.clipsDir, '..'))).not.toContain('b.mp4');
});

test('other documents of the state folder come with the list', async () => {
  const { library } = await createWaiting({ 'hyperdeck.json': { version: 1 } });
  await library.open();
  expect(await readFile(join(library.stateDir, 'hyperdeck.json'), 'utf8')).toBe('{"version":1}');
});

test.each(['../x.json', 'clips.json', 'x'])('a plan with a document called %s is put aside', async (name) => {
  const { library, plan } = await createWaiting({ [name]: {} });
  await library.open();
  expect(await readdir(library.stateDir)).toEqual([`${plan.slice(library.stateDir.length + 1)}.broken`]);
  expect(await readdir(join(library.stateDir, '..'))).not.toContain('x.json');
});

test('a second restore takes the place of one that waits', async () => {
  const { library } = await createWaiting();
  const second = { ...RECORD, clips: RECORD.clips.slice(0, 2) };
  await commitRestore(library.stateDir, newRestoreToken(), { record: second, files: [] });
  expect(filesOf((await library.open()).document())).toEqual(['a.mp4']);
  expect(await readFile(join(library.clipsDir, 'a.mp4'), 'utf8')).toBe('old');
});
