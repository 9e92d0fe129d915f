import { expect, test } from 'vitest';
import { asOrigin } from '../../../src/base/origin.ts';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import type { Deck } from '../../../src/deck/deck.ts';
import { goBy, setSpeed } from '../../../src/deck/playback/relative-seek.ts';
import { toSequenceOfAll } from '../../../src/deck/playback/sequence.ts';
import type { Play } from '../../../src/deck/plays/play.ts';
import { PlayRecorder } from '../../../src/deck/plays/play-recorder.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createDeck } from '../deck-under-test.ts';

const createRecorder = async (clips?: readonly Clip[]) => {
  const fixture = await createDeck(clips === undefined ? {} : { clips });
  const recorder = new PlayRecorder(fixture);
  const plays: Play[] = [];
  recorder.subscribe({ onEnd: (play) => plays.push(play) });
  /** Time passes in steps of a frame, as mpv tells them. */
  const run = async (seconds: number): Promise<void> => {
    for (let frame = 0; frame < Math.round(seconds * 25); frame += 1) {
      fixture.clock.advance(0.04);
      fixture.player.advance(0.04);
      await fixture.settle();
    }
  };
  const fire = (id: string): Promise<void> =>
    asOrigin({ door: 'osc', from: '10.0.0.7' }, () => fixture.deck.cue(byId(id), { playing: true }));
  const lose = (droppedByDecoder: number, droppedByOutput: number, late = 0): void =>
    fixture.player.interfere({ frameCounts: { droppedByDecoder, droppedByOutput, late } });
  return { ...fixture, recorder, plays, run, fire, lose };
};

const byId = (id: string) => (clips: readonly Clip[]) => {
  const clip = clips.find((entry) => entry.id === id);
  if (clip === undefined) throw new Error(id);
  return clip;
};

const toShort = ({ clipId, by, ended, framesDue }: Play) => [clipId, by.door, ended, framesDue];
const secondsOf = ({ startedAt, endedAt }: Play) => (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;

test('a clip that runs to its end is a play with all its frames', async () => {
  const { fire, run, plays, recorder } = await createRecorder();
  await fire('a');
  expect(recorder.running()).toMatchObject({ clipId: 'a', ended: null });
  await run(11);
  expect(plays).toEqual([
    {
      ...{ startedAt: '1970-01-01T00:16:40.000Z', endedAt: expect.stringMatching('1970-01-01T00:16:50.0[04]0Z') },
      ...{ clipId: 'a', clip: 'a.mp4', inSeconds: 0, outSeconds: 10 },
      by: { door: 'osc', from: '10.0.0.7' },
      ended: 'end',
      ...{ framesDue: 250, framesDropped: 0, framesDroppedByDecoder: 0, framesDroppedByOutput: 0, framesLate: 0 },
    },
  ]);
  expect(recorder.running()).toBeUndefined();
});

test('a stop, another clip and the same clip again end a play', async () => {
  const { fire, run, deck, plays } = await createRecorder();
  await fire('a');
  await run(2);
  await deck.stop();
  await fire('a');
  await run(1);
  await fire('a');
  await run(1);
  await fire('b');
  await run(1);
  await deck.select(3);
  expect(plays.map(toShort)).toEqual([
    ['a', 'osc', 'stop', 50],
    ['a', 'osc', 'other-clip', 25],
    ['a', 'osc', 'other-clip', 25],
    ['b', 'osc', 'other-clip', 25],
  ]);
});

test('a pause ends nothing, and what was jumped over was not due', async () => {
  const { fire, run, deck, clock, plays } = await createRecorder();
  await fire('a');
  await run(2);
  await deck.pause();
  clock.advance(60);
  await deck.change((state) => goBy(state, 3));
  await deck.play();
  await run(1);
  await deck.change((state) => goBy(state, -4));
  await run(1);
  await deck.stop();
  expect(plays.map(toShort)).toEqual([['a', 'osc', 'stop', 100]]);
  expect(plays.map(secondsOf)).toEqual([64]);
});

test('at another speed the frames of the file are due', async () => {
  const { fire, run, deck, plays } = await createRecorder();
  await fire('a');
  await deck.change((state) => setSpeed(state, 2));
  await run(2);
  await deck.change((state) => setSpeed(state, 0.5));
  await run(2);
  await deck.stop();
  expect(plays.map(toShort)).toEqual([['a', 'osc', 'stop', 125]]);
});

test('a loop is one play, each of its passes with all its frames', async () => {
  const clip = videoClip('a', { inSeconds: 2, outSeconds: 4, loop: true });
  const { fire, run, deck, plays } = await createRecorder([clip]);
  await fire('a');
  await run(7);
  await deck.stop();
  expect(plays.map(toShort)).toEqual([['a', 'osc', 'stop', 175]]);
});

test('clips that follow each other are plays of their own, in a reel and after one', async () => {
  const { run, deck, plays } = await createRecorder(
    ['a', 'b', 'c'].map((id) => videoClip(id, { outSeconds: 2, ...(id === 'c' && { kind: 'still' }) })),
  );
  const play = (at: Deck) =>
    at.startSequence(({ document }) => ({
      run: { ...toSequenceOfAll(document.clips.slice(1)), atEnd: 'hold' },
      ...{ index: 0, seconds: 0, playing: true, speed: 1, isShuttle: false, stepSpeed: undefined },
    }));
  await asOrigin({ door: 'hyperdeck', from: '::1' }, () => play(deck));
  await run(7);
  expect(plays.map(toShort)).toEqual([
    ['a', 'hyperdeck', 'end', 50],
    ['b', 'follow', 'end', 50],
    ['c', 'follow', 'end', 0],
  ]);
});

test('an mpv that dies and comes back goes on with the play; one that does not come back ends it with a fault', async () => {
  const { fire, run, player, plays, settle, unplayable } = await createRecorder();
  await fire('a');
  await run(1);
  player.lose('crashed');
  player.revive();
  await settle();
  await run(1);
  expect(plays).toEqual([]);
  unplayable.add('/clips/a.mp4');
  player.lose('crashed');
  player.revive();
  await settle();
  expect(plays.map(toShort)).toEqual([['a', 'osc', 'fault', 50]]);
});

test('lost frames add up over a new mpv, and belong to the play in which they were lost', async () => {
  const { fire, run, lose, player, deck, recorder, plays, settle } = await createRecorder();
  lose(0, 9);
  await fire('a');
  lose(0, 0);
  await run(1);
  lose(2, 3, 1);
  await run(1);
  expect(recorder.running()).toMatchObject({ framesDropped: 5, framesLate: 1 });
  player.lose('crashed');
  player.revive();
  await settle();
  lose(0, 4);
  await deck.pause();
  lose(0, 8);
  await fire('b');
  await deck.stop();
  expect(plays.map((play) => [play.framesDroppedByDecoder, play.framesDroppedByOutput, play.framesLate])).toEqual([
    [2, 7, 1],
    [0, 0, 0],
  ]);
});

test('the end of the player ends the play', async () => {
  const { fire, run, recorder, plays } = await createRecorder();
  await fire('a');
  await run(1);
  recorder.dispose();
  expect(plays.map(toShort)).toEqual([['a', 'osc', 'stop', 25]]);
});

test('a play tells how long its picture took from the command', async () => {
  const { fire, recorder, deck } = await createRecorder();
  const waits: (number | undefined)[] = [];
  recorder.subscribe({ onBegin: (_play, waited) => waits.push(waited) });
  await fire('a');
  await deck.stop();
  await deck.play();
  expect(waits).toEqual([0, undefined]);
});
