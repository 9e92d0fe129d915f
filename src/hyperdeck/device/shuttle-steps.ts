// Step size, next position and end of a stepped shuttle.
import { type FrameRange, isInRange, toFrameRange } from './play-range.ts';
import { timelineFrame } from './timeline.ts';
import { type Snapshot, toPlayMode } from './transport-info.ts';

/** Frames of the timeline that it stays in: the clip that plays by itself, the play range it is in, or all. */
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
 * Where a step leads.
 * @param exact frames of the timeline, with a fraction; beyond an end it is the end, or begins again at the other one
 */
export const toStepPlace = (snapshot: Snapshot, exact: number): number => {
  const { inFrame, outFrame } = toBounds(snapshot);
  if (!toPlayMode(snapshot.deck).loop) return Math.max(inFrame, Math.min(exact, outFrame - 1));
  const length = outFrame - inFrame;
  return inFrame + ((((exact - inFrame) % length) + length) % length);
};

/** Whether a stepped speed has come to the end it goes to. */
export const isAtEdge = (snapshot: Snapshot): boolean => {
  if (toPlayMode(snapshot.deck).loop) return false;
  const { inFrame, outFrame } = toBounds(snapshot);
  const frame = timelineFrame(snapshot.timeline, snapshot.position);
  return (snapshot.deck.stepSpeed ?? 0) < 0 ? frame <= inFrame : frame >= outFrame - 1;
};
