import { describe, expect, test } from 'vitest';
import { toSection } from '../../src/deck/clips/clip.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createDeck } from './deck-under-test.ts';

describe('select', () => {
  test('cues the clip at its in point', async () => {
    const clip = videoClip('b', { inSeconds: 3, outSeconds: 5 });
    const { deck, player, shown } = await createDeck({ clips: [videoClip('a'), clip] });
    await deck.select(2);
    expect(shown()).toEqual([2, false, 3]);
    expect(player.view()).toMatchObject({
      cue: { picture: { kind: 'video', path: '/clips/b.mp4' }, section: toSection(clip) },
      paused: true,
      positionSeconds: 3,
    });
  });

  test('of the clip that is loaded goes back to its in point without loading it again', async () => {
    const { deck, player, shown } = await createDeck();
    await deck.select(1);
    await deck.play();
    player.advance(2);
    player.steps.length = 0;
    await deck.select(1);
    expect(shown()).toEqual([1, false, 0]);
    expect(player.steps.map((step) => step.do)).toEqual(['pause', 'seek']);
  });

  test('of a missing index, a missing file or an unplayable file changes nothing', async () => {
    const { deck, player, store, unplayable, shown } = await createDeck();
    await deck.select(1);
    await deck.play();
    player.advance(2);
    store.missing.add('b.mp4');
    unplayable.add('/clips/c.mp4');
    await expect(deck.select(4)).rejects.toMatchObject({ code: 'clip-not-found' });
    await expect(deck.select(2)).rejects.toMatchObject({ code: 'file-missing' });
    await expect(deck.select(3)).rejects.toMatchObject({ code: 'unplayable' });
    expect(shown()).toEqual([1, true, 2]);
    expect(deck.state().fault).toBeUndefined();
  });

  test('of 0 puts the splash screen up', async () => {
    const { deck, player, shown } = await createDeck({ settings: { showSplash: false } });
    await deck.select(1);
    await deck.select(0);
    expect(shown()).toEqual([0, false, 0]);
    expect(player.view().cue?.picture).toEqual({ kind: 'screen', path: '/usr/share/cuedeck/splash.png' });
  });
});

describe('play', () => {
  test('toggles between running and paused', async () => {
    const { deck, player, shown } = await createDeck();
    await deck.select(1);
    await deck.togglePlay();
    player.advance(1.5);
    expect(shown()).toEqual([1, true, 1.5]);
    await deck.togglePlay();
    player.advance(1);
    expect(shown()).toEqual([1, false, 1.5]);
    await deck.togglePlay();
    player.advance(0.5);
    expect(shown()).toEqual([1, true, 2]);
  });

  test('on the splash screen leaves it up', async () => {
    const { deck, shown } = await createDeck();
    await deck.togglePlay();
    expect(shown()).toEqual([0, false, 0]);
  });

  test('from the end starts again at the in point', async () => {
    const { deck, player, shown } = await createDeck({ clips: [videoClip('a', { inSeconds: 3, outSeconds: 5 })] });
    await deck.select(1);
    await deck.togglePlay();
    player.advance(9);
    expect(shown()).toEqual([1, false, 4.96]);
    await deck.togglePlay();
    expect(shown()).toEqual([1, true, 3]);
  });

  test('of a looping clip never ends', async () => {
    const { deck, player, shown } = await createDeck({
      clips: [videoClip('a', { inSeconds: 3, outSeconds: 5, loop: true })],
    });
    await deck.select(1);
    await deck.togglePlay();
    for (let step = 0; step < 1000; step += 1) player.advance(0.25);
    expect(shown()).toEqual([1, true, 3]);
  });
});

describe('stop', () => {
  test('returns to the in point, standing, from running and from paused', async () => {
    const { deck, player, shown } = await createDeck({ clips: [videoClip('a', { inSeconds: 3 })] });
    await deck.select(1);
    await deck.play();
    player.advance(1);
    await deck.stop();
    expect(shown()).toEqual([1, false, 3]);
    await deck.goTo(6);
    await deck.stop();
    expect(shown()).toEqual([1, false, 3]);
  });

  test('with nothing playing is no error', async () => {
    const { deck, shown } = await createDeck();
    await deck.stop();
    expect(shown()).toEqual([0, false, 0]);
  });
});

describe('goto', () => {
  test.each([
    [7, 5 - 0.04],
    [5, 5 - 0.04],
    [4, 4],
    [1, 3],
    [0, 3],
  ])('%d s of a clip that plays from 3 to 5 shows the frame at %d s', async (asked, shownSeconds) => {
    const { deck, shown } = await createDeck({ clips: [videoClip('a', { inSeconds: 3, outSeconds: 5 })] });
    await deck.select(1);
    await deck.goTo(asked);
    expect(shown()).toEqual([1, false, shownSeconds]);
  });

  test('keeps the clip running', async () => {
    const { deck, shown } = await createDeck();
    await deck.select(1);
    await deck.play();
    await deck.goTo(6);
    expect(shown()).toEqual([1, true, 6]);
  });

  test('outside the file, on a still or on the splash screen is refused', async () => {
    const { deck, shown } = await createDeck({
      clips: [videoClip('a'), videoClip('s', { kind: 'still', durationSeconds: 0 })],
    });
    await expect(deck.goTo(1)).rejects.toMatchObject({ code: 'not-seekable' });
    await deck.select(1);
    await expect(deck.goTo(10.001)).rejects.toMatchObject({ code: 'invalid-value' });
    await expect(deck.goTo(-1)).rejects.toMatchObject({ code: 'invalid-value' });
    await deck.select(2);
    await expect(deck.goTo(1)).rejects.toMatchObject({ code: 'not-seekable' });
    expect(shown()).toEqual([2, false, 0]);
  });

  test('after the end lets play go on from there', async () => {
    const { deck, player, shown } = await createDeck();
    await deck.select(1);
    await deck.play();
    player.advance(11);
    await deck.goTo(4);
    await deck.togglePlay();
    player.advance(1);
    expect(shown()).toEqual([1, true, 5]);
  });
});

test('a pause or a start from the maintenance socket is what the deck shows, and play toggles from there', async () => {
  const { deck, player, shown } = await createDeck();
  await deck.select(1);
  await deck.play();
  player.interfere({ paused: true });
  expect(shown()).toEqual([1, false, 0]);
  player.interfere({ paused: false });
  expect(shown()).toEqual([1, true, 0]);
  await deck.togglePlay();
  expect(shown()).toEqual([1, false, 0]);
});

test('500 operations at once end in one consistent state', async () => {
  const { deck, player, store } = await createDeck();
  const edit = { name: 'x', inSeconds: 1, outSeconds: 4, loop: false };
  const operations = Array.from({ length: 500 }, (_, n) =>
    [
      () => deck.select(n % 4),
      () => deck.togglePlay(),
      () => deck.goTo(n % 9),
      () => deck.clips.update(1 + (n % 3), { ...edit, outSeconds: 4 + (n % 5) }),
      () => deck.stop(),
    ][n % 5]?.(),
  );
  await Promise.allSettled(operations);
  const state = deck.state();
  const { cue, paused, ended } = player.view();
  expect(state.document).toBe(store.document());
  const clip = state.document.clips.find(({ id }) => id === state.selectedId);
  expect(cue?.picture).toMatchObject({ path: clip && store.pathOf(clip) });
  expect(!paused && !ended).toBe(state.transport === 'playing');
});
