// A disk that takes nothing while a list is made the active one.
import { expect, test } from 'vitest';
import { AppError } from '../../../src/base/errors.ts';
import { addList, patchList } from '../../../src/deck/lists/list-edits.ts';
import { createMemoryListStore, type ListStore } from '../../../src/deck/lists/list-store.ts';
import { createDeck } from '../deck-under-test.ts';

const createFullDisk = async () => {
  const kept = createMemoryListStore();
  let error: AppError | undefined;
  const lists: ListStore = {
    load: kept.load,
    save: async (next, before) => {
      if (error !== undefined) throw error;
      await kept.save(next, before);
    },
  };
  const warnings: string[] = [];
  const fixture = await createDeck({ lists, warn: (text) => void warnings.push(text) });
  for (const id of ['one', 'two'])
    await fixture.deck.lists.edit((all, clips) => addList(all, { name: id, items: [{ id, clipId: 'a' }] }, clips, id));
  const setError = (code?: 'no-space' | 'storage-failed' | 'internal'): void => {
    error = code && new AppError(code, 'Could not save the list: the disk is full (ENOSPC).');
  };
  const saved = async () => (await kept.load()).listId;
  return { ...fixture, lists: fixture.deck.lists, warnings, setError, saved };
};

const WARNING = 'Which list is active is not saved yet: Could not save the list: the disk is full (ENOSPC).';

test.for(['no-space', 'storage-failed'] as const)(
  'the list is active all the same (%s), is warned of once, and saved when there is room',
  async (code) => {
    const { lists, deck, clock, settle, warnings, setError, saved } = await createFullDisk();
    setError(code);
    await lists.activate('one');
    await lists.activate('two');
    await lists.go();
    expect([deck.state().show.listId, deck.state().selectedId]).toEqual(['two', 'a']);
    for (let tries = 0; tries < 3; tries += 1) {
      clock.advance(30);
      await settle();
    }
    expect([await saved(), warnings]).toEqual([undefined, [WARNING]]);
    setError();
    clock.advance(30);
    await settle();
    expect([await saved(), warnings]).toEqual(['two', [WARNING]]);
  },
);

test('it is saved with the next edit, and at the end of the player', async () => {
  const { lists, deck, setError, saved } = await createFullDisk();
  setError('no-space');
  await lists.activate('one');
  await expect(lists.edit((all) => patchList(all, 'one', { name: 'new' }))).rejects.toMatchObject({ code: 'no-space' });
  setError();
  await lists.edit((all) => patchList(all, 'one', { name: 'new' }));
  expect(await saved()).toBe('one');
  setError('no-space');
  await lists.activate('two');
  setError();
  await deck.dispose();
  expect(await saved()).toBe('two');
});

test('a list that is not there is refused, also then', async () => {
  const { lists, deck, setError } = await createFullDisk();
  setError('no-space');
  await expect(lists.activate('three')).rejects.toMatchObject({ code: 'list-not-found' });
  expect(deck.state().show.listId).toBeUndefined();
});
