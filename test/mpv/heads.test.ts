import { expect, test } from 'vitest';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import type { Cue } from '../../src/deck/ports.ts';
import { canPlayHeads, startsWithHead, toHeadUrl } from '../../src/mpv/heads.ts';

test('the parts begin at the same numbers on both time scales, the last one exactly at the key frame', () => {
  for (const [fromFrame, keyFrame, rate] of [
    [225, 250, 25],
    [70, 120, 24000 / 1001],
    [1799, 2000, 60000 / 1001],
    [1, 250, 30000 / 1001],
  ] as const) {
    const [fromSeconds, keySeconds] = [fromFrame / rate, keyFrame / rate];
    const url = toHeadUrl('/clips/a,b;c.mp4', { path: '/heads/1.nut', fromSeconds, keySeconds });
    const [whole, before, head, after] = url.match(/%\d+%[^;]*(;c\.mp4)?[^;]*/g) ?? [];
    expect(whole).toBe('%16%/clips/a,b;c.mp4');
    const beforeLength = Number(/length=(.*)/.exec(before ?? '')?.[1]);
    const [, headStart, headLength] = (/start=(.*),length=(.*)/.exec(head ?? '') ?? []).map(Number);
    expect(head).toMatch(/^%12%\/heads\/1\.nut,/);
    expect(headStart).toBe(beforeLength);
    expect(beforeLength + Number(headLength)).toBe(keySeconds);
    expect(after).toBe(`%16%/clips/a,b;c.mp4,start=${keySeconds}`);
    // After the frame before the head's first one, and not after that.
    expect(fromSeconds - beforeLength).toBeGreaterThanOrEqual(0);
    expect(fromSeconds - beforeLength).toBeLessThan(0.0005);
  }
});

test('a load begins with a head only at the in point of a video', () => {
  const cue: Cue = {
    picture: { kind: 'video', path: '/a' },
    section: { inSeconds: 3, outSeconds: 5, loop: false, toEnd: false },
    sound: FULL_SOUND,
  };
  expect(startsWithHead(cue, 3)).toBe(true);
  expect(startsWithHead(cue, 3.04)).toBe(false);
  expect(startsWithHead({ ...cue, section: { ...cue.section, inSeconds: 0 } }, 0)).toBe(false);
  expect(startsWithHead({ ...cue, picture: { kind: 'still', path: '/a' } }, 3)).toBe(false);
  expect(startsWithHead({ ...cue, picture: { kind: 'reel', parts: [] } }, 3)).toBe(false);
});

test.each([
  ['mpv 0.35.1', false],
  ['mpv 0.39.0', false],
  ['mpv v0.40.0', true],
  ['mpv v1.0.0', true],
  ['mpv git-abcdef', false],
])('%s plays heads: %s', (version, can) => {
  expect(canPlayHeads(version)).toBe(can);
});
