import { describe, expect, test } from 'vitest';
import type { Sequence, SequenceItem } from '../../../src/deck/playback/sequence.ts';
import type { SequenceRequest } from '../../../src/deck/playback/sequence-request.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createDeck } from '../deck-under-test.ts';

const clips = [
  videoClip('a', { inSeconds: 1, outSeconds: 3 }),
  videoClip('b', { inSeconds: 0, outSeconds: 2 }),
  videoClip('c', { inSeconds: 4, outSeconds: 6 }),
];
const items: readonly SequenceItem[] = clips.map(({ id, inSeconds, outSeconds }) => ({
  clipId: id,
  inSeconds,
  outSeconds,
}));

const request =
  (run: Partial<Sequence> = {}, rest: Partial<Omit<SequenceRequest, 'run'>> = {}) =>
  (): SequenceRequest => ({
    run: { items, singleClip: false, loop: false, atEnd: 'hold', ...run },
    index: 0,
    seconds: 1,
    playing: true,
    speed: 1,
    ...rest,
  });

/** Lets the player's time pass in frames, with the deck following. */
const createRunningDeck = async (made = clips) => {
  const deck = await createDeck({ clips: made });
  const pass = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0.001; left -= 0.04) {
      deck.player.advance(Math.min(0.04, left));
      await deck.settle();
    }
  };
  return { ...deck, pass };
};

describe('a run', () => {
  test('plays clip after clip as one reel, and the deck knows which is on and where in it', async () => {
    const { deck, player, shown, pass } = await createRunningDeck();
    await deck.startSequence(request());
    expect(player.steps.filter((step) => step.do === 'load')).toHaveLength(2);
    expect(shown()).toEqual([1, true, 1]);
    await pass(1.5);
    expect(shown()).toEqual([1, true, 2.5]);
    await pass(1.5);
    expect(shown()).toEqual([2, true, 1]);
    await pass(2);
    expect(shown()).toEqual([3, true, 5]);
    await pass(2);
    expect([shown()[0], shown()[1], deck.state().transport]).toEqual([3, false, 'ended']);
    expect(player.steps.filter((step) => step.do === 'load')).toHaveLength(2);
  });

  test('starts at any frame of any of its clips, standing', async () => {
    const { deck, shown } = await createRunningDeck();
    await deck.startSequence(request({}, { index: 2, seconds: 5.2, playing: false }));
    expect(shown()).toEqual([3, false, 5.2]);
    await deck.play();
    expect(shown()).toEqual([3, true, 5.2]);
  });

  test('of a single clip ends with it, or begins it again', async () => {
    const { deck, shown, pass } = await createRunningDeck();
    await deck.startSequence(request({ singleClip: true }, { index: 1, seconds: 0 }));
    await pass(2.5);
    expect([shown()[0], shown()[1], deck.state().transport]).toEqual([2, false, 'ended']);
    await deck.startSequence(request({ singleClip: true, loop: true }, { index: 1, seconds: 0 }));
    await pass(5);
    expect([shown()[0], shown()[1]]).toEqual([2, true]);
  });

  test('joins no clip with sound to one without', async () => {
    const media = { container: 'mov', videoCodec: 'h264', width: 192, height: 108, interlaced: false };
    const [sounding, silent] = [{ ...media, audioCodec: 'aac' }, media].map(
      (found) => (id: string) => videoClip(id, { outSeconds: 0.4, media: found }),
    );
    const mixed = [sounding?.('a'), sounding?.('b'), silent?.('c'), silent?.('d'), sounding?.('e')].flatMap(
      (clip) => clip ?? [],
    );
    const { deck, player, pass } = await createRunningDeck(mixed);
    const all = mixed.map(({ id, inSeconds, outSeconds }) => ({ clipId: id, inSeconds, outSeconds }));
    await deck.startSequence(request({ items: all }, { seconds: 0 }));
    await pass(2.4);
    const loaded = player.steps.flatMap(({ do: what, ...step }) =>
      'cue' in step && what === 'load' ? [step.cue] : [],
    );
    expect(loaded.slice(1).map(({ picture }) => ('parts' in picture ? picture.parts.length : 1))).toEqual([2, 2, 1]);
  });

  test.each([
    ['20 hours, 2 million frames', { durationSeconds: 72_000 }, undefined],
    ['a recording that says how many frames it has', { durationSeconds: 3600 }, 2_000_000],
  ])(
    'joins no clip to one that is slow to open (%s): none waits for it, before or after',
    async (_what, length, frames) => {
      const plain = ['a', 'b', 'd', 'e'].map((id) => videoClip(id, { outSeconds: 2 }));
      const long = videoClip('long', { ...length, inSeconds: 0, outSeconds: 2 });
      const media = long.media && { ...long.media, ...(frames !== undefined && { frames }) };
      const made = [...plain.slice(0, 2), { ...long, ...(media && { media }) }, ...plain.slice(2)];
      const { deck, player, shown, pass } = await createRunningDeck(made);
      const all = made.map(({ id, inSeconds, outSeconds }) => ({ clipId: id, inSeconds, outSeconds }));
      await deck.startSequence(request({ items: all }, { seconds: 0 }));
      await pass(9);
      expect(shown().slice(0, 2)).toEqual([5, true]);
      const loaded = player.steps.flatMap((step) =>
        step.do !== 'load' || step.cue.picture.kind === 'screen'
          ? []
          : [step.cue.picture.kind === 'reel' ? step.cue.picture.parts.length : step.cue.picture.path],
      );
      expect(loaded).toEqual([2, '/clips/long.mp4', 2]);
    },
  );

  test('that loops goes from its last clip to its first', async () => {
    const { deck, shown, pass } = await createRunningDeck();
    await deck.startSequence(request({ loop: true }, { index: 2, seconds: 5 }));
    await pass(1.2);
    expect([shown()[0], shown()[1]]).toEqual([1, true]);
  });

  test('of more clips than one reel takes, or with a still or a looping clip between, goes on by itself', async () => {
    const many = Array.from({ length: 25 }, (_, n) => videoClip(`v${n}`, { outSeconds: 0.4 }));
    const still = videoClip('s', { kind: 'still', durationSeconds: 0, outSeconds: 0.4 });
    const mixed = [...many.slice(0, 3), still, ...many.slice(3)];
    const { deck, player, shown, pass } = await createRunningDeck(mixed);
    const all = mixed.map(({ id, inSeconds, outSeconds }) => ({ clipId: id, inSeconds, outSeconds }));
    await deck.startSequence(request({ items: all }, { seconds: 0 }));
    const seen = new Set<unknown>();
    for (let turn = 0; turn < 400 && deck.state().transport === 'playing'; turn += 1) {
      seen.add(shown()[0]);
      await pass(0.04);
    }
    expect([...seen]).toEqual(all.map((_, n) => n + 1));
    expect([shown()[0], deck.state().transport]).toEqual([26, 'ended']);
    const kinds = player.steps.flatMap((step) => (step.do === 'load' ? [step.cue.picture.kind] : []));
    expect(kinds).toEqual(['screen', 'reel', 'still', 'reel', 'reel', 'reel']);
  });

  test('a looping clip in it is where it stays', async () => {
    const loop = videoClip('b', { outSeconds: 0.4, loop: true });
    const { deck, shown, pass } = await createRunningDeck([videoClip('a', { outSeconds: 0.4 }), loop, videoClip('c')]);
    const all = ['a', 'b', 'c'].map((clipId) => ({ clipId, inSeconds: 0, outSeconds: 0.4 }));
    await deck.startSequence(request({ items: all }, { seconds: 0 }));
    await pass(3);
    expect([shown()[0], shown()[1]]).toEqual([2, true]);
  });

  test('ends with its last frame, with black, or with the first frame of the next clip', async () => {
    const { deck, player, shown, pass } = await createRunningDeck();
    await deck.startSequence(request({ atEnd: 'black' }, { index: 2, seconds: 5 }));
    await pass(1.5);
    expect([deck.state().transport, player.view().cue?.picture]).toEqual([
      'ended',
      { kind: 'screen', path: '/usr/share/cuedeck/black.png' },
    ]);
    await deck.togglePlay();
    expect(shown()).toEqual([3, true, 4]);
    await deck.startSequence(request({ atEnd: 'next-frame', singleClip: true }, { index: 0, seconds: 2 }));
    await pass(1.5);
    expect(shown()).toEqual([2, false, 0]);
  });

  test('passes over a clip that can no longer be shown with a fault, and ends there', async () => {
    const still = videoClip('s', { kind: 'still', durationSeconds: 0, outSeconds: 0.4 });
    const broken = videoClip('x', { outSeconds: 2 });
    const { deck, unplayable, pass } = await createRunningDeck([videoClip('a', { outSeconds: 0.4 }), still, broken]);
    unplayable.add('/clips/x.mp4');
    const all = ['a', 's', 'x'].map((clipId) => ({ clipId, inSeconds: 0, outSeconds: 0.4 }));
    await deck.startSequence(request({ items: all }, { seconds: 0 }));
    await pass(2);
    expect(deck.state().transport).toBe('ended');
    expect(deck.state().fault?.message).toContain('x.mp4');
  });
});

