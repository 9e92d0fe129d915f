import { expect, test } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createDeck } from './deck-under-test.ts';

test('a clip runs on where it was when the player comes back', async () => {
  const { deck, player, shown, settle } = await createDeck();
  await deck.select(2);
  await deck.play();
  player.advance(4);
  player.lose('killed');
  expect(shown()).toEqual([2, false, 4]);
  player.steps.length = 0;
  player.revive();
  await settle();
  expect(shown()).toEqual([2, true, 4]);
  expect(player.steps).toMatchObject([{ do: 'load', atSeconds: 4, playing: true }]);
});

test('a clip at its end is at its end again, and play starts it at the in point', async () => {
  const { deck, player, shown, settle } = await createDeck();
  await deck.select(1);
  await deck.play();
  player.advance(11);
  player.lose('killed');
  player.revive();
  await settle();
  expect(shown()).toEqual([1, false, 9.96]);
  await deck.togglePlay();
  expect(shown()).toEqual([1, true, 0]);
});

test('the words on the splash screen come back with it', async () => {
  const { deck, player, settle } = await createDeck();
  deck.setSplashLines(['stage-left']);
  await settle();
  player.lose('killed');
  player.revive();
  await settle();
  expect(player.view()).toMatchObject({ cue: { picture: { kind: 'screen' } }, overlay: ['stage-left'] });
});

test('an operation that meets a dead player waits for the next one', async () => {
  const { deck, player, shown, settle } = await createDeck();
  await deck.select(1);
  player.lose('killed');
  const selecting = deck.select(2);
  const playing = deck.togglePlay();
  await settle();
  player.revive();
  await Promise.all([selecting, playing]);
  expect(shown()).toEqual([2, true, 0]);
});

test('an operation during which the player dies is carried out on the next one', async () => {
  const { deck, player, shown, settle } = await createDeck();
  await deck.select(1);
  player.refuseNext(new AppError('player-unavailable', 'The player went away.'));
  await deck.select(3);
  await settle();
  expect(shown()).toEqual([3, false, 0]);
});

test('after 5 s without a player an operation is refused, and what was wanted before comes back', async () => {
  const { deck, player, clock, shown, settle } = await createDeck();
  await deck.select(1);
  await deck.play();
  player.advance(1);
  player.lose('killed');
  const refused = expect(deck.select(2)).rejects.toMatchObject({ code: 'player-unavailable' });
  await settle();
  clock.advance(5);
  await refused;
  player.revive();
  await settle();
  expect(shown()).toEqual([1, true, 1]);
});

test('operations that wait together are refused together after 5 s, not one after the other', async () => {
  const { deck, player, clock, settle } = await createDeck();
  player.lose('killed');
  const refused = Promise.all(
    [deck.select(1), deck.togglePlay(), deck.stop()].map((operation) =>
      expect(operation).rejects.toMatchObject({ code: 'player-unavailable' }),
    ),
  );
  await settle();
  clock.advance(5);
  await refused;
});

test('who presses play while the player is away sees the clip play, since it is shown as standing', async () => {
  const { deck, player, shown, settle } = await createDeck();
  await deck.select(2);
  await deck.play();
  player.advance(4);
  player.lose('killed');
  expect(shown()).toEqual([2, false, 4]);
  const pressed = deck.togglePlay();
  player.revive();
  await pressed;
  await settle();
  expect(shown()).toEqual([2, true, 4]);
});

test('a file that takes the player down three times gives way to the splash screen', async () => {
  const { deck, player, clock, shown, settle } = await createDeck();
  await deck.select(2);
  await deck.play();
  for (let crash = 0; crash < 3; crash += 1) {
    player.advance(1);
    player.lose('crashed');
    player.revive();
    await settle();
  }
  expect(shown()).toEqual([0, false, 0]);
  expect(deck.state().fault).toMatchObject({ clipId: 'b', message: expect.stringContaining('3 times') });
  await expect(deck.select(2)).rejects.toMatchObject({ code: 'unplayable' });
  await deck.select(1);
  expect(shown()).toEqual([1, false, 0]);
  clock.advance(61);
  await deck.select(2);
  expect(shown()).toEqual([2, false, 0]);
});

