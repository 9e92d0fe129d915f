// Maps a position across a timeline change.
import type { DeviceState } from './device-state.ts';
import type { PlayRange } from './play-range.ts';
import type { Timeline, TimelinePosition } from './timeline.ts';

/** The new index of a clip; undefined when it is not on the timeline any more. */
const indexAfter = (index: number, before: Timeline, after: Timeline): number | undefined => {
  const { clip: { id } = {}, itemId } = before.clips[index] ?? {};
  const item = itemId === undefined ? -1 : after.clips.findIndex((clip) => clip.itemId === itemId);
  if (item >= 0) return item;
  const places = after.clips.flatMap(({ clip }, at) => (clip.id === id ? [at] : []));
  return places.sort((one, other) => Math.abs(one - index) - Math.abs(other - index))[0];
};

/** The position after a change of the timeline: follows its clip, else the start of the clip now at its index. */
export const followTimeline = (
  { index, frame }: TimelinePosition,
  before: Timeline,
  after: Timeline,
): TimelinePosition => {
  const nearest = indexAfter(index, before, after);
  return nearest === undefined ? { index, frame: 0 } : { index: nearest, frame };
};

/** A clip range after a change of the library: from its first to its last remaining clip. */
const followRange = (range: PlayRange | undefined, before: Timeline, after: Timeline): PlayRange | undefined => {
  if (range?.by !== 'clips') return range;
  const numbers = before.clips
    .slice(range.first, range.first + range.count)
    .map((_clip, number) => range.first + number);
  const left = numbers.flatMap((index) => indexAfter(index, before, after) ?? []).sort((one, other) => one - other);
  const [first, last] = [left[0], left.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const count = last - first + 1;
  return first === range.first && count === numbers.length ? range : { by: 'clips', first, count };
};

/** The device state after a change of the timeline; a change by a controller keeps the play range. */
export const followDevice = (
  device: DeviceState,
  before: { readonly device: DeviceState; readonly timeline: Timeline },
  timeline: Timeline,
): DeviceState => {
  if (device.entries !== before.device.entries || timeline === before.timeline) return device;
  const playRange = followRange(device.playRange, before.timeline, timeline);
  return playRange === device.playRange ? device : { ...device, playRange };
};

/** True when two timelines have the same clips and sections. */
export const isSameTimeline = (one: Timeline, other: Timeline): boolean =>
  one === other ||
  (one.clips.length === other.clips.length &&
    one.clips.every(({ clip, inSeconds, outSeconds }, index) => {
      const same = other.clips[index];
      return clip === same?.clip && inSeconds === same.inSeconds && outSeconds === same.outSeconds;
    }));

/** The one before when the other has the same clips, sections and items. */
export const keepTimeline = (made: Timeline, before: Timeline): Timeline => {
  const hasSameItems = made.clips.every(({ itemId }, index) => itemId === before.clips[index]?.itemId);
  return hasSameItems && isSameTimeline(made, before) ? before : made;
};
