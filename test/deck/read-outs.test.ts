// What all interfaces say of one state: its name, what remains, and what counts as a change.
import { expect, test } from 'vitest';
import { frameSecondsOf } from '../../src/deck/clips/timecode.ts';
import { changeKind, remainingSeconds, transportState } from '../../src/deck/read-outs.ts';
import type { DeckState } from '../../src/deck/state.ts';
import { toTransport } from '../../src/http/api-v1/deck-answers.ts';
import { toTransportJson } from '../../src/mqtt/reports/payloads.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createDeck } from './deck-under-test.ts';

test('while mpv is gone a clip that plays is paused, for every interface', async () => {
  const { deck, player, settle } = await createDeck();
  await deck.select(1);
  await deck.play();
  const names = () =>
    [
      transportState,
      (state: DeckState) => toTransport(state).state,
      (state: DeckState) => toTransportJson(state).state,
    ].map((nameOf) => nameOf(deck.state()));
  expect(names()).toEqual(['playing', 'playing', 'playing']);
  player.lose('killed');
  expect(names()).toEqual(['paused', 'paused', 'paused']);
  player.revive();
  await settle();
  expect(names()).toEqual(['playing', 'playing', 'playing']);
});

test('what remains counts to the out point, and is 0 at the end', async () => {
  const { deck, player } = await createDeck({ clips: [videoClip('a', { outSeconds: 4 })] });
  await deck.select(1);
  expect(remainingSeconds(deck.state())).toBe(4);
  await deck.play();
  player.advance(1);
  expect(remainingSeconds(deck.state())).toBe(3);
  expect(remainingSeconds({ ...deck.state(), positionSeconds: 5 })).toBe(0);
});

test('a frame is as long as the clip says, else 1/25 s', () => {
  const clip = videoClip('a');
  const { media } = clip;
  if (media === undefined) throw new Error('no media');
  const ntsc = { ...clip, media: { ...media, frameRate: { numerator: 30_000, denominator: 1001 } } };
  expect([frameSecondsOf(ntsc), frameSecondsOf({})]).toEqual([1001 / 30_000, 0.04]);
});

test('a clip that runs changes the position alone; all else is a change of the status or of the clips', async () => {
  const { deck, player } = await createDeck();
  await deck.select(1);
  await deck.play();
  const before = deck.state();
  player.advance(0.04);
  expect(deck.state()).not.toBe(before);
  expect(changeKind(deck.state(), before)).toBe('position');
  const fault = { clipId: 'a', message: 'It is gone.' };
  const changes: readonly Partial<DeckState>[] = [
    { fault },
    { armedAt: 5 },
    { transport: 'paused' },
    { playerRunning: false },
    { selectedId: 'b' },
    { stepSpeed: -4 },
    { document: { ...before.document, settings: { ...before.document.settings, showSplash: false } } },
  ];
  for (const change of changes) expect(changeKind({ ...before, ...change }, before)).toBe('status');
  expect(changeKind({ ...before, clipFaults: new Map() }, before)).toBe('clips');
  expect(changeKind({ ...before, damaged: new Map() }, before)).toBe('clips');
  expect(changeKind({ ...before, document: { ...before.document, clips: [] } }, before)).toBe('clips');
});
