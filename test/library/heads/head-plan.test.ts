import { expect, test } from 'vitest';
import { type Clip, createClip } from '../../../src/deck/clips/clip.ts';
import { mayHaveHead, type Packet, toHeadPlan } from '../../../src/library/heads/head-plan.ts';

const BASE = { numerator: 1, denominator: 12_800 };
const FRAME = 512;
/** Frames at 25 a second with a key frame every so many, in the order of a file with B-frames. */
const packets = (count: number, group: number): readonly Packet[] =>
  Array.from({ length: count }, (_, frame) => ({ time: frame * FRAME, isKey: frame % group === 0 })).sort(
    (one, other) => (one.time ^ FRAME) - (other.time ^ FRAME),
  );

test('a head goes from the frame of the in point to the key frame after it', () => {
  expect(toHeadPlan(packets(500, 250), BASE, 9)).toEqual({ from: 225 * FRAME, to: 250 * FRAME, frames: 25 });
});

test('an in point rounded to a millisecond is the frame that it is nearest to', () => {
  const base = { numerator: 1, denominator: 24_000 };
  const film = Array.from({ length: 300 }, (_, frame) => ({ time: frame * 1001, isKey: frame % 120 === 0 }));
  for (const frame of [70, 71, 72]) {
    const inSeconds = Math.round((frame * 1001) / 24) / 1000;
    expect(toHeadPlan(film, base, inSeconds)?.from).toBe(frame * 1001);
  }
});

test.each([
  ['at a key frame', packets(500, 250), BASE, 10],
  ['shortly after a key frame', packets(500, 250), BASE, 10.2],
  ['between two frames', packets(500, 250), BASE, 9.02],
  ['after the last key frame', packets(500, 250), BASE, 15],
  ['of a group of pictures that is too long', packets(1000, 800), BASE, 1],
  ['of a clock that is too fine', packets(500, 250), { numerator: 1, denominator: 1_000_000 }, 0.1],
  ['of frames without times', [...packets(500, 250), { time: Number.NaN, isKey: false }], BASE, 9],
])('there is no head for an in point %s', (_, of, base, inSeconds) => {
  expect(toHeadPlan(of, base, inSeconds)).toBeUndefined();
});

const clip = (change: Partial<Clip> = {}, media: Partial<NonNullable<Clip['media']>> = {}): Clip => {
  const info = { container: 'mp4', videoCodec: 'h264', width: 1920, height: 1080, interlaced: false };
  const made = createClip('a', 'a.mp4', {
    moving: true,
    durationSeconds: 20,
    info: { ...info, pixelFormat: 'yuv420p', ...media },
  });
  return { ...made, inSeconds: 9, ...change };
};

test('a clip may have a head when it begins within common video', () => {
  expect(mayHaveHead(clip())).toBe(true);
  expect(mayHaveHead(clip({ inSeconds: 0 }))).toBe(false);
  expect(mayHaveHead(clip({ kind: 'still' }))).toBe(false);
  for (const media of [
    { container: 'ts' },
    { interlaced: true },
    { pixelFormat: 'yuv420p10le' },
    { width: 3840, height: 2160 },
    { hdr: 'pq' as const },
    { clockStartSeconds: 0.5 },
    { clockStepSeconds: 0.1 },
    { longFrames: true as const },
  ])
    expect([media, mayHaveHead(clip({}, media))]).toEqual([media, false]);
});
