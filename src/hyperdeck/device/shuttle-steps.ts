// Step size, next position and end of a stepped shuttle.
import { type FrameRange, isInRange, toFrameRange } from './play-range.ts';
import { timelineFrame } from './timeline.ts';
import { type Snapshot, toPlayMode } from './transport-info.ts';

/** Bounds in frames of the timeline: the single clip, the play range, or all. */
const toBounds = ({ deck, device, timeline, position }: Snapshot): FrameRange => {
  const all: FrameRange = { inFrame: 0, outFrame: timeline.frames };
  const range = toFrameRange(device.playRange, timeline);
  const outer = range !== undefined && isInRange(range, timeline, position) ? range : all;
  const clip = timeline.clips[position.index];
  if (clip === undefined || !toPlayMode(deck).singleClip) return outer;
  return {
    inFrame: Math.max(outer.inFrame, clip.startFrame),
    outFrame: Math.min(outer.outFrame, clip.startFrame + clip.frames),
  };
};

/**
 * The target of a step.
 * @param exact frames of the timeline, fractional; clamped to the ends, or wrapped
 */
export const toStepPlace = (snapshot: Snapshot, exact: number): number => {
  const { inFrame, outFrame } = toBounds(snapshot);
  if (!toPlayMode(snapshot.deck).loop) return Math.max(inFrame, Math.min(exact, outFrame - 1));
  const length = outFrame - inFrame;
  return inFrame + ((((exact - inFrame) % length) + length) % length);
};

/** True when a stepped shuttle has reached its end. */
export const isAtEdge = (snapshot: Snapshot): boolean => {
  if (toPlayMode(snapshot.deck).loop) return false;
  const { inFrame, outFrame } = toBounds(snapshot);
  const frame = timelineFrame(snapshot.timeline, snapshot.position);
  return (snapshot.deck.stepSpeed ?? 0) < 0 ? frame <= inFrame : frame >= outFrame - 1;
};
