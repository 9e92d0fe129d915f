import { describe, expect, test } from 'vitest';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import { clipById } from '../../../src/deck/clips/clip-list.ts';
import type { ClipPatch } from '../../../src/deck/clips/clip-patch.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createDeck } from '../deck-under-test.ts';

const short = (id: string, change: Partial<Clip> = {}): Clip => videoClip(id, { outSeconds: 2, ...change });

/** Lets the player's time pass in frames, with the deck following. */
const createRunningDeck = async (clips: readonly Clip[]) => {
  const made = await createDeck({ clips });
  const pass = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0.001; left -= 0.04) {
      made.player.advance(Math.min(0.04, left));
      await made.settle();
    }
  };
  const patch = (id: string, change: ClipPatch) => made.deck.clips.patch(id, change);
  const loads = () => made.player.steps.flatMap((step) => (step.do === 'load' ? [step.cue.picture.kind] : []));
  return { ...made, pass, patch, loads };
};

describe('at its end a clip', () => {
  test('holds its last frame', async () => {
    const { deck, pass, shown } = await createRunningDeck([short('a')]);
    await deck.select(1);
    await deck.play();
    await pass(3);
    expect([shown(), deck.state().transport]).toEqual([[1, false, 1.96], 'ended']);
  });

  test('gives way to the splash screen', async () => {
    const { deck, pass, shown } = await createRunningDeck([short('a', { atEnd: 'splash' })]);
    await deck.select(1);
    await deck.play();
    await pass(3);
    expect(shown()).toEqual([0, false, 0]);
  });

  test('runs on into the next ones without another load, as far as they say so', async () => {
    const clips = [short('a', { atEnd: 'next' }), short('b', { atEnd: 'next' }), short('c'), short('d')];
    const { deck, pass, shown, loads } = await createRunningDeck(clips);
    await deck.select(1);
    await deck.play();
    await pass(2.4);
    expect(shown().slice(0, 2)).toEqual([2, true]);
    await pass(6);
    expect([...shown().slice(0, 2), deck.state().transport]).toEqual([3, false, 'ended']);
    expect(loads()).toEqual(['screen', 'reel']);
  });

  test('holds when it is the last of the list and says next', async () => {
    const { deck, pass, shown } = await createRunningDeck([short('a', { atEnd: 'next' })]);
    await deck.select(1);
    await deck.play();
    await pass(3);
    expect(shown()).toEqual([1, false, 1.96]);
  });

  test('goes on by another load where the next one is a still, a loop or of another volume', async () => {
    const still = short('s', { kind: 'still', durationSeconds: 0, outSeconds: 0.4, atEnd: 'next' });
    const quiet = short('q', { sound: { volumePercent: 40, muted: false }, atEnd: 'next' });
    const clips = [short('a', { atEnd: 'next' }), still, quiet, short('l', { loop: true, atEnd: 'next' })];
    const { deck, player, pass, shown, loads } = await createRunningDeck(clips);
    await deck.select(1);
    await deck.play();
    await pass(2.6);
    expect([shown()[0], player.view().cue?.sound.volumePercent]).toEqual([3, 40]);
    await pass(8);
    expect(shown().slice(0, 2)).toEqual([4, true]);
    expect(loads()).toEqual(['screen', 'video', 'still', 'video', 'video']);
  });

  test('goes back to the clip before, which runs again when it ran then', async () => {
    const clips = [short('loop', { loop: true }), short('sting', { atEnd: 'back' })];
    const { deck, pass, shown } = await createRunningDeck(clips);
    await deck.cue((list) => clipById(list, 'loop'), { playing: true });
    await pass(1);
    await deck.cue((list) => clipById(list, 'sting'), { playing: true });
    await pass(3);
    expect(shown().slice(0, 2)).toEqual([1, true]);
    await deck.stop();
    await deck.select(2);
    await deck.play();
    await pass(3);
    expect(shown()).toEqual([1, false, 0]);
  });

  test('goes back over a whole chain, and never to and fro', async () => {
    const clips = [short('one', { atEnd: 'back' }), short('a', { atEnd: 'next' }), short('b', { atEnd: 'back' })];
    const { deck, pass, shown } = await createRunningDeck(clips);
    await deck.select(1);
    await deck.select(2);
    await deck.play();
    await pass(4.4);
    expect(shown()).toEqual([1, false, 0]);
    await deck.play();
    await pass(3);
    expect([shown(), deck.state().transport]).toEqual([[1, false, 1.96], 'ended']);
  });

  test('holds, with a fault, when the clip before can no longer be shown, and does not try for ever', async () => {
    const { deck, player, unplayable, pass, shown } = await createRunningDeck([
      short('a'),
      short('b', { atEnd: 'back' }),
    ]);
    await deck.select(1);
    await deck.select(2);
    unplayable.add('/clips/a.mp4');
    await deck.play();
    await pass(3);
    expect([shown(), deck.state().fault?.message.includes('a.mp4')]).toEqual([[2, false, 1.96], true]);
    const { length } = player.steps;
    player.interfere({ paused: true });
    await pass(1);
    expect(player.steps).toHaveLength(length);
    unplayable.clear();
    await deck.play();
    await pass(3);
    expect(shown()).toEqual([1, false, 0]);
  });
});

