import { describe, expect, test } from 'vitest';
import { clipById } from '../../../src/deck/clips/clip-list.ts';
import { insertClip, moveClip, patchClip } from '../../../src/deck/clips/clip-patch.ts';
import { endActionOf } from '../../../src/deck/clips/end-action.ts';
import { createMemoryClipStore, videoClip } from '../../fakes/memory-clip-store.ts';

const clip = videoClip('a');
const list = createMemoryClipStore(['a', 'b', 'c'].map((id) => videoClip(id))).document();
const ids = ({ clips }: typeof list): string => clips.map(({ id }) => id).join();

describe('a patch', () => {
  test('changes what it names and nothing else', () => {
    expect(patchClip(clip, {})).toEqual(clip);
    expect(patchClip(clip, { name: ' Opening ', outSeconds: 4 })).toEqual({ ...clip, name: 'Opening', outSeconds: 4 });
    expect(patchClip(clip, { volumePercent: 40 })).toEqual({ ...clip, sound: { volumePercent: 40, muted: false } });
    expect(patchClip(clip, { muted: true })).toEqual({ ...clip, sound: { volumePercent: 100, muted: true } });
  });

  test('to loop is Loop, and what was before comes back with no loop', () => {
    const next = patchClip(clip, { endAction: 'next' });
    expect([next.loop, endActionOf(next)]).toEqual([false, 'next']);
    const looped = patchClip(next, { endAction: 'loop' });
    expect([looped.loop, endActionOf(looped)]).toEqual([true, 'loop']);
    expect(endActionOf({ ...looped, loop: false })).toBe('next');
  });

  test.each([
    [{ inSeconds: 10 }, 'inSeconds=10 is refused; allowed: 0 to less than outSeconds.'],
    [
      { inSeconds: 5, outSeconds: 5 },
      'outSeconds=5 is refused; allowed: more than inSeconds (5) up to the duration (10).',
    ],
    [{ volumePercent: 101 }, 'volumePercent=101 is refused; allowed: 0 to 100.'],
    [{ volumePercent: -1 }, 'volumePercent=-1 is refused; allowed: 0 to 100.'],
  ])('%j is refused', (patch, message) => {
    expect(() => patchClip(clip, patch)).toThrow(message);
  });
});

describe('a move', () => {
  test.each([
    ['a', 1, 'splash,a,b,c'],
    ['a', 3, 'splash,b,c,a'],
    ['c', 1, 'splash,c,a,b'],
    ['b', 3, 'splash,a,c,b'],
  ])('of %s to %i gives %s', (id, to, order) => {
    expect(ids(moveClip(list, id, to))).toBe(order);
  });

  test.each([
    ['x', 1, 'clip-not-found'],
    ['splash', 1, 'splash-locked'],
    ['a', 0, 'invalid-value'],
    ['a', 4, 'invalid-value'],
    ['a', 1.5, 'invalid-value'],
  ])('of %s to %d is refused: %s', (id, to, code) => {
    expect(() => moveClip(list, id, to)).toThrow(expect.objectContaining({ code }));
  });
});

test('a clip is put back where it was, or at the end of a list that has become shorter', () => {
  const without = { ...list, clips: list.clips.filter(({ id }) => id !== 'b') };
  expect(ids(insertClip(without, clipById(list.clips, 'b'), 2))).toBe('splash,a,b,c');
  expect(ids(insertClip(without, clipById(list.clips, 'b'), 9))).toBe('splash,a,c,b');
  expect(ids(insertClip(without, clipById(list.clips, 'b'), 0))).toBe('splash,b,a,c');
});
