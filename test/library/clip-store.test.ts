import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import { clipAt, editClip, replaceClip } from '../../src/deck/clips/clip-list.ts';
import { PLAIN_OUTPUT } from '../../src/deck/output.ts';
import { createLibrary, filesOf, PROBED } from './library-under-test.ts';

test('at first start there is the splash screen alone, with the settings a device comes with', async () => {
  const library = await createLibrary();
  const store = await library.open();
  expect(store.document()).toEqual({
    clips: [
      {
        id: 'splash',
        kind: 'splash',
        name: 'splashscreen',
        file: library.splashPath,
        durationSeconds: 0,
        inSeconds: 0,
        outSeconds: 30,
        loop: true,
        atEnd: 'hold',
        sound: FULL_SOUND,
        fadeInSeconds: 0,
        fadeOutSeconds: 0,
      },
    ],
    settings: {
      showSplash: true,
      powerOn: 'splash',
      output: PLAIN_OUTPUT,
      safeLock: false,
      sound: { volumePercent: 100, muted: false },
    },
  });
});

test('an upload becomes the last clip, under its name, and stays over a restart', async () => {
  const library = await createLibrary();
  const store = await library.open();
  await store.add(await library.upload('numbered-25.mp4', 'a b.mp4'));
  const document = await store.add(await library.upload('short-25.mp4', '../../Gru\u0308ße 東京.mp4'));
  expect(document.clips.slice(1)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      kind: 'video',
      name: 'a b.mp4',
      file: 'a b.mp4',
      durationSeconds: 10,
      inSeconds: 0,
      outSeconds: 10,
      loop: false,
      atEnd: 'hold',
      sound: FULL_SOUND,
      fadeInSeconds: 0,
      fadeOutSeconds: 0,
      media: PROBED.info,
    },
    expect.objectContaining({ name: 'Grüße 東京.mp4', file: 'Grüße 東京.mp4' }),
  ]);
  expect(await library.files()).toEqual(['Grüße 東京.mp4', 'a b.mp4']);
  expect((await library.open()).document()).toEqual(document);
});

test('a name that is taken gets a number before its extension', async () => {
  const library = await createLibrary();
  const store = await library.open();
  for (let upload = 0; upload < 3; upload += 1) await store.add(await library.upload('short-25.mp4', 'clip.mp4'));
  expect(filesOf(store.document())).toEqual(['clip.mp4', 'clip (2).mp4', 'clip (3).mp4']);
});

test('a name is taken, too, by a clip whose file is gone and by a file that is no clip', async () => {
  const library = await createLibrary();
  const store = await library.open();
  await store.add(await library.upload('short-25.mp4', 'clip.mp4'));
  await rm(join(library.clipsDir, 'clip.mp4'));
  await writeFile(join(library.clipsDir, 'clip (2).mp4'), 'foreign');
  await store.add(await library.upload('short-25.mp4', 'clip.mp4'));
  expect(filesOf(store.document())).toEqual(['clip.mp4', 'clip (3).mp4']);
  expect(await readFile(join(library.clipsDir, 'clip (2).mp4'), 'utf8')).toBe('foreign');
});

test('an edit is on disk before it is seen, and keeps what it does not touch', async () => {
  const library = await createLibrary();
  const store = await library.open();
  const before = await store.add(await library.upload());
  const after = await store.update((document) =>
    replaceClip(
      document,
      editClip(clipAt(document.clips, 1), { name: 'New', inSeconds: 1, outSeconds: 2, loop: true }),
    ),
  );
  const [splash, clip] = before.clips;
  expect(after).toEqual({
    ...before,
    clips: [splash, { ...clip, name: 'New', inSeconds: 1, outSeconds: 2, loop: true }],
  });
  expect(await library.onDisk()).toEqual({ version: 1, ...after });
});

test('an edit that is refused changes nothing', async () => {
  const library = await createLibrary();
  const store = await library.open();
  const before = await store.add(await library.upload());
  const refusal = new AppError('clip-not-found', 'no');
  const edit = store.update(() => {
    throw refusal;
  });
  await expect(edit).rejects.toBe(refusal);
  expect(store.document()).toBe(before);
});

