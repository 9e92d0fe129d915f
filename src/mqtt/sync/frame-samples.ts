// Frame samples of this player since its last correction.
import type { FrameSample, SharedSection } from './drift.ts';

/** Number of samples for the median. */
const MAX_SAMPLES = 25;
/** A larger step of the position is a loop or a seek. */
const JUMP_SECONDS = 0.4;
/** Frames closer than this were delayed on their way: only the last one is current. */
const BURST_SECONDS = 0.003;

/** True when somebody seeked; the wrap of a loop does not count. */
export const isSent = (section: SharedSection, fromSeconds: number, toSeconds: number): boolean => {
  const moved = toSeconds - fromSeconds;
  if (section.loop && Math.abs(moved + section.lengthSeconds) < JUMP_SECONDS) return false;
  return moved < 0 || moved > JUMP_SECONDS;
};

/** Appends a sample; starts over after a jump. */
export const addSample = (before: readonly FrameSample[], next: FrameSample): readonly FrameSample[] => {
  const last = before.at(-1);
  if (last === undefined) return [next];
  const moved = next.positionSeconds - last.positionSeconds;
  if (moved < 0 || moved > JUMP_SECONDS) return [next];
  const isBurst = next.atSeconds - last.atSeconds < BURST_SECONDS;
  return [...(isBurst ? before.slice(0, -1) : before.slice(-MAX_SAMPLES + 1)), next];
};
