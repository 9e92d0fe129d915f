// The play range and the sequence it produces.
import type { Sequence, SequenceEnd, SequenceItem } from '../../deck/playback/sequence.ts';
import { fileSeconds, type Timeline, type TimelineClip, type TimelinePosition, timelineFrame } from './timeline.ts';

/** By clip numbers, so that the range follows their trimming; or by frames of the timeline. */
export type PlayRange =
  | { readonly by: 'clips'; readonly first: number; readonly count: number }
  | { readonly by: 'frames'; readonly inFrame: number; readonly outFrame: number };

/** Frames of the timeline from `inFrame` to before `outFrame`. */
export interface FrameRange {
  readonly inFrame: number;
  readonly outFrame: number;
}

/** The range clamped to the timeline; undefined when none is set or nothing remains. */
export const toFrameRange = (range: PlayRange | undefined, timeline: Timeline): FrameRange | undefined => {
  if (range === undefined) return undefined;
  if (range.by === 'frames') {
    const outFrame = Math.min(range.outFrame, timeline.frames);
    return range.inFrame < outFrame ? { inFrame: range.inFrame, outFrame } : undefined;
  }
  const first = timeline.clips[range.first];
  const last = timeline.clips[Math.min(range.first + range.count, timeline.clips.length) - 1];
  if (first === undefined || last === undefined) return undefined;
  return { inFrame: first.startFrame, outFrame: last.startFrame + last.frames };
};

export const isInRange = (range: FrameRange | undefined, timeline: Timeline, position: TimelinePosition): boolean => {
  const frame = timelineFrame(timeline, position);
  return range === undefined || (frame >= range.inFrame && frame < range.outFrame);
};

/** A clip's item of the sequence, trimmed where the range begins or ends inside it. */
const toItem = (clip: TimelineClip, range: FrameRange | undefined): SequenceItem | undefined => {
  const from = Math.max(0, (range?.inFrame ?? 0) - clip.startFrame);
  const to = Math.min(clip.frames, (range?.outFrame ?? Number.POSITIVE_INFINITY) - clip.startFrame);
  if (from >= to) return undefined;
  return {
    clipId: clip.clip.id,
    inSeconds: from === 0 ? clip.inSeconds : fileSeconds(clip, from),
    outSeconds: to === clip.frames ? clip.outSeconds : fileSeconds(clip, to),
  };
};

interface SequenceOnTimeline {
  readonly run: Sequence;
  /** Index on the timeline of the sequence's first item. */
  readonly first: number;
}

export const toRun = (
  timeline: Timeline,
  range: FrameRange | undefined,
  how: { readonly singleClip: boolean; readonly loop: boolean; readonly atEnd: SequenceEnd },
): SequenceOnTimeline => {
  const items = timeline.clips.map((clip) => toItem(clip, range));
  const first = Math.max(
    0,
    items.findIndex((item) => item !== undefined),
  );
  return { first, run: { items: items.flatMap((item) => item ?? []), ...how } };
};
