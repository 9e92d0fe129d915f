// Where `goto`, `play` and `jog` are told to go, as a position on the timeline.
import { parseTimecode, type TimecodeBase } from '../deck/timecode.ts';
import { timecodeBase } from './configuration.ts';
import { CommandFailure } from './failure.ts';
import { checkTimeline } from './move.ts';
import {
  clampPosition,
  positionAt,
  positionAtCount,
  type TimelineClip,
  type TimelinePosition,
  timelineFrame,
} from './timeline.ts';
import type { Snapshot } from './transport-info.ts';
import { fromHere, parseWhole, toTarget } from './values.ts';

/** Parameters that name a place. */
export const TARGET_PARAMETERS = ['clip id', 'clip', 'timeline', 'timecode'] as const;

type Values = ReadonlyMap<string, string>;

const clipAt = ({ timeline }: Snapshot, index: number): TimelineClip => {
  const clip = timeline.clips[index];
  if (clip === undefined) throw new CommandFailure(112, `clip id 1 to ${timeline.clips.length}`);
  return clip;
};

const baseAt = (snapshot: Snapshot, index: number): TimecodeBase =>
  timecodeBase(clipAt(snapshot, index).format, snapshot.device.configuration);

/** `start` and `end` by name, else a number by itself or from here on. */
const toNumber = (text: string, here: number, last: number): number => {
  const word = text.toLowerCase();
  if (word === 'start') return 0;
  if (word === 'end') return last;
  const target = toTarget(text);
  return fromHere(target, here, parseWhole(target.text));
};

/** @throws CommandFailure 112 for a number that is not there; a step on or back stops at the ends. */
const toClipIndex = (text: string, snapshot: Snapshot): number => {
  const last = snapshot.timeline.clips.length - 1;
  const here = snapshot.position.index;
  if (/^\d/.test(text)) {
    clipAt(snapshot, parseWhole(text) - 1);
    return parseWhole(text) - 1;
  }
  return Math.max(0, Math.min(toNumber(text, here, last), last));
};

/** On the timeline: by itself, or from where the picture is, in frames. */
export const toTimecodePosition = (text: string, snapshot: Snapshot): TimelinePosition => {
  checkTimeline(snapshot);
  const { timeline, position } = snapshot;
  const target = toTarget(text);
  const count = parseTimecode(target.text, baseAt(snapshot, position.index));
  if (target.sign === '') return positionAtCount(timeline, count, position);
  return positionAt(timeline, fromHere(target, timelineFrame(timeline, position), count));
};

/**
 * The place that the parameters name; beyond an end, the end. Undefined when they name none.
 * @throws CommandFailure 100, 102, 107, 112
 */
export const toPosition = (values: Values, snapshot: Snapshot): TimelinePosition | undefined => {
  if (!TARGET_PARAMETERS.some((name) => values.has(name))) return undefined;
  checkTimeline(snapshot);
  const [clipId, clip, frame, timecode] = TARGET_PARAMETERS.map((name) => values.get(name));
  if ([clip, frame, timecode].filter((given) => given !== undefined).length > 1) {
    throw new CommandFailure(100, 'more than one place is named');
  }
  const { timeline, position } = snapshot;
  const start = clipId === undefined ? position : { index: toClipIndex(clipId, snapshot), frame: 0 };
  if (clip !== undefined) {
    return clampPosition(timeline, {
      ...start,
      frame: toNumber(clip, start.frame, clipAt(snapshot, start.index).frames - 1),
    });
  }
  if (frame !== undefined) {
    return positionAt(timeline, toNumber(frame, timelineFrame(timeline, position), timeline.frames - 1));
  }
  if (timecode === undefined) return start;
  if (clipId === undefined) return toTimecodePosition(timecode, snapshot);
  const target = toTarget(timecode);
  const count = parseTimecode(target.text, baseAt(snapshot, start.index));
  return positionAt(timeline, fromHere({ sign: target.sign || '+', text: '' }, timelineFrame(timeline, start), count));
};
