// Conversions of clips in a real library: what clients, other operators and ends at any moment do to them.
import { appendFile, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ClipConversion } from '../../../src/deck/clip-conversions.ts';
import { replaceClip } from '../../../src/deck/clips/clip-list.ts';
import { patchClip } from '../../../src/deck/clips/clip-patch.ts';
import { Conversions } from '../../../src/library/convert/conversions.ts';
import { EVERY_BOARD } from '../../../src/library/convert/target.ts';
import { type MediaName, media } from '../../media/media.ts';
import { createLibrary, filesOf } from '../library-under-test.ts';

const WAIT = { timeout: 60_000, interval: 20 };

const setUp = async (...names: readonly MediaName[]) => {
  const library = await createLibrary();
  for (const name of names) await library.put(name);
  const store = await library.start();
  const surroundings = { isBusy: false, mayReplace: true };
  const onReplaced = vi.fn();
  const conversions = new Conversions({
    ...{
      store,
      clipsDir: library.clipsDir,
      log: library.log,
      onReplaced,
      priority: 'normal',
      target: () => EVERY_BOARD,
    },
    isBusy: () => surroundings.isBusy,
    mayReplace: () => surroundings.mayReplace,
  });
  onTestFinished(() => conversions.dispose());
  const clipOf = (file: string) => {
    const clip = store.document().clips.find((entry) => entry.file === file);
    if (clip === undefined) throw new Error(`there is no ${file}`);
    return clip;
  };
  const until = (id: string, state: ClipConversion['state'] | undefined) =>
    vi.waitFor(() => expect(conversions.of(id)?.state).toBe(state), WAIT);
  return { library, store, conversions, surroundings, onReplaced, clipOf, until };
};

test('a clip gets the result as its file, and keeps its id, place and settings; nothing else is left', async () => {
  const { library, store, conversions, onReplaced, clipOf, until } = await setUp('old.avi', 'short-25.mp4');
  const before = clipOf('old.avi');
  const patch = { name: 'Opening', inSeconds: 0.5, outSeconds: 1.5, endAction: 'loop', volumePercent: 40 } as const;
  await store.update((document) => replaceClip(document, patchClip(before, patch)));
  const seen = new Set<string>();
  conversions.subscribe(() => seen.add(conversions.of(before.id)?.state ?? ''));
  await conversions.start(before.id);
  await until(before.id, 'done');
  const after = clipOf('old.mp4');
  expect(after).toMatchObject({ id: before.id, name: 'Opening', inSeconds: 0.5, outSeconds: 1.5, loop: true });
  expect([after.sound, after.media?.videoCodec]).toEqual([{ volumePercent: 40, muted: false }, 'h264']);
  expect(filesOf(store.document())).toEqual(['old.mp4', 'short-25.mp4']);
  expect(await library.files()).toEqual(['old.mp4', 'short-25.mp4']);
  expect([...seen]).toEqual(['waiting', 'converting', 'checking', 'ready', 'done']);
  expect(onReplaced).toHaveBeenCalledTimes(1);
  expect((await library.open()).document()).toEqual(store.document());
});

test('two clients get one conversion, and clips are converted one at a time', async () => {
  const { conversions, clipOf, until } = await setUp('old.avi', 'windows.wmv');
  const [first, second] = [clipOf('old.avi').id, clipOf('windows.wmv').id];
  await Promise.all([conversions.start(first), conversions.start(first), conversions.start(second)]);
  const working = (): number =>
    [first, second].filter((id) => ['converting', 'checking'].includes(conversions.of(id)?.state ?? '')).length;
  let most = 0;
  conversions.subscribe(() => {
    most = Math.max(most, working());
  });
  await until(second, 'done');
  expect([conversions.of(first)?.state, most]).toEqual(['done', 1]);
});

test.for(['waiting', 'converting', 'checking', 'ready'] as const)(
  'cancelled while %s, the original stays and nothing is left',
  async (stage) => {
    const { library, store, conversions, surroundings, clipOf } = await setUp('old.avi');
    surroundings.isBusy = stage === 'waiting';
    surroundings.mayReplace = false;
    const { id } = clipOf('old.avi');
    const cancelled = new Promise<void>((resolve) => {
      conversions.subscribe(() => {
        if (conversions.of(id)?.state === stage) resolve(Promise.resolve().then(() => conversions.cancel(id)));
      });
    });
    await conversions.start(id);
    await cancelled;
    expect(conversions.of(id)).toBeUndefined();
    expect([await library.files(), filesOf(store.document())]).toEqual([['old.avi'], ['old.avi']]);
  },
);

