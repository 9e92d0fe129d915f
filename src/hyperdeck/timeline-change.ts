// What a change of the timeline makes of a place on it, and whether it is one at all.
import type { Timeline, TimelinePosition } from './timeline.ts';

/** A position after the timeline changed: its clip wherever that has gone, or else the start of what is there now. */
export const followTimeline = (
  { index, frame }: TimelinePosition,
  before: Timeline,
  after: Timeline,
): TimelinePosition => {
  const id = before.clips[index]?.clip.id;
  const places = after.clips.flatMap(({ clip }, at) => (clip.id === id ? [at] : []));
  const [nearest] = places.sort((one, other) => Math.abs(one - index) - Math.abs(other - index));
  return nearest === undefined ? { index, frame: 0 } : { index: nearest, frame };
};

/** Whether two timelines show the same of the same clips. */
export const isSameTimeline = (one: Timeline, other: Timeline): boolean =>
  one === other ||
  (one.clips.length === other.clips.length &&
    one.clips.every(({ clip, inSeconds, outSeconds }, index) => {
      const same = other.clips[index];
      return clip === same?.clip && inSeconds === same.inSeconds && outSeconds === same.outSeconds;
    }));
