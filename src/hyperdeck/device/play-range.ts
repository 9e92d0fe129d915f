// The play range and the sequence it produces.
import type { Sequence, SequenceEnd, SequenceItem } from '../../deck/playback/sequence.ts';
import { fileSeconds, type Timeline, type TimelineClip, type TimelinePosition, timelineFrame } from './timeline.ts';

/** Clips by their number, so that the range follows their trimming; or frames of the timeline. */
export type PlayRange =
  | { readonly by: 'clips'; readonly first: number; readonly count: number }
  | { readonly by: 'frames'; readonly inFrame: number; readonly outFrame: number };

/** Frames of the timeline from `inFrame` to before `outFrame`. */
export interface FrameRange {
  readonly inFrame: number;
  readonly outFrame: number;
}

/** The range cut to the timeline as it is; undefined when none is set or nothing is left of it. */
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

/** A clip's part in the run, cut where the range begins or ends inside it. */
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

export interface SequenceOnTimeline {
  readonly run: Sequence;
  /** The clip on the timeline that is the run's first item. */
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
