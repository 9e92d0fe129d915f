// The master volume: ramps and mute over whatever plays, kept through restarts, and never held up by a load.
import { expect, test } from 'vitest';
import { clipById } from '../../../src/deck/clips/clip-list.ts';
import type { Step } from '../../../src/deck/ports.ts';
import { changeKind } from '../../../src/deck/read-outs.ts';
import { toResumePoint } from '../../../src/deck/resume-point.ts';
import { createDeck } from '../deck-under-test.ts';

type Made = Awaited<ReturnType<typeof createDeck>>;

/** Lets time pass in small steps, as timers do. */
const pass = ({ clock }: Made, seconds: number): void => {
  for (let step = 0; step < Math.round(seconds * 1000); step += 1) clock.advance(0.001);
};

const soundNow = ({ player }: Made): number | undefined => player.levels.at(-1)?.sound;

test('a ramp is on its line at each moment, ends on its value, and then nothing more is sent', async () => {
  const made = await createDeck();
  made.deck.master.setVolume(40, 2);
  expect(made.deck.state().master).toEqual({ volumePercent: 40, muted: false });
  for (let tenths = 1; tenths <= 20; tenths += 1) {
    pass(made, 0.1);
    const line = 1 - (0.6 * tenths) / 20;
    expect(Math.abs((soundNow(made) ?? 0) - line)).toBeLessThan(0.006);
  }
  pass(made, 0.02);
  expect(soundNow(made)).toBe(0.4);
  const sent = made.player.levels.length;
  pass(made, 5);
  expect(made.player.levels.length).toBe(sent);
});

test('no step of a ramp is larger than a hundredth, and one that is turned back goes on from where it was', async () => {
  const made = await createDeck();
  made.deck.master.setVolume(0, 2);
  pass(made, 1);
  made.deck.master.setVolume(100, 2);
  pass(made, 2.1);
  const levels = made.player.levels.map(({ sound }) => sound);
  for (const [index, level] of levels.entries()) {
    expect(Math.abs(level - (levels[index - 1] ?? level))).toBeLessThan(0.01);
  }
  expect(Math.min(...levels)).toBeGreaterThan(0.48);
  expect(levels.at(-1)).toBe(1);
});

test('without a time, and for a mute, the sound still takes some steps, so that nothing clicks', async () => {
  const made = await createDeck();
  made.player.levels.length = 0;
  made.deck.master.mute(true);
  pass(made, 0.1);
  expect(made.player.levels.length).toBeGreaterThan(3);
  expect(soundNow(made)).toBe(0);
  made.deck.master.setVolume(50);
  pass(made, 0.1);
  expect(soundNow(made)).toBe(0);
  made.deck.master.mute(false);
  pass(made, 0.1);
  expect(soundNow(made)).toBe(0.5);
});

test('it is saved at once and then at most once a second, the last value too', async () => {
  const made = await createDeck();
  const kept = () => made.store.document().settings.sound.volumePercent;
  made.deck.master.setVolume(90);
  await made.settle();
  expect(kept()).toBe(90);
  for (const percent of [80, 70, 60]) made.deck.master.setVolume(percent);
  await made.settle();
  expect(kept()).toBe(90);
  pass(made, 1);
  await made.settle();
  expect(kept()).toBe(60);
  made.deck.master.mute(true);
  await made.deck.dispose();
  expect(made.store.document().settings.sound).toEqual({ volumePercent: 60, muted: true });
});

test('a deck begins as loud as it was kept', async () => {
  const made = await createDeck({ settings: { sound: { volumePercent: 30, muted: false } } });
  expect([soundNow(made), made.deck.state().master.volumePercent]).toEqual([0.3, 30]);
  const silent = await createDeck({ settings: { sound: { volumePercent: 30, muted: true } } });
  expect([soundNow(silent), silent.deck.state().master.muted]).toEqual([0, true]);
});

test('a load that takes its time holds up no ramp, and does not undo what was set meanwhile', async () => {
  const made = await createDeck();
  const { deck, player } = made;
  let release: () => void = () => undefined;
  const perform = player.perform.bind(player);
  player.perform = async (step: Step) => {
    if (step.do === 'load') await new Promise<void>((resolve) => (release = resolve));
    return perform(step);
  };
  const selecting = deck.select(1);
  await made.settle();
  deck.master.setVolume(20, 1);
  pass(made, 1.1);
  expect(soundNow(made)).toBe(0.2);
  release();
  await selecting;
  expect(deck.state()).toMatchObject({ selectedId: 'a', master: { volumePercent: 20, muted: false } });
});

test('a fade takes picture and sound together, to black and back, whatever the volume is', async () => {
  const made = await createDeck();
  made.deck.master.setVolume(50);
  pass(made, 0.1);
  made.deck.master.fade('black', 2);
  expect(made.deck.state()).toMatchObject({ fade: { to: 'black', isRunning: true }, fadeLevel: 1 });
  pass(made, 1);
  const halfway = made.player.levels.at(-1);
  expect(halfway?.picture).toBeCloseTo(0.5, 1);
  expect(halfway?.sound).toBeCloseTo((halfway?.picture ?? 0) / 2, 9);
  expect(made.deck.state().fadeLevel).toBe(halfway?.picture);
  pass(made, 1.02);
  expect(made.player.levels.at(-1)).toEqual({ picture: 0, sound: 0 });
  expect(made.deck.state()).toMatchObject({ fade: { to: 'black', isRunning: false }, fadeLevel: 0 });
  made.deck.master.fade('picture', 0);
  expect(made.player.levels.at(-1)).toEqual({ picture: 1, sound: 0.5 });
  expect(made.deck.state()).toMatchObject({ fade: { to: 'picture', isRunning: false }, fadeLevel: 1 });
});

test('a fade is told as a change at its beginning and its end, and as what moves by itself in between', async () => {
  const made = await createDeck();
  const kinds: string[] = [];
  made.deck.subscribe((next, before) => kinds.push(changeKind(next, before)));
  made.deck.master.fade('black', 1);
  pass(made, 1.1);
  expect(kinds.filter((kind) => kind === 'status')).toHaveLength(2);
  expect([kinds[0], kinds.at(-1)]).toEqual(['status', 'status']);
  expect(kinds.length).toBeGreaterThan(50);
});

test('what is cued and played while it is black stays black, and the resume point knows it', async () => {
  const made = await createDeck();
  made.deck.master.fade('black', 0);
  await made.deck.cue((clips) => clipById(clips, 'b'), { playing: true });
  await made.deck.stop();
  made.player.lose('killed');
  made.player.revive();
  await made.settle();
  expect(made.player.levels.at(-1)).toEqual({ picture: 0, sound: 0 });
  expect(made.deck.state()).toMatchObject({ selectedId: 'b', fade: { to: 'black' }, fadeLevel: 0 });
  expect(toResumePoint(made.deck.state()).fadedTo).toBe('black');
  made.deck.master.fade('picture', 0);
  expect(toResumePoint(made.deck.state())).not.toHaveProperty('fadedTo');
});
