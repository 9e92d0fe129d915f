import { describe, expect, test } from 'vitest';
import { clipById } from '../../../src/deck/clips/clip-list.ts';
import { goBy, goToLast, setSpeed, stepBy } from '../../../src/deck/playback/relative-seek.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createDeck } from '../deck-under-test.ts';

const playing = async () => {
  const made = await createDeck({ clips: [videoClip('a', { inSeconds: 1, outSeconds: 9 })] });
  await made.deck.cue((clips) => clipById(clips, 'a'), { playing: true });
  made.player.advance(3);
  return made;
};

describe('a jump', () => {
  test.each([
    [2, [1, true, 6]],
    [-2.5, [1, true, 1.52]],
    [-100, [1, true, 1]],
    [100, [1, true, 8.96]],
  ])('by %d s stays inside the section and keeps running', async (seconds, expected) => {
    const { deck, shown } = await playing();
    await deck.change((state) => goBy(state, seconds));
    expect(shown()).toEqual(expected);
  });

  test.each([
    [1, 4.04],
    [-1, 3.96],
    [25, 5],
  ])('by %d frames pauses on that frame', async (frames, seconds) => {
    const { deck, shown } = await playing();
    await deck.change((state) => stepBy(state, frames));
    expect(shown()).toEqual([1, false, seconds]);
  });

  test('back from the last frame is one frame', async () => {
    const { deck, player, shown } = await playing();
    player.advance(20);
    await deck.change((state) => stepBy(state, -1));
    expect([shown(), deck.state().transport]).toEqual([[1, false, 8.92], 'paused']);
  });

  test('to the last seconds goes by the out point', async () => {
    const { deck, shown } = await playing();
    await deck.change((state) => goToLast(state, 2.5));
    expect(shown()).toEqual([1, true, 6.52]);
    await deck.change((state) => goToLast(state, 60));
    expect(shown()).toEqual([1, true, 1]);
  });

  test('is refused on a picture', async () => {
    const { deck } = await createDeck();
    for (const jump of [goBy, stepBy, goToLast]) {
      await expect(deck.change((state) => jump(state, 1))).rejects.toMatchObject({ code: 'not-seekable' });
    }
  });
});

describe('the speed', () => {
  test('changes while the clip runs, and the next clip has its own', async () => {
    const { deck, player } = await playing();
    player.steps.length = 0;
    await deck.change((state) => setSpeed(state, 0.5));
    expect([player.steps.map((step) => step.do), deck.state().speed]).toEqual([['speed'], 0.5]);
    await deck.select(1);
    expect(deck.state().speed).toBe(1);
  });

  test.each([0, 0.05, 11, Number.NaN])('%d is refused', async (speed) => {
    const { deck } = await playing();
    await expect(deck.change((state) => setSpeed(state, speed))).rejects.toMatchObject({ code: 'invalid-value' });
  });
});

describe('a fire', () => {
  test('of the cued clip just starts it, of any other loads it running', async () => {
    const { deck, player, shown } = await createDeck();
    await deck.select(1);
    player.steps.length = 0;
    await deck.cue((clips) => clipById(clips, 'a'), { playing: true });
    expect(player.steps.map((step) => step.do)).toEqual(['play']);
    await deck.cue((clips) => clipById(clips, 'b'), { playing: true });
    expect([player.steps.map((step) => step.do), shown()]).toEqual([
      ['play', 'load'],
      [2, true, 0],
    ]);
  });

  test('of the clip that runs starts it again', async () => {
    const { deck, shown } = await playing();
    await deck.cue((clips) => clipById(clips, 'a'), { playing: true });
    expect(shown()).toEqual([1, true, 1]);
  });

  test('of an id that is not there is refused', async () => {
    const { deck, shown } = await playing();
    await expect(deck.cue((clips) => clipById(clips, 'x'), { playing: true })).rejects.toMatchObject({
      code: 'clip-not-found',
    });
    expect(shown()).toEqual([1, true, 4]);
  });
});

test('what could not be shown is remembered with its reason until it is shown', async () => {
  const { deck, store, unplayable } = await createDeck();
  store.missing.add('a.mp4');
  unplayable.add('/clips/b.mp4');
  for (const index of [1, 2]) await deck.select(index).catch(() => undefined);
  expect([...deck.state().clipFaults.keys()]).toEqual(['a', 'b']);
  store.missing.clear();
  unplayable.clear();
  for (const index of [1, 2]) await deck.select(index);
  expect([...deck.state().clipFaults]).toEqual([]);
});

test('an output that was chosen is told to the player, and to every player after it', async () => {
  const { deck, player, settle } = await createDeck();
  await deck.updateSettings(() => ({ output: { rotationDegrees: 90, audioDevice: 'alsa/hdmi' } }));
  expect(player.view().output).toEqual({ rotationDegrees: 90, audioDevice: 'alsa/hdmi' });
  player.steps.length = 0;
  player.lose('killed');
  player.revive();
  await settle();
  expect(player.steps.map((step) => step.do)).toEqual(['output', 'load', 'overlay'].slice(0, player.steps.length));
  expect(player.view().output.rotationDegrees).toBe(90);
});

test('a volume that is changed while the clip runs is heard at once', async () => {
  const { deck, player } = await playing();
  player.steps.length = 0;
  await deck.clips.patch('a', { volumePercent: 30 });
  expect(player.steps.map((step) => step.do)).toEqual(['sound']);
});
