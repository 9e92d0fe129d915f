// What a player tells the broker of where it is.
import { expect, test } from 'vitest';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import type { Playability } from '../../../src/deck/clips/playability.ts';
import { addList } from '../../../src/deck/lists/list-edits.ts';
import { toSequencePosition } from '../../../src/deck/playback/sequence.ts';
import { startSequence } from '../../../src/deck/transport.ts';
import { toClipsJson, toPositionJson, toTransportJson } from '../../../src/mqtt/reports/payloads.ts';
import { createDeck } from '../../deck/deck-under-test.ts';

test('what remains is told of what plays: of the item of a run, not of its whole clip; and whether it goes round', async () => {
  const { deck } = await createDeck();
  await deck.select(1);
  const { id, outSeconds } = deck.state().document.clips[1] ?? {};
  expect(toPositionJson(deck.state())).toMatchObject({ clipId: id, positionSeconds: 0, remainingSeconds: outSeconds });
  const items = [{ clipId: id ?? '', inSeconds: 1, outSeconds: 4 }];
  const place = toSequencePosition(
    { items, singleClip: true, loop: true, atEnd: 'hold' },
    0,
    deck.state().document.clips,
  );
  if (place === undefined) throw new Error('no such run');
  await deck.change((state) => startSequence(state, { place, seconds: 1, playing: true, speed: 1 }));
  expect(toPositionJson(deck.state())).toMatchObject({ positionSeconds: 1, remainingSeconds: 3 });
  expect(toTransportJson(deck.state())).toMatchObject({ clipId: id, loops: true });
});

test('a clip is told with the verdict on how it plays, where somebody judges it', async () => {
  const { deck } = await createDeck();
  const [, clip] = deck.state().document.clips;
  const judge = {
    of: ({ id }: Clip): Playability | undefined =>
      id === clip?.id ? { verdict: 'too-slow', decoder: 'no', advice: [] } : undefined,
  };
  const toVerdicts = (list: ReturnType<typeof toClipsJson>) => list.slice(0, 2).map(({ playability }) => playability);
  expect(toVerdicts(toClipsJson(deck.state(), judge))).toEqual([null, 'too-slow']);
  expect(toVerdicts(toClipsJson(deck.state()))).toEqual([null, null]);
});

test('a clip that the card has damaged is told as one in trouble', async () => {
  const { deck } = await createDeck();
  const { id = '' } = deck.state().document.clips[1] ?? {};
  deck.clips.setDamaged(new Map([[id, { what: 'changed', foundAt: '2026-05-01T12:00:00.000Z' }]]));
  const troubles = toClipsJson(deck.state()).map(({ trouble }) => trouble);
  expect(troubles.slice(0, 3)).toEqual([null, expect.stringMatching(/^Damaged: /), null]);
});

test('lost frames of what plays are told, and what is behind', async () => {
  const { deck } = await createDeck();
  expect(toTransportJson(deck.state())).toMatchObject({ framesDropped: 0, framesLate: 0, bottleneck: null });
  const losses = { framesDropped: 3, framesDroppedByDecoder: 1, framesDroppedByOutput: 2, framesLate: 4 };
  deck.setLosses({ ...losses, bottleneck: 'decoder' });
  expect(toTransportJson(deck.state())).toMatchObject({ framesDropped: 3, framesLate: 4, bottleneck: 'decoder' });
});

test('a wait is told with its item and clip, and what remains of it with the position', async () => {
  const { deck, clock } = await createDeck();
  const items = [{ id: 'one', clipId: 'b', preWaitSeconds: 3 }];
  await deck.lists.edit((lists, clips) => addList(lists, { name: 'Show', items }, clips, 'show'));
  await deck.lists.activate('show');
  expect(toTransportJson(deck.state())).toMatchObject({ waiting: null });
  expect(toPositionJson(deck.state())).toMatchObject({ waitRemainingSeconds: null });
  await deck.lists.go();
  clock.advance(1);
  const waiting = { kind: 'pre', itemId: 'one', clipId: 'b', clip: toClipsJson(deck.state())[2]?.clip };
  expect(toTransportJson(deck.state())).toMatchObject({ waiting });
  expect(toPositionJson(deck.state())).toMatchObject({ waitRemainingSeconds: 2 });
});
