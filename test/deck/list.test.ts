import { describe, expect, test } from 'vitest';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createDeck } from './deck-under-test.ts';

const edit = { name: 'renamed', inSeconds: 0, outSeconds: 10, loop: false };

describe('an update of the selected clip', () => {
  test('of its name and loop touches neither picture nor position', async () => {
    const { deck, player, shown } = await createDeck();
    await deck.select(1);
    await deck.play();
    player.advance(2);
    player.steps.length = 0;
    await deck.clips.update(1, { ...edit, loop: true });
    expect(player.steps.map((step) => step.do)).toEqual(['trim']);
    expect(shown()).toEqual([1, true, 2]);
    expect(deck.state().document.clips[1]).toEqual(videoClip('a', { name: 'renamed', loop: true }));
  });

  test.each([
    ['to before its position moves a running clip to its last frame', { outSeconds: 2 }, [1, true, 1.96]],
    ['to before its position moves a looping clip to its in point', { outSeconds: 2, loop: true }, [1, true, 0]],
    ['to after its position moves it to the in point', { inSeconds: 6 }, [1, true, 6]],
    ['around its position leaves it running', { inSeconds: 1, outSeconds: 8 }, [1, true, 4]],
  ])('%s', async (_what, change, expected) => {
    const { deck, player, shown } = await createDeck();
    await deck.select(1);
    await deck.play();
    player.advance(4);
    await deck.clips.update(1, { ...edit, ...change });
    expect(shown()).toEqual(expected);
  });

  test('while it is cued cues it at the new in point', async () => {
    const { deck, shown } = await createDeck();
    await deck.select(1);
    await deck.clips.update(1, { ...edit, inSeconds: 2.5 });
    expect(shown()).toEqual([1, false, 2.52]);
  });

  test('with a later out point lets play go on from where it ended', async () => {
    const { deck, player, shown } = await createDeck({ clips: [videoClip('a', { outSeconds: 2 })] });
    await deck.select(1);
    await deck.play();
    player.advance(3);
    await deck.clips.update(1, edit);
    await deck.togglePlay();
    player.advance(1);
    expect(shown()).toEqual([1, true, 2.96]);
  });
});

test.each([
  ['an in point below 0', { inSeconds: -0.1 }],
  ['an in point at the out point', { inSeconds: 5, outSeconds: 5 }],
  ['an out point beyond the duration', { outSeconds: 10.001 }],
  ['an empty name', { name: '  ' }],
  ['a name of 121 characters', { name: 'ä'.repeat(121) }],
  ['a name with a line feed', { name: 'a\nb' }],
])('%s is refused and changes nothing', async (_what, change) => {
  const { deck, store } = await createDeck();
  const before = store.document();
  await expect(deck.clips.update(1, { ...edit, ...change })).rejects.toMatchObject({ code: 'invalid-value' });
  expect(store.document()).toBe(before);
});

test('a name is kept in NFC, trimmed, up to 120 characters', async () => {
  const { deck } = await createDeck();
  await deck.clips.update(1, { ...edit, name: ` ${'e\u0301'.repeat(120)} ` });
  expect(deck.state().document.clips[1]?.name).toBe('é'.repeat(120));
});

test('the splash entry takes an update; a still takes any out point', async () => {
  const { deck } = await createDeck({ clips: [videoClip('s', { kind: 'still', durationSeconds: 0 })] });
  await deck.clips.update(0, { ...edit, outSeconds: 3 });
  await deck.clips.update(1, { ...edit, outSeconds: 86_400 });
  expect(deck.state().document.clips.map(({ outSeconds }) => outSeconds)).toEqual([3, 86_400]);
});

describe('a removal', () => {
  test('before the selected clip moves its number down and leaves it running', async () => {
    const { deck, player, shown } = await createDeck();
    await deck.select(3);
    await deck.play();
    player.advance(1);
    await deck.clips.delete(1);
    expect(shown()).toEqual([2, true, 1]);
    expect(deck.state().document.clips.map(({ id }) => id)).toEqual(['splash', 'b', 'c']);
  });

  test('of the selected clip puts the splash screen up', async () => {
    const { deck, player, shown } = await createDeck();
    await deck.select(2);
    await deck.play();
    await deck.clips.delete(2);
    expect(shown()).toEqual([0, false, 0]);
    expect(player.view().cue?.picture.kind).toBe('screen');
  });

  test('of the splash screen or of no clip is refused', async () => {
    const { deck } = await createDeck();
    await expect(deck.clips.delete(0)).rejects.toMatchObject({ code: 'splash-locked' });
    await expect(deck.clips.delete(4)).rejects.toMatchObject({ code: 'clip-not-found' });
    expect(deck.state().document.clips).toHaveLength(4);
  });
});

test('list changes are taken while the player is away', async () => {
  const { deck, player } = await createDeck();
  player.lose('killed');
  await deck.clips.update(1, edit);
  await deck.clips.delete(2);
  await deck.updateSettings(({ showSplash }) => ({ showSplash: !showSplash }));
  expect(deck.state().document.clips.map(({ name }) => name)).toEqual(['splashscreen', 'renamed', 'c.mp4']);
  expect(deck.state().document.settings.showSplash).toBe(false);
});