test('edits that come together are done one after the other, none is lost', async () => {
  const library = await createLibrary();
  const store = await library.open();
  await store.add(await library.upload());
  const count = 100;
  await Promise.all(
    Array.from({ length: count }, () =>
      store.update((document) => {
        const clip = clipAt(document.clips, 1);
        return replaceClip(document, { ...clip, outSeconds: clip.outSeconds + 1 });
      }),
    ),
  );
  expect(store.document().clips[1]?.outSeconds).toBe(10 + count);
  expect(await library.onDisk()).toEqual({ version: 1, ...store.document() });
});

test('a removed clip is gone from the list and from the disk', async () => {
  const library = await createLibrary();
  const store = await library.open();
  await store.add(await library.upload('short-25.mp4', 'a.mp4'));
  const { clips } = await store.add(await library.upload('short-25.mp4', 'b.mp4'));
  const after = await store.remove((list) => clipAt(list, 1));
  expect(after.clips).toEqual([clips[0], clips[2]]);
  expect(await library.files()).toEqual(['b.mp4']);
  expect(await library.onDisk()).toEqual({ version: 1, ...after });
});

test('a clip whose file is gone already can be removed', async () => {
  const library = await createLibrary();
  const store = await library.open();
  await store.add(await library.upload('short-25.mp4', 'a.mp4'));
  await rm(join(library.clipsDir, 'a.mp4'));
  expect(filesOf(await store.remove((list) => clipAt(list, 1)))).toEqual([]);
});

test('the splash screen cannot be removed', async () => {
  const library = await createLibrary();
  const store = await library.open();
  await expect(store.remove((list) => clipAt(list, 0))).rejects.toMatchObject({ code: 'splash-locked' });
});

test('two removals of the same clip: the second one meets the list that the first one left', async () => {
  const library = await createLibrary();
  const store = await library.open();
  await store.add(await library.upload('short-25.mp4', 'a.mp4'));
  const remove = () => store.remove((list) => clipAt(list, 1));
  const [first, second] = await Promise.allSettled([remove(), remove()]);
  expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
});

test('a file that goes is noticed when it is looked for, and so is its coming back', async () => {
  const library = await createLibrary();
  const store = await library.open();
  const clip = clipAt((await store.add(await library.upload('short-25.mp4', 'a.mp4'))).clips, 1);
  expect([store.isMissing(clip), await store.isThere(clip)]).toEqual([false, true]);
  await rm(store.pathOf(clip));
  expect([await store.isThere(clip), store.isMissing(clip)]).toEqual([false, true]);
  await library.put('short-25.mp4', 'a.mp4');
  expect([await store.isThere(clip), store.isMissing(clip)]).toEqual([true, false]);
});

test('paths: a clip lies in the clips folder, the splash screen where the installation has it', async () => {
  const library = await createLibrary();
  const store = await library.open();
  const { clips } = await store.add(await library.upload('short-25.mp4', 'a.mp4'));
  expect(clips.map(store.pathOf)).toEqual([library.splashPath, join(library.clipsDir, 'a.mp4')]);
});

test('an upload whose file is not there leaves no clip', async () => {
  const library = await createLibrary();
  const store = await library.open();
  const upload = await library.upload();
  await rm(upload.temporaryPath);
  await expect(store.add(upload)).rejects.toMatchObject({ code: 'storage-failed' });
  expect([filesOf(store.document()), await library.files()]).toEqual([[], []]);
});

test('a state folder that refuses to be written is an error that says so, and nothing changes', async () => {
  const library = await createLibrary();
  const store = await library.open();
  const before = await store.add(await library.upload('short-25.mp4', 'a.mp4'));
  // A folder in the way of the temporary file refuses root, too.
  const inTheWay = join(library.stateDir, '.clips.json.tmp', 'x');
  await mkdir(inTheWay, { recursive: true });
  const failures = await Promise.allSettled([
    store.update((document) => ({ ...document, settings: { ...document.settings, showSplash: false } })),
    store.remove((list) => clipAt(list, 1)),
    store.add(await library.upload('short-25.mp4', 'b.mp4')),
  ]);
  expect(failures.map((failure) => (failure.status === 'rejected' ? failure.reason.code : 'fulfilled'))).toEqual([
    'storage-failed',
    'storage-failed',
    'storage-failed',
  ]);
  expect([store.document(), await library.files()]).toEqual([before, ['a.mp4']]);
});
