import { expect, test } from 'vitest';
import type { Log } from '../../../src/base/log.ts';
import { createLifecycleLog } from '../../../src/mpv/process/lifecycle-log.ts';
import type { MpvExit } from '../../../src/mpv/process/process.ts';

const WORDS = ['[ao/alsa] Playback open error: No such device', '[vo/drm] Failed to acquire DRM master'];

const told = (exit: Partial<MpvExit>, life: { readonly hasAnswered?: boolean; readonly wasFrozen?: boolean } = {}) => {
  const lines: string[] = [];
  const add = (text: string): void => void lines.push(text);
  const log: Log = { debug: add, info: add, warning: add, error: add, recent: () => [] };
  createLifecycleLog({ log, program: 'mpv' }).ended({
    exit: { code: null, signal: null, stderrTail: WORDS, ...exit },
    hasAnswered: true,
    wasFrozen: false,
    level: 0,
    ...life,
  });
  return lines;
};

test('what mpv had said does not stand behind an end from outside', () => {
  expect(told({ signal: 'SIGKILL' })).toEqual(['player ended (SIGKILL), starting it again']);
  expect(told({ signal: 'SIGTERM' })).toEqual(['player ended (SIGTERM), starting it again']);
});

test('it stands behind an end of its own, a freeze, and a start that failed', () => {
  const words = WORDS.join('; ');
  expect(told({ signal: 'SIGSEGV' })).toEqual([`player ended (SIGSEGV), starting it again: ${words}`]);
  expect(told({ code: 2 })).toEqual([`player ended (exit 2), starting it again: ${words}`]);
  expect(told({ signal: 'SIGKILL' }, { wasFrozen: true })).toEqual([
    `player ended (frozen, killed), starting it again: ${words}`,
  ]);
  expect(told({ code: 1 }, { hasAnswered: false })).toEqual([
    `mpv does not start with options for mpv 0.40 (exit 1): ${words}`,
  ]);
});