describe('a chain', () => {
  const clips = [short('a', { atEnd: 'next' }), short('b', { atEnd: 'next' }), short('c')];

  test('with a file that is broken still plays what comes before it', async () => {
    const { deck, unplayable, pass, shown } = await createRunningDeck(clips);
    unplayable.add('/clips/b.mp4');
    await deck.select(1);
    await deck.play();
    expect(shown().slice(0, 2)).toEqual([1, true]);
    await pass(3);
    expect([shown()[0], deck.state().transport]).toEqual([1, 'ended']);
    expect(deck.state().clipFaults.get('b')).toContain('b.mp4');
  });

  test('on the air is not touched by a change to what comes later; what comes is what the list says then', async () => {
    const { deck, player, pass, patch, shown } = await createRunningDeck([...clips, short('d')]);
    await deck.select(1);
    await deck.play();
    await pass(0.4);
    player.steps.length = 0;
    await patch('b', { endAction: 'hold' });
    await patch('c', { inSeconds: 1 });
    await patch('a', { name: 'Opening' });
    await deck.clips.delete(4);
    expect([shown(), player.steps.filter(({ do: what }) => what === 'load')]).toEqual([[1, true, 0.4], []]);
    await pass(5);
    expect([...shown().slice(0, 2), deck.state().transport]).toEqual([2, false, 'ended']);
  });

  test('ends with the clip that is on when that one stops going on', async () => {
    const { deck, player, pass, patch, shown } = await createRunningDeck(clips);
    await deck.select(1);
    await deck.play();
    await pass(2.4);
    player.steps.length = 0;
    await patch('b', { endAction: 'splash' });
    expect(player.steps.map((step) => step.do)).toEqual(['trim']);
    await pass(3);
    expect(shown()).toEqual([0, false, 0]);
  });

  test('loops the clip that is on when that one is told to, and goes on when it is told not to', async () => {
    const { deck, player, pass, patch, shown } = await createRunningDeck(clips);
    await deck.select(1);
    await deck.play();
    await pass(2.4);
    await patch('b', { endAction: 'loop' });
    await pass(5);
    expect(shown().slice(0, 2)).toEqual([2, true]);
    player.steps.length = 0;
    await deck.clips.update(2, { name: 'b', inSeconds: 0, outSeconds: 2, loop: false });
    await pass(2.2);
    expect(shown().slice(0, 2)).toEqual([3, true]);
  });

  test('begins when a clip that plays by itself is told to go on', async () => {
    const { deck, player, pass, patch, shown } = await createRunningDeck([short('a'), short('b')]);
    await deck.select(1);
    await deck.play();
    await pass(1);
    player.steps.length = 0;
    await patch('a', { endAction: 'next' });
    expect(player.steps).toEqual([]);
    await pass(1.4);
    expect(shown().slice(0, 2)).toEqual([2, true]);
  });

  test('is loaded anew while it stands, so that nothing shows when it runs', async () => {
    const { deck, pass, patch, loads } = await createRunningDeck(clips);
    await deck.select(1);
    await patch('b', { inSeconds: 1 });
    await deck.play();
    await pass(5);
    expect(loads()).toEqual(['screen', 'reel', 'reel']);
  });

  test('comes back after the player died', async () => {
    const { deck, player, pass, settle, shown } = await createRunningDeck(clips);
    await deck.select(1);
    await deck.play();
    await pass(2.4);
    const before = shown();
    player.lose('killed');
    player.revive();
    await settle();
    expect(shown()).toEqual(before);
  });
});
