import { expect, test } from 'vitest';
import { LossWatch } from '../../../src/deck/plays/loss-watch.ts';
import { PlayRecorder } from '../../../src/deck/plays/play-recorder.ts';
import type { Losses } from '../../../src/deck/state.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { createDeck } from '../deck-under-test.ts';

const createWatch = async () => {
  const fixture = await createDeck();
  const recorder = new PlayRecorder(fixture);
  const told: (readonly [number, Losses['bottleneck']] | undefined)[] = [];
  const log = createRecordingLog();
  new LossWatch({
    ...{ recorder, clock: fixture.clock, log },
    publish: (losses) => told.push(losses && [losses.framesDropped, losses.bottleneck]),
  });
  const [, clip] = fixture.deck.state().document.clips;
  const fire = () => fixture.deck.cue(() => clip ?? expect.fail(), { playing: true });
  let dropped = 0;
  /** Frames of 40 ms, each of them shown so much of its time late; of every other one the output drops so many. */
  const run = (frames: number, options: { readonly drops?: number; readonly lag?: number } = {}): void => {
    for (let frame = 0; frame < frames; frame += 1) {
      fixture.clock.advance(0.04 * (1 + (options.lag ?? 0)));
      fixture.player.advance(0.04);
      if (options.drops === undefined || frame % 2 === 1) continue;
      dropped += options.drops;
      fixture.player.interfere({ frameCounts: { droppedByDecoder: 0, droppedByOutput: dropped, late: 0 } });
    }
  };
  return { ...fixture, recorder, told, log, fire, run };
};

const warnings = (log: ReturnType<typeof createRecordingLog>) => log.lines.map(({ text }) => text);

test('a play without a loss tells nothing and sets no timer', async () => {
  const { fire, run, told, clock, log } = await createWatch();
  await fire();
  run(100);
  expect([told, clock.running(), log.lines]).toEqual([[], [], []]);
});

test('losses are told once a second at most, that they are over after five, and the end once', async () => {
  const { fire, run, told, deck } = await createWatch();
  await fire();
  run(75, { drops: 1 });
  expect(told.map((entry) => entry?.[1])).toEqual(['output', 'output']);
  run(130);
  expect(told.at(-1)).toEqual([38, null]);
  await deck.stop();
  expect(told.at(-1)).toBeUndefined();
  expect(told.length).toBeLessThanOrEqual(5);
});

test('a picture that keeps its time and drops frames has a slow output, one that falls behind a slow decoder', async () => {
  const { fire, run, told, log, deck } = await createWatch();
  await fire();
  run(75, { drops: 1 });
  expect(told.at(-1)?.[1]).toBe('output');
  await deck.stop();
  await fire();
  run(75, { drops: 1, lag: 0.5 });
  expect(told.at(-1)?.[1]).toBe('decoder');
  expect(warnings(log)).toEqual([
    expect.stringContaining('the output is behind'),
    expect.stringContaining('the decoder is behind'),
  ]);
});

test('a few lost frames are counted and are no warning', async () => {
  const { fire, run, told, log } = await createWatch();
  await fire();
  run(4, { drops: 1 });
  run(30);
  expect(told).toEqual([[2, null]]);
  expect(log.lines).toEqual([]);
});

test('a picture that falls behind its clock is late by the frames that it owes', async () => {
  const { fire, run, recorder } = await createWatch();
  await fire();
  run(100, { lag: 1 });
  expect(recorder.running()).toMatchObject({ framesDue: 200, framesLate: 100, framesDropped: 0 });
});