test('a player that is killed from outside again and again never costs the clip', async () => {
  const { deck, player, shown, settle } = await createDeck();
  await deck.select(2);
  await deck.play();
  for (let kill = 0; kill < 100; kill += 1) {
    player.lose('killed');
    player.revive();
    await settle();
  }
  expect(shown()).toEqual([2, true, 0]);
});

test('a selected file that is broken when the player comes back gives way to the splash screen', async () => {
  const { deck, player, unplayable, shown, settle } = await createDeck();
  await deck.select(1);
  unplayable.add('/clips/a.mp4');
  player.lose('killed');
  player.revive();
  await settle();
  expect(shown()).toEqual([0, false, 0]);
  expect(deck.state().fault).toMatchObject({ clipId: 'a', message: expect.stringContaining('a.mp4') });
});

test.each([
  ['splash', { powerOn: 'splash', showSplash: true }, [0, false, 0], '/usr/share/cuedeck/splash.png'],
  ['splash, switched off', { powerOn: 'splash', showSplash: false }, [0, false, 0], '/usr/share/cuedeck/black.png'],
  ['cue-last', { powerOn: 'cue-last', lastClipId: 'b' }, [2, false, 3], '/clips/b.mp4'],
  ['play-last', { powerOn: 'play-last', lastClipId: 'b' }, [2, true, 3], '/clips/b.mp4'],
  [
    'play-last of a clip that is gone',
    { powerOn: 'play-last', lastClipId: 'x' },
    [0, false, 0],
    '/usr/share/cuedeck/splash.png',
  ],
] as const)('power-on with %s', async (_what, settings, expected, path) => {
  const clips = [videoClip('a'), videoClip('b', { inSeconds: 3 })];
  const { player, shown } = await createDeck({ clips, settings });
  expect(shown()).toEqual(expected);
  expect(player.view().cue?.picture).toMatchObject({ path });
});

test('power-on with play-last of a file that is gone shows the splash screen', async () => {
  const { shown } = await createDeck({ settings: { powerOn: 'play-last', lastClipId: 'b' }, missing: ['b.mp4'] });
  expect(shown()).toEqual([0, false, 0]);
});

test('power-on with play-all plays on from the last clip to the end of the list, past files that are gone', async () => {
  const clips = ['a', 'b', 'c', 'd'].map((id) => videoClip(id, { outSeconds: 1 }));
  const { player, shown, settle } = await createDeck({
    clips,
    settings: { powerOn: 'play-all', lastClipId: 'b' },
    missing: ['c.mp4'],
  });
  expect(shown()).toEqual([2, true, 0]);
  const pass = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0.001; left -= 0.04) {
      player.advance(0.04);
      await settle();
    }
  };
  await pass(1.2);
  expect(shown().slice(0, 2)).toEqual([4, true]);
  await pass(1);
  expect(shown().slice(0, 2)).toEqual([4, false]);
});

test('the last selection is remembered only where power-on asks for it', async () => {
  const plain = await createDeck();
  await plain.deck.select(2);
  await plain.settle();
  expect(plain.store.document().settings.lastClipId).toBeUndefined();
  const kiosk = await createDeck({ settings: { powerOn: 'play-last' } });
  await kiosk.deck.select(2);
  await kiosk.settle();
  expect(kiosk.store.document().settings.lastClipId).toBe('b');
});

test('at the end of the deck nothing waits any longer for a player', async () => {
  const { deck, player } = await createDeck();
  player.lose('killed');
  const refused = expect(deck.select(2)).rejects.toMatchObject({ code: 'player-unavailable' });
  const behind = expect(deck.play()).rejects.toMatchObject({ code: 'player-unavailable' });
  await deck.dispose();
  await Promise.all([refused, behind]);
});
