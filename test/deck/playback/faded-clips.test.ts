// Which fades the player is given: the clip's, the item's, and those of clips that follow without a gap.
import { expect, test } from 'vitest';
import type { ClipFade } from '../../../src/deck/playback/clip-fades.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createDeck } from '../deck-under-test.ts';
import { createShow } from '../lists/lists-under-test.ts';

const shownOf = (fades: readonly ClipFade[] = []): readonly string[] =>
  fades.map(({ to, startSeconds, endSeconds }) => `${to} ${startSeconds.toFixed(1)} to ${endSeconds.toFixed(1)}`);

test('a clip is loaded with its fades; an edit changes them where the clip is, and moves them with its points', async () => {
  const { deck, player } = await createDeck();
  const fades = (): readonly string[] => shownOf(player.view().cue?.fades);
  await deck.clips.patch('a', { fadeInSeconds: 1, fadeOutSeconds: 2 });
  await deck.cue((clips) => clips.find(({ id }) => id === 'a') ?? videoClip('a'), { playing: true });
  expect(fades()).toEqual(['picture 0.0 to 1.0', 'black 8.0 to 10.0']);
  player.advance(3);
  const before = player.steps.length;
  await deck.clips.patch('a', { fadeOutSeconds: 0 });
  await deck.clips.patch('a', { inSeconds: 2 });
  expect(fades()).toEqual(['picture 2.0 to 3.0']);
  expect(player.steps.slice(before).map((step) => step.do)).toEqual(['fades', 'trim', 'fades']);
});

test('an item’s own fades win over the clip’s, 0 too; without one the clip’s count', async () => {
  const named = (id: string, change: object) => ({ id, clipId: 'a', ...change });
  const items = [named('one', {}), named('two', { fadeInSeconds: 0 }), named('three', { fadeOutSeconds: 4 })];
  const { deck, player, lists } = await createShow(items);
  await deck.clips.patch('a', { fadeInSeconds: 1, fadeOutSeconds: 2 });
  const shown: (readonly string[])[] = [];
  for (const _item of items) {
    await lists.go();
    shown.push(shownOf(player.view().cue?.fades));
  }
  expect(shown).toEqual([
    ['picture 0.0 to 1.0', 'black 8.0 to 10.0'],
    ['black 8.0 to 10.0'],
    ['picture 0.0 to 1.0', 'black 6.0 to 10.0'],
  ]);
});

test('clips that follow without a gap each fade at their own place, and no other', async () => {
  const { deck, player } = await createDeck();
  await deck.clips.patch('a', { fadeOutSeconds: 2, endAction: 'next' });
  await deck.clips.patch('b', { fadeInSeconds: 1 });
  await deck.cue((clips) => clips.find(({ id }) => id === 'a') ?? videoClip('a'));
  const { cue } = player.view();
  expect(cue?.picture.kind).toBe('reel');
  expect(shownOf(cue?.fades)).toEqual(['black 8.0 to 10.0', 'picture 10.0 to 11.0']);
  expect(cue?.fades?.map(({ within }) => [within?.startSeconds.toFixed(2), within?.endSeconds.toFixed(2)])).toEqual([
    ['-0.00', '10.00'],
    ['10.00', '20.00'],
  ]);
});

test('the splash screen has no time to fade by', async () => {
  const { deck, player } = await createDeck();
  await deck.clips.patch('splash', { fadeInSeconds: 1 });
  await deck.select(0);
  expect(player.view().cue?.fades).toBeUndefined();
});