describe('during a run', () => {
  test('the plain operations act on the clip that is on', async () => {
    const { deck, shown, pass } = await createRunningDeck();
    await deck.startSequence(request());
    await pass(2.5);
    await deck.goTo(1.2);
    expect(shown()).toEqual([2, true, 1.2]);
    await deck.goTo(9);
    expect(shown()).toEqual([2, true, 1.96]);
    await deck.stop();
    expect(shown()).toEqual([2, false, 0]);
    await deck.select(1);
    expect([shown(), deck.state().place]).toEqual([[1, false, 1], undefined]);
  });

  test('a player that dies comes back in the same clip', async () => {
    const { deck, player, shown, pass, settle } = await createRunningDeck();
    await deck.startSequence(request());
    await pass(2.8);
    const [clip, , position] = shown();
    player.lose('killed');
    player.revive();
    await settle();
    expect(shown()).toEqual([clip, true, position]);
    await pass(2);
    expect(shown()[0]).toBe(3);
  });

  test('a clip that is deleted leaves the run, one that is trimmed is cut anew', async () => {
    const { deck, player, shown, pass } = await createRunningDeck();
    await deck.startSequence(request());
    await pass(0.4);
    await deck.clips.delete(2);
    expect(shown()).toEqual([1, true, 1.4]);
    await deck.clips.update(2, { name: 'c', inSeconds: 7, outSeconds: 8, loop: false });
    expect(shown()).toEqual([1, true, 1.4]);
    await pass(2);
    expect([shown()[0], Number(shown()[2]) >= 7]).toEqual([2, true]);
    expect(player.view().cue?.picture.kind).toBe('reel');
  });
});
