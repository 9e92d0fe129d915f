// The timeline: clips one after another, counted in frames, kept apart from the clip library.
import { type Clip, ROUNDING_SECONDS } from '../../deck/clips/clip.ts';
import { framesToSeconds, secondsToFrames } from '../../deck/clips/timecode.ts';
import { formatOf, type VideoFormat } from './video-format.ts';

/** A clip on the timeline: all of it between its in and out point, or a part of its file. */
export interface TimelineEntry {
  readonly clipId: string;
  /** The item of the active list that it stands for. */
  readonly itemId?: string;
  /** Seconds on the file's own scale; undefined: the clip's current in and out point. */
  readonly part?: { readonly inSeconds: number; readonly outSeconds: number };
}

export interface TimelineClip {
  readonly clip: Clip;
  /** As in its entry. */
  readonly itemId?: string;
  readonly format: VideoFormat;
  readonly inSeconds: number;
  readonly outSeconds: number;
  /** The first frame's number in the file. */
  readonly inFrame: number;
  /** Length in frames of the clip's own rate, at least 1. */
  readonly frames: number;
  /** Frames on the timeline before it, each counted in its own clip's rate. */
  readonly startFrame: number;
  /** Start of its timecodes on the timeline, in frames of its own rate. */
  readonly startCount: number;
}

export interface Timeline {
  readonly clips: readonly TimelineClip[];
  readonly frames: number;
}

/** A frame of a clip on the timeline; both count from 0. */
export interface TimelinePosition {
  readonly index: number;
  readonly frame: number;
}

export const START: TimelinePosition = { index: 0, frame: 0 };

/** The clips of the library in list order, without missing files. */
export const toDefaultEntries = (
  clips: readonly Clip[],
  isMissing: (clip: Clip) => boolean,
): readonly TimelineEntry[] =>
  clips.filter((clip) => clip.kind !== 'splash' && !isMissing(clip)).map(({ id }) => ({ clipId: id }));

/** A frame belongs to a section when it starts in it; times in the list are rounded to milliseconds. */
const firstFrameFrom = (seconds: number, { rate }: VideoFormat): number =>
  Math.max(0, Math.ceil(((seconds - ROUNDING_SECONDS) * rate.numerator) / rate.denominator));

/** @param entries entries without a clip in the list are dropped */
export const toTimeline = (entries: readonly TimelineEntry[], clips: readonly Clip[]): Timeline => {
  const byId = new Map(clips.map((clip) => [clip.id, clip]));
  const made: TimelineClip[] = [];
  let startFrame = 0;
  let startSeconds = 0;
  for (const { clipId, itemId, part } of entries) {
    const clip = byId.get(clipId);
    if (clip === undefined) continue;
    const { inSeconds, outSeconds } = part ?? clip;
    const format = formatOf(clip);
    const inFrame = firstFrameFrom(inSeconds, format);
    const frames = Math.max(1, firstFrameFrom(outSeconds, format) - inFrame);
    const startCount = secondsToFrames(startSeconds, format.rate);
    const item = itemId === undefined ? {} : { itemId };
    made.push({ clip, ...item, format, inSeconds, outSeconds, inFrame, frames, startFrame, startCount });
    startFrame += frames;
    startSeconds += framesToSeconds(frames, format.rate);
  }
  return { clips: made, frames: startFrame };
};

/** Index of the last clip that begins at or before a value; 0 when there is none. */
const lastIndexAt = ({ clips }: Timeline, isAtOrBefore: (clip: TimelineClip) => boolean): number =>
  Math.max(0, clips.findLastIndex(isAtOrBefore));

const clamp = (number: number, most: number): number => Math.max(0, Math.min(number, most));

/** Clamps the position to its clip and to the timeline. */
export const clampPosition = ({ clips }: Timeline, { index, frame }: TimelinePosition): TimelinePosition => {
  const inside = clamp(index, clips.length - 1);
  return { index: inside, frame: clamp(frame, (clips[inside]?.frames ?? 1) - 1) };
};

/** @param frame on the timeline; clamped */
export const positionAt = (timeline: Timeline, frame: number): TimelinePosition => {
  const index = lastIndexAt(timeline, ({ startFrame }) => startFrame <= frame);
  return clampPosition(timeline, { index, frame: frame - (timeline.clips[index]?.startFrame ?? 0) });
};

/** The frame on the timeline. */
export const timelineFrame = ({ clips }: Timeline, { index, frame }: TimelinePosition): number =>
  (clips[index]?.startFrame ?? 0) + frame;

/**
 * @param count a timecode on the timeline as frames at the rate of the clip `near`; clamped
 */
export const positionAtCount = (timeline: Timeline, count: number, near: TimelinePosition): TimelinePosition => {
  const here = timeline.clips[near.index];
  if (here === undefined) return START;
  const inHere = count - here.startCount;
  if (inHere >= 0 && inHere < here.frames) return { index: near.index, frame: inHere };
  const toOwn = (clip: TimelineClip): number =>
    secondsToFrames(framesToSeconds(count, here.format.rate), clip.format.rate);
  const index = lastIndexAt(timeline, (clip) => clip.startCount <= toOwn(clip));
  const clip = timeline.clips[index] ?? here;
  return clampPosition(timeline, { index, frame: toOwn(clip) - clip.startCount });
};

/** Position in the file of a frame of the clip. Stills are always shown from their start. */
export const fileSeconds = (clip: TimelineClip, frame: number): number =>
  frame <= 0 || clip.clip.kind === 'still' ? clip.inSeconds : framesToSeconds(clip.inFrame + frame, clip.format.rate);

/**
 * The frame of the clip at a position in its file.
 * @param outSeconds end of the played section, where the position is that of the first frame that is not played
 */
export const frameAt = (clip: TimelineClip, seconds: number, outSeconds = clip.outSeconds): number => {
  const played = Math.min(clip.frames, firstFrameFrom(outSeconds, clip.format) - clip.inFrame);
  return clamp(secondsToFrames(seconds, clip.format.rate) - clip.inFrame, Math.max(1, played) - 1);
};
