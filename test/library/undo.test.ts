import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { clipAt } from '../../src/deck/clips/clip-list.ts';
import { createLibrary } from './library-under-test.ts';

const open = async () => {
  const library = await createLibrary();
  const store = await library.open();
  for (const name of ['a.mp4', 'b.mp4', 'c.mp4']) await store.add(await library.upload('short-25.mp4', name));
  const { id } = clipAt(store.document().clips, 2);
  const names = (): readonly string[] => store.document().clips.map(({ file }) => file.split('/').at(-1) ?? '');
  return { ...library, store, id, names };
};

test('a clip that was hidden comes back to its place with its file', async () => {
  const { store, id, names, files } = await open();
  await store.hide((clips) => clipAt(clips, 2));
  expect([names(), await files()]).toEqual([
    ['splash.png', 'a.mp4', 'c.mp4'],
    [`.trash-${id}`, 'a.mp4', 'c.mp4'],
  ]);
  await store.restore(id);
  expect([names(), await files()]).toEqual([
    ['splash.png', 'a.mp4', 'b.mp4', 'c.mp4'],
    ['a.mp4', 'b.mp4', 'c.mp4'],
  ]);
});

test('it comes back beside a file that has taken its name', async () => {
  const { store, id, names, clipsDir } = await open();
  await store.hide((clips) => clipAt(clips, 2));
  writeFileSync(join(clipsDir, 'b.mp4'), 'another');
  await store.restore(id);
  expect(names()).toEqual(['splash.png', 'a.mp4', 'b (2).mp4', 'c.mp4']);
});

test('whoever follows the free space hears of a file that came, and of one once it is gone', async () => {
  const { store, id, files, upload } = await open();
  const heard: number[] = [];
  const stop = store.subscribe(() =>
    heard.push(readdirSync(dirname(store.pathOf(clipAt(store.document().clips, 1)))).length),
  );
  await store.add(await upload('short-25.mp4', 'd.mp4'));
  await store.remove((clips) => clipAt(clips, 1));
  await store.hide((clips) => clipAt(clips, 1));
  expect(heard).toEqual([4, 3]);
  await store.erase(id);
  expect([heard, await files()]).toEqual([
    [4, 3, 2],
    ['c.mp4', 'd.mp4'],
  ]);
  stop();
  await store.remove((clips) => clipAt(clips, 1));
  expect(heard).toHaveLength(3);
});

test('once it is erased, and after a restart, it is gone for good', async () => {
  const { store, id, files, open: start } = await open();
  await store.hide((clips) => clipAt(clips, 2));
  await store.erase(id);
  await expect(store.restore(id)).rejects.toMatchObject({ code: 'clip-not-found' });
  await store.hide((clips) => clipAt(clips, 1));
  const again = await start();
  expect([await files(), again.document().clips.length]).toEqual([['c.mp4'], 2]);
});

test('the splash screen is not hidden', async () => {
  const { store } = await open();
  await expect(store.hide((clips) => clipAt(clips, 0))).rejects.toMatchObject({ code: 'splash-locked' });
});

test('clips that were deleted one after the other come back to their numbers, whichever is first', async () => {
  const { store, names } = await open();
  const ids = store
    .document()
    .clips.slice(1)
    .map(({ id }) => id);
  const whole = names();
  for (const back of [
    [0, 1, 2],
    [1, 0, 2],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    for (const _ of ids) await store.hide((clips) => clipAt(clips, 1));
    for (const which of back) await store.restore(ids[which] ?? '');
    expect(names()).toEqual(whole);
  }
});
