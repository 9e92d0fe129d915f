// The big remaining time, and the tally.
import { expect, test } from 'vitest';
import type { Transport } from '../../src/web/client/api.ts';
import { toRemaining } from '../../src/web/format/remaining.ts';
import { toStateText, toTally } from '../../src/web/format/tally.ts';

const running: Transport = {
  ...{ clipId: 'a', number: 1, state: 'playing', positionSeconds: 0, outSeconds: 20, speed: 1 },
  ...{ loops: false, playerRunning: true, volumePercent: 100, muted: false },
  ...{ standby: null, listId: null, itemId: null, next: null, waiting: null, listRemainingSeconds: null },
  fade: { to: 'picture', level: 1 },
  overlay: { kind: 'none' },
};

test.each([
  ['far from its end', {}, 5, '0:15.0', 'running'],
  ['under 10 s', {}, 11, '0:09.0', 'amber'],
  ['under 5 s', {}, 16, '0:04.0', 'red'],
  ['at double speed', { speed: 2 }, 4, '0:08.0', 'amber'],
  ['backwards, away from its end', { speed: -1 }, 18, '0:02.0', 'running'],
  ['cued', { state: 'stopped' }, 0, '0:20.0', 'standing'],
  ['paused near its end', { state: 'paused' }, 19, '0:01.0', 'standing'],
  ['ended', { state: 'ended' }, 20, '0:00.0', 'over'],
  ['looping, near its end', { loops: true }, 19, '∞', 'running'],
  ['looping and paused', { loops: true, state: 'paused' }, 19, '∞', 'standing'],
  ['the splash screen', { clipId: 'splash', state: 'stopped' }, 0, '–:––.–', 'idle'],
] as const)('a clip %s', (_what, change, now, text, urgency) => {
  expect(toRemaining({ ...running, ...change }, now)).toEqual({ text, urgency });
});

test.each([
  ['a', 'playing', 'running', 'On air'],
  ['a', 'paused', 'standing', 'Paused, on the output'],
  ['a', 'stopped', 'standing', 'Cued, on the output'],
  ['a', 'ended', 'standing', 'Ended, on the output'],
  ['splash', 'stopped', undefined, 'Splash screen'],
] as const)('%s %s has the tally %s and reads “%s”', (clipId, state, tally, text) => {
  expect([toTally({ clipId, state }), toStateText({ clipId, state })]).toEqual([tally, text]);
});
