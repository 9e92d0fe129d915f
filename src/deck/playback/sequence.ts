// A sequence: clips that play one after another; clips without a gap form one segment (an EDL for mpv).
import { type Clip, type Section, toSection } from '../clips/clip.ts';
import { toEdlCut } from '../ports.ts';
import { isJoined } from './joinable-clips.ts';

/** A clip's section in a sequence, on the file's own time scale. */
export interface SequenceItem {
  readonly clipId: string;
  readonly inSeconds: number;
  readonly outSeconds: number;
}

/**
 * What the output shows at the end of a sequence: its last frame, the first frame of the next item, or black; `clip` leaves
 * that to the last clip.
 */
export type SequenceEnd = 'hold' | 'next-frame' | 'black' | 'clip';

export interface Sequence {
  readonly items: readonly SequenceItem[];
  /** Only the current item plays; otherwise all from there on. */
  readonly singleClip: boolean;
  /** The item (single clip) or the whole sequence loops. */
  readonly loop: boolean;
  readonly atEnd: SequenceEnd;
}

/** A sequence of all clips of a list. */
export const toSequenceOfAll = (clips: readonly Clip[]): Sequence => ({
  items: clips.map(({ id, inSeconds, outSeconds }) => ({ clipId: id, inSeconds, outSeconds })),
  singleClip: false,
  loop: false,
  atEnd: 'hold',
});

/** The items from `first` on that the player shows as one, each with its clip and start on the segment's time scale. */
interface Segment {
  readonly first: number;
  readonly parts: readonly SegmentPart[];
  /** Number of parts that are still valid: later ones may change in the sequence while the player has all of them loaded. */
  readonly valid: number;
}

export interface SegmentPart {
  readonly item: SequenceItem;
  readonly clip: Clip;
  readonly offsetSeconds: number;
}

/** A position in a sequence. */
export interface SequencePosition {
  readonly run: Sequence;
  /** Index of the current item. */
  readonly index: number;
  readonly segment: Segment;
}

/** Limit of files that mpv opens at once. */
const MAX_SEGMENT_CLIPS = 10;

/** mpv's time of a part's first frame may differ from the sum of the earlier parts by less than this. */
const BOUNDARY_SECONDS = 0.002;

/** Undefined when the sequence has no such item, or its clip is not in the list. Segments are the same wherever playback starts. */
export const toSequencePosition = (
  run: Sequence,
  index: number,
  clips: readonly Clip[],
): SequencePosition | undefined => {
  const byId = new Map(clips.map((clip) => [clip.id, clip]));
  const clipAt = (at: number): Clip | undefined => byId.get(run.items[at]?.clipId ?? '');
  const isCutBefore = (at: number, first: number): boolean =>
    at - first >= MAX_SEGMENT_CLIPS || !isJoined(clipAt(at - 1), clipAt(at));
  let first = 0;
  for (let at = 1; at <= index; at += 1) if (isCutBefore(at, first)) first = at;
  let end = first + 1;
  while (end < run.items.length && !isCutBefore(end, first)) end += 1;

  const parts: SegmentPart[] = [];
  let offsetSeconds = 0;
  for (const item of run.items.slice(first, end)) {
    const clip = byId.get(item.clipId);
    if (clip === undefined) return undefined;
    parts.push({ item, clip, offsetSeconds });
    offsetSeconds += toEdlCut(item).lengthSeconds;
  }
  const segment = { first, parts, valid: parts.length };
  return index >= first && index < end ? { run, index, segment } : undefined;
};

/** The same position with a segment of this item only. */
export const alone = (place: SequencePosition): SequencePosition => {
  const part = currentPart(place);
  if (part === undefined || place.segment.parts.length === 1) return place;
  return { ...place, segment: { first: place.index, parts: [{ ...part, offsetSeconds: 0 }], valid: 1 } };
};

/**
 * The position at `index` of a changed sequence during playback: keeps the loaded segment as far as it still matches,
 * so that a change of later items is not visible.
 */
export const changeSequence = (
  place: SequencePosition,
  run: Sequence,
  index: number,
  clips: readonly Clip[],
): SequencePosition | undefined => {
  const fresh = toSequencePosition(run, index, clips);
  const [previous, current] = [currentPart(place), fresh && currentPart(fresh)];
  if (fresh === undefined || previous === undefined || current === undefined) return undefined;
  if (!isSameItem(previous.item, current.item)) return fresh;
  const at = place.index - place.segment.first;
  const following = fresh.segment.parts.slice(index - fresh.segment.first);
  const differs = following.findIndex((part, n) => !isSameItem(part.item, place.segment.parts[at + n]?.item));
  const valid = at + (differs < 0 ? following.length : differs);
  const parts = place.segment.parts.map((part, n) => ({ ...part, clip: following[n - at]?.clip ?? part.clip }));
  return { run, index, segment: { first: index - at, parts, valid } };
};

const isSameItem = (one: SequenceItem, other: SequenceItem | undefined): boolean =>
  one.clipId === other?.clipId && one.inSeconds === other.inSeconds && one.outSeconds === other.outSeconds;

/** The current item. */
export const currentPart = ({ segment, index }: SequencePosition): SegmentPart | undefined =>
  segment.parts[index - segment.first];