test('cancelled at any moment, it is no failure', async () => {
  const { library, store, conversions, clipOf } = await setUp('old.avi');
  const { id } = clipOf('old.avi');
  for (let moment = 0; moment < 30; moment += 1) {
    await conversions.start(id);
    await new Promise((resolve) => setTimeout(resolve, moment * 15));
    await conversions.cancel(id);
    expect(conversions.of(id)).toBeUndefined();
    if (filesOf(store.document())[0] !== 'old.avi') break;
  }
  expect(library.log.lines.filter(({ level }) => level === 'warning')).toEqual([]);
});

test('a clip that is deleted while it is converted stays deleted', async () => {
  const { library, store, conversions, clipOf, until } = await setUp('old.avi');
  const { id } = clipOf('old.avi');
  await conversions.start(id);
  await until(id, 'converting');
  await store.remove(() => clipOf('old.avi'));
  conversions.follow(store.document().clips);
  await until(id, undefined);
  await conversions.dispose();
  expect(await library.files()).toEqual([]);
});

test('an upload that takes the name of the result in the meantime keeps it', async () => {
  const { library, store, conversions, surroundings, clipOf, until } = await setUp('old.avi');
  const { id } = clipOf('old.avi');
  surroundings.mayReplace = false;
  await conversions.start(id);
  await until(id, 'ready');
  await store.add(await library.upload('short-25.mp4', 'old.mp4'));
  surroundings.mayReplace = true;
  await until(id, 'done');
  expect(filesOf(store.document())).toEqual(['old (2).mp4', 'old.mp4']);
});

test('a file that is changed by hand in the meantime is not replaced', async () => {
  const { library, store, conversions, surroundings, clipOf, until } = await setUp('old.avi');
  const { id } = clipOf('old.avi');
  surroundings.mayReplace = false;
  await conversions.start(id);
  await until(id, 'ready');
  await appendFile(join(library.clipsDir, 'old.avi'), 'more');
  surroundings.mayReplace = true;
  await until(id, 'failed');
  expect(conversions.of(id)?.message).toBe('The file of old.avi was changed while it was converted.');
  expect([await library.files(), filesOf(store.document())]).toEqual([['old.avi'], ['old.avi']]);
});

test('it stands still while something else needs the machine', async () => {
  const { conversions, surroundings, clipOf, until } = await setUp('old.avi');
  const { id } = clipOf('old.avi');
  surroundings.isBusy = true;
  await conversions.start(id);
  await vi.waitFor(() => expect(conversions.of(id)).toMatchObject({ state: 'waiting', paused: true }), WAIT);
  surroundings.isBusy = false;
  await until(id, 'done');
  expect(conversions.of(id)?.paused).toBe(false);
});

test('a clip that is as wanted says so, and stays as it is', async () => {
  const { library, conversions, clipOf, until } = await setUp('fast-start.mp4');
  const { id } = clipOf('fast-start.mp4');
  await conversions.start(id);
  await until(id, 'failed');
  expect(conversions.of(id)?.message).toBe('fast-start.mp4 is coded as this player plays it best. It stays as it is.');
  expect(await library.files()).toEqual(['fast-start.mp4']);
});

test('stills, the splash screen and unknown clips are refused', async () => {
  const { conversions, clipOf } = await setUp('still.png');
  await expect(conversions.start(clipOf('still.png').id)).rejects.toMatchObject({ code: 'unsupported-media' });
  await expect(conversions.start('splash')).rejects.toMatchObject({ code: 'splash-locked' });
  await expect(conversions.start('nobody')).rejects.toMatchObject({ code: 'clip-not-found' });
});

test('what a stopped player leaves is removed by the next start, and the conversion is forgotten', async () => {
  const { library, conversions, clipOf, until } = await setUp('old.avi');
  const { id } = clipOf('old.avi');
  await conversions.start(id);
  await until(id, 'converting');
  await conversions.dispose();
  await writeFile(join(library.clipsDir, '.convert-0123456789abcdef'), 'half a file');
  const store = await library.start();
  expect([filesOf(store.document()), await library.files()]).toEqual([['old.avi'], ['old.avi']]);
});

test.for([
  ['before the list was saved', 'old.avi', 'old.avi'],
  ['after the list was saved', 'old.mp4', 'old.mp4'],
] as const)('a power cut in a swap, %s, leaves one of the two files', async ([, inList, left]) => {
  const { library, store, clipOf } = await setUp('old.avi');
  const clip = clipOf('old.avi');
  const note = { id: clip.id, from: 'old.avi', to: 'old.mp4' };
  await copyFile(media('short-25.mp4'), join(library.clipsDir, 'old.mp4'));
  await writeFile(join(library.clipsDir, '.convert-0123456789abcdef.json'), JSON.stringify(note));
  await store.update((document) => replaceClip(document, { ...clip, file: inList }));
  const next = await library.start();
  expect([filesOf(next.document()), await library.files()]).toEqual([[left], [left]]);
});
