import { expect, test } from 'vitest';
import { SPLASH_ID } from '../../src/deck/clips/clip.ts';
import { setSpeed } from '../../src/deck/playback/relative-seek.ts';
import { toSequenceOfAll, toSequencePosition } from '../../src/deck/playback/sequence.ts';
import { parseResumePoint, resumeAt, toResumePoint } from '../../src/deck/resume-point.ts';
import { createState, type DeckState } from '../../src/deck/state.ts';
import { cue, pause, play, startSequence } from '../../src/deck/transport.ts';
import { createMemoryClipStore, videoClip } from '../fakes/memory-clip-store.ts';

const CLIPS = ['a', 'b', 'c'].map((id) => videoClip(id));
const begin = (): DeckState => createState(createMemoryClipStore(CLIPS, { settings: {} }).document());
const clip = (state: DeckState, id: string) =>
  state.document.clips.find((entry) => entry.id === id) ?? expect.fail(`no clip ${id}`);
/** As it comes back from the file. */
const kept = (state: DeckState) => parseResumePoint(JSON.parse(JSON.stringify(toResumePoint(state))));
const at = (state: DeckState, positionSeconds: number): DeckState => ({
  ...state,
  targetSeconds: undefined,
  positionSeconds,
});
const back = (was: DeckState, now = begin()) => {
  const state = resumeAt(now, kept(was));
  return state && [state.selectedId, state.transport, state.targetSeconds, state.speed, state.place?.index];
};

test('a clip comes back playing, paused, cued or at its end, at its place and speed', () => {
  const b = cue(begin(), clip(begin(), 'b'));
  expect(back(at(setSpeed(play(b), 2), 3.2))).toEqual(['b', 'playing', 3.2, 2, undefined]);
  expect(back(at(pause(play(b)), 4))).toEqual(['b', 'paused', 4, 1, undefined]);
  expect(back(b)).toEqual(['b', 'stopped', 0, 1, undefined]);
  // The speed of a shuttle outlives no restart.
  expect(back(at({ ...setSpeed(play(b), 0.5), speed: 16 }, 3.2))).toEqual(['b', 'playing', 3.2, 0.5, undefined]);
  expect(back(at({ ...play(b), transport: 'ended' }, 9.9))).toEqual(['b', 'ended', 9.9, 1, undefined]);
});

test('a run comes back at its clip, with what follows', () => {
  const clips = begin().document.clips.filter(({ id }) => id !== SPLASH_ID);
  const place = toSequencePosition(toSequenceOfAll(clips), 1, clips) ?? expect.fail('no place');
  const was = at(startSequence(begin(), { place, seconds: 0, playing: true, speed: 1 }), 5);
  expect(back(was)).toEqual(['b', 'playing', 5, 1, 1]);
  expect(resumeAt(begin(), kept(was))?.place?.run).toEqual(place.run);
});

test('black on the screen stays black, and the splash the splash', () => {
  for (const screen of ['black', 'splash'] as const)
    expect(resumeAt(begin(), kept({ ...begin(), screen }))).toMatchObject({ selectedId: SPLASH_ID, screen });
});

test('of a clip that is gone nothing comes back, and one trimmed meanwhile begins at its in point', () => {
  const was = at(play(cue(begin(), clip(begin(), 'b'))), 8);
  const without = createState(createMemoryClipStore([videoClip('a')], { settings: {} }).document());
  expect(back(was, without)).toBeUndefined();
  const trimmed = createState(
    createMemoryClipStore([{ ...videoClip('b'), inSeconds: 1, outSeconds: 2 }], { settings: {} }).document(),
  );
  expect(back(was, trimmed)).toEqual(['b', 'playing', 1, 1, undefined]);
});

test.each([
  ['nothing', null],
  ['a list', []],
  ['a transport that there is not', { ...toResumePoint(begin()), transport: 'flying' }],
  ['a position that is none', { ...toResumePoint(begin()), positionSeconds: 'here' }],
  ['a run without items', { ...toResumePoint(begin()), run: {}, index: 0 }],
])('%s is refused', (_what, value) => {
  expect(() => parseResumePoint(value)).toThrow(/of the whereabouts/);
});