/** Converts a position in the current item's file to the player's time scale. */
export const toPlayerSeconds = (place: SequencePosition, fileSeconds: number): number => {
  const part = currentPart(place);
  if (part === undefined || place.segment.parts.length === 1) return fileSeconds;
  return part.offsetSeconds + fileSeconds - toEdlCut(part.item).startSeconds;
};

/** Where a part of a longer segment plays, on the player's time scale. */
export const toPartTimes = ({ item, offsetSeconds }: SegmentPart) => {
  const { startSeconds, lengthSeconds } = toEdlCut(item);
  const toPlayer = (fileSeconds: number): number => offsetSeconds + fileSeconds - startSeconds;
  return {
    inSeconds: toPlayer(item.inSeconds),
    outSeconds: toPlayer(item.outSeconds),
    within: {
      startSeconds: offsetSeconds - BOUNDARY_SECONDS,
      endSeconds: offsetSeconds + lengthSeconds - BOUNDARY_SECONDS,
    },
  };
};

/** The item at a time of the player, and the position in its file. */
export const atPlayerSeconds = (
  place: SequencePosition,
  seconds: number,
): { readonly place: SequencePosition; readonly fileSeconds: number } => {
  const { segment } = place;
  if (segment.parts.length === 1) return { place, fileSeconds: seconds };
  const index = segment.first + partIndexAt(place, seconds);
  const part = segment.parts[index - segment.first];
  if (part === undefined) return { place, fileSeconds: seconds };
  const { startSeconds, lengthSeconds } = toEdlCut(part.item);
  const inPart = Math.max(0, Math.min(seconds - part.offsetSeconds, lengthSeconds));
  return { place: index === place.index ? place : { ...place, index }, fileSeconds: startSeconds + inPart };
};

/** A single clip is never left; sound may end after its last frame. */
const partIndexAt = ({ run, index, segment }: SequencePosition, seconds: number): number => {
  if (run.singleClip) return index - segment.first;
  const begun = segment.parts.slice(0, segment.valid);
  return Math.max(
    0,
    begun.findLastIndex(({ offsetSeconds }) => seconds + BOUNDARY_SECONDS >= offsetSeconds),
  );
};

/** The first item of the next segment; undefined at the end of the sequence. */
export const nextSegmentIndex = ({ run, segment }: SequencePosition): number | undefined => {
  if (run.singleClip) return undefined;
  const next = segment.first + segment.valid;
  if (next < run.items.length) return next;
  return run.loop ? 0 : undefined;
};

/** The section that plays, on the player's time scale. */
export const toSequenceSection = (place: SequencePosition): Section => {
  const { run, segment } = place;
  const part = currentPart(place);
  if (part === undefined) return { inSeconds: 0, outSeconds: 0, loop: false, toEnd: true };
  const { item, clip, offsetSeconds } = part;
  if (segment.parts.length === 1) {
    const section = toSection({ ...clip, inSeconds: item.inSeconds, outSeconds: item.outSeconds });
    return { ...section, loop: clip.loop || (run.loop && (run.singleClip || run.items.length === 1)) };
  }
  const toEndOf = (part: SegmentPart): number => part.offsetSeconds + toEdlCut(part.item).lengthSeconds;
  if (run.singleClip || clip.loop) {
    return {
      inSeconds: offsetSeconds,
      outSeconds: toEndOf({ item, clip, offsetSeconds }),
      loop: run.loop || clip.loop,
      toEnd: false,
    };
  }
  const last = segment.parts[segment.valid - 1];
  const toEnd = segment.valid === segment.parts.length;
  return {
    inSeconds: 0,
    outSeconds: last === undefined ? 0 : toEndOf(last),
    loop: run.loop && toEnd && segment.valid === run.items.length,
    toEnd,
  };
};

/**
 * The sequence after a change of the clip list: drops items of removed clips and trims those of changed clips again.
 * @param playing true while the loaded segment is on air
 */
export const adoptClips = (
  place: SequencePosition,
  before: readonly Clip[],
  after: readonly Clip[],
  playing: boolean,
): SequencePosition | undefined => {
  const [previous, fresh] = [before, after].map((clips) => new Map(clips.map((clip) => [clip.id, clip])));
  const current = place.run.items[place.index];
  const kept = place.run.items.flatMap((item) => {
    const next = cutAnew(item, previous?.get(item.clipId), fresh?.get(item.clipId));
    return next === undefined ? [] : [{ item, next }];
  });
  const index = kept.findIndex(({ item }) => item === current);
  const run = { ...place.run, items: kept.map(({ next }) => next) };
  return playing ? changeSequence(place, run, index, after) : toSequencePosition(run, index, after);
};

const cutAnew = (item: SequenceItem, before: Clip | undefined, after: Clip | undefined): SequenceItem | undefined => {
  if (before === undefined || after === undefined) return undefined;
  const wasWhole = item.inSeconds === before.inSeconds && item.outSeconds === before.outSeconds;
  const inSeconds = wasWhole ? after.inSeconds : Math.max(item.inSeconds, after.inSeconds);
  const outSeconds = wasWhole ? after.outSeconds : Math.min(item.outSeconds, after.outSeconds);
  return outSeconds > inSeconds ? { clipId: item.clipId, inSeconds, outSeconds } : undefined;
};
