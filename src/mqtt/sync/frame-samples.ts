// Frame samples of this player since its last correction.
import type { FrameSample, SharedSection } from './drift.ts';

/** Frames whose median counts. */
const MAX_SAMPLES = 25;
/** A position that moves more than this at once was a jump: a loop, a seek. */
const JUMP_SECONDS = 0.4;
/** Frames closer than these were held up on the way to here: only the last one is where the picture is. */
const BURST_SECONDS = 0.003;

/** Whether somebody sent the picture to another place; the turn of a loop is none. */
export const isSent = (section: SharedSection, fromSeconds: number, toSeconds: number): boolean => {
  const moved = toSeconds - fromSeconds;
  if (section.loop && Math.abs(moved + section.lengthSeconds) < JUMP_SECONDS) return false;
  return moved < 0 || moved > JUMP_SECONDS;
};

/** Those that go on from each other without a jump, with one more. */
export const addSample = (before: readonly FrameSample[], next: FrameSample): readonly FrameSample[] => {
  const last = before.at(-1);
  if (last === undefined) return [next];
  const moved = next.positionSeconds - last.positionSeconds;
  if (moved < 0 || moved > JUMP_SECONDS) return [next];
  const isBurst = next.atSeconds - last.atSeconds < BURST_SECONDS;
  return [...(isBurst ? before.slice(0, -1) : before.slice(-MAX_SAMPLES + 1)), next];
};
