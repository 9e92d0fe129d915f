// The lists on disk: a file for each, and what a power cut or a damage leaves of them.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type CueList, toItem } from '../../../src/deck/lists/cue-list.ts';
import type { ListDocument } from '../../../src/deck/lists/list-store.ts';
import { createListFolder } from '../../../src/library/lists/list-folder.ts';
import { toListRecord } from '../../../src/library/lists/list-record.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';

const NONE: ListDocument = { lists: [], listId: undefined };

const createFolder = () => {
  const parent = mkdtempSync(join(tmpdir(), 'cuedeck-lists-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'lists');
  const log = createRecordingLog();
  return { folder, log, open: () => createListFolder({ stateDir: dirname(folder), log }) };
};

const makeList = (id: string, change: Partial<CueList> = {}): CueList => ({
  ...{ id, name: id.toUpperCase(), repeat: false, shuffle: true },
  items: [
    toItem({ id: 'one', clipId: 'a', follow: 'next', note: 'x', preWaitSeconds: 2 }),
    toItem({ id: 'two', clipId: 'b', inCountdown: false }),
  ],
  ...change,
});

test('without a folder there are no lists', async () => {
  const { open, folder } = createFolder();
  expect(await open().load()).toEqual(NONE);
  expect(() => readdirSync(folder)).toThrow();
});

test('lists come back in their order, with the active one', async () => {
  const { open } = createFolder();
  const document = { lists: [makeList('z'), makeList('a')], listId: 'a' };
  await open().save(document, NONE);
  expect(await open().load()).toEqual(document);
});

test('an edit writes the one list', async () => {
  const { open, folder } = createFolder();
  const before = { lists: [makeList('z'), makeList('a')], listId: 'a' };
  await open().save(before, NONE);
  const inodes = () => ['list-z.json', 'list-a.json', 'order.json'].map((name) => statSync(join(folder, name)).ino);
  const [z, a, order] = inodes();
  const next = { ...before, lists: [before.lists[0] as CueList, makeList('a', { name: 'New' })] };
  await open().save(next, before);
  expect(inodes()).toEqual([z, expect.not.toSatisfy((ino: unknown) => ino === a), order]);
  expect(await open().load()).toEqual(next);
});

test('a deleted list leaves no file', async () => {
  const { open, folder } = createFolder();
  const before = { lists: [makeList('z'), makeList('a')], listId: 'z' };
  await open().save(before, NONE);
  await open().save({ lists: before.lists.slice(1), listId: undefined }, before);
  expect(readdirSync(folder).filter((name) => name.includes('list-z'))).toEqual([]);
  expect(await open().load()).toEqual({ lists: before.lists.slice(1), listId: undefined });
});

test('a list that was written and not acknowledged, or deleted by half, is cleared away', async () => {
  const { open, folder } = createFolder();
  const document = { lists: [makeList('a')], listId: undefined };
  await open().save(document, NONE);
  writeFileSync(join(folder, 'list-b.json'), readFileSync(join(folder, 'list-a.json')));
  writeFileSync(join(folder, 'list-c.json.last-good'), '{}');
  expect(await open().load()).toEqual(document);
  expect(readdirSync(folder).sort()).toEqual(['list-a.json', 'order.json']);
});

test('a damaged list is moved aside; its last good copy takes its place, the others stay', async () => {
  const { open, folder, log } = createFolder();
  const before = { lists: [makeList('a'), makeList('b')], listId: undefined };
  await open().save(before, NONE);
  const next = { ...before, lists: [makeList('a', { name: 'New' }), before.lists[1] as CueList] };
  await open().save(next, before);
  for (const name of ['list-a.json', 'list-b.json']) writeFileSync(join(folder, name), '{"version":1,');
  expect(await open().load()).toEqual({ lists: [before.lists[0]], listId: undefined });
  expect(readdirSync(folder)).toContain('list-b.json.broken');
  expect(log.lines.map(({ text }) => text)).toContain('The list b is lost.');
});

test('without the order the lists are all there', async () => {
  const { open, folder } = createFolder();
  const document = { lists: [makeList('z'), makeList('a')], listId: 'a' };
  await open().save(document, NONE);
  writeFileSync(join(folder, 'order.json'), 'x');
  expect((await open().load()).lists.map(({ id }) => id)).toEqual(['a', 'z']);
});

test('a record of a newer CueDeck, of another list, or with an id twice is not read as a list', async () => {
  const { open, folder } = createFolder();
  await open().save({ lists: [makeList('a'), makeList('b'), makeList('c')], listId: undefined }, NONE);
  const change = (id: string, edit: object) => {
    const path = join(folder, `list-${id}.json`);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...edit }));
  };
  change('a', { version: 2 });
  change('b', { id: 'x' });
  change('c', {
    items: [
      { id: 'i', clipId: 'a' },
      { id: 'i', clipId: 'a' },
    ],
  });
  expect((await open().load()).lists).toEqual([]);
});

test('a folder that cannot be read is an error, and nothing is written over it', async () => {
  const { open, folder } = createFolder();
  writeFileSync(folder, 'no folder');
  await expect(open().load()).rejects.toMatchObject({ code: 'storage-failed' });
});

test('what a restore has left takes the place of all lists, once', async () => {
  const { open, folder } = createFolder();
  await open().save({ lists: [makeList('a'), makeList('b')], listId: 'a' }, NONE);
  const path = join(dirname(folder), 'lists.json');
  const restored = { lists: [makeList('b', { name: 'Restored' }), makeList('c')], listId: 'c' };
  writeFileSync(path, JSON.stringify({ version: 1, ...restored, lists: restored.lists.map(toListRecord) }));
  expect(await open().load()).toEqual(restored);
  expect(readdirSync(dirname(folder))).toEqual(['lists']);
  expect(await open().load()).toEqual(restored);
});
