// What the page says of the output: to screen readers, on the tab, and of what was searched.
import { expect, test } from 'vitest';
import type { components } from '../../src/client/api-types.ts';
import { toSpoken, toSpokenLink } from '../../src/web/format/announcement-text.ts';
import { findClips, toMeant } from '../../src/web/format/find-clips.ts';
import { toTitle } from '../../src/web/format/title-text.ts';

const at = (clipId: string, state: 'stopped' | 'playing' | 'paused' | 'ended') => ({ clipId, state });

test.each([
  [at('a', 'stopped'), at('a', 'playing'), '“Opening” is on air.'],
  [at('a', 'playing'), at('a', 'ended'), '“Opening” has ended, its last frame is on the output.'],
  [at('a', 'playing'), at('a', 'paused'), '“Opening” is paused, on the output.'],
  [at('b', 'playing'), at('a', 'playing'), '“Opening” is on air.'],
  [at('b', 'playing'), at('a', 'stopped'), '“Opening” is cued, on the output.'],
  [at('a', 'playing'), at('splash', 'stopped'), 'The splash screen is on the output.'],
  [at('a', 'playing'), at('a', 'playing'), undefined],
  [at('splash', 'stopped'), at('splash', 'paused'), undefined],
  [undefined, at('a', 'playing'), undefined],
])('%o, then %o: %s', (before, now, words) => {
  expect(toSpoken(before, now, 'Opening')).toBe(words);
});

test('a lost connection is told, and that it is back', () => {
  expect(toSpokenLink('open', 'lost')).toBe('The connection to the player is lost.');
  expect(toSpokenLink('lost', 'lost')).toBeUndefined();
  expect(toSpokenLink('lost', 'open')).toBe('Connected to the player again.');
  expect(toSpokenLink('connecting', 'open')).toBeUndefined();
});

test('the tab says first what is on, then on which player', () => {
  const parts = { device: 'stage', isLost: false, clip: 'Opening', state: 'playing' } as const;
  expect(toTitle(parts)).toBe('● Opening · stage · CueDeck');
  expect(toTitle({ ...parts, clip: undefined })).toBe('No clip · stage · CueDeck');
  expect(toTitle({ ...parts, isLost: true })).toBe('Not connected · stage · CueDeck');
  expect(toTitle({ ...parts, device: '' })).toBe('● Opening · CueDeck');
});

test('clips are found by a part of their name, or by their number', () => {
  const list = ['Opening', 'Film 12', 'Credits', ...Array.from({ length: 20 }, (_, index) => `Clip ${index}`)].map(
    (name, index) => ({ id: name, name, file: `${name}.mp4`, number: index + 1 }) as components['schemas']['Clip'],
  );
  const found = (search: string): readonly number[] => findClips(list, search).map(({ number }) => number);
  const meant = (search: string): number | undefined => toMeant(findClips(list, search), search)?.number;
  expect(found('')).toHaveLength(23);
  expect(found('CRED')).toEqual([3]);
  expect(found('12')).toEqual([2, 12, 16]);
  expect([meant('12'), meant('2'), meant('cred'), meant('clip'), meant('99')]).toEqual([
    12,
    2,
    3,
    undefined,
    undefined,
  ]);
});
