// Where `goto`, `play` and `jog` are told to go, as a position on the timeline.
import { parseTimecode, type TimecodeBase } from '../deck/timecode.ts';
import { refuseMixed } from './command.ts';
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
import type { VideoFormat } from './video-format.ts';

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

/**
 * The clip and its frame that show a label. Each clip has labels in its own rate, so that what a list or `display timecode`
 * says leads back to where it was said of; undefined when no clip shows it.
 */
export const findLabel = (text: string, { timeline, position, device }: Snapshot): TimelinePosition | undefined => {
  const counts = new Map<VideoFormat, number | undefined>();
  const countIn = ({ format }: TimelineClip): number | undefined => {
    if (!counts.has(format)) counts.set(format, countOf(text, timecodeBase(format, device.configuration)));
    return counts.get(format);
  };
  const frames = timeline.clips.map((clip) => {
    const count = countIn(clip);
    const frame = count === undefined ? -1 : count - clip.startCount;
    return frame < clip.frames ? frame : -1;
  });
  const start = frames.indexOf(0);
  if (start >= 0) return { index: start, frame: 0 };
  const index = (frames[position.index] ?? -1) >= 0 ? position.index : frames.findIndex((frame) => frame >= 0);
  return index < 0 ? undefined : { index, frame: frames[index] ?? 0 };
};

const countOf = (text: string, base: TimecodeBase): number | undefined => {
  try {
    return parseTimecode(text, base);
  } catch {
    return undefined;
  }
};

/** On the timeline: by itself, or from where the picture is, in frames. */
export const toTimecodePosition = (text: string, snapshot: Snapshot): TimelinePosition => {
  checkTimeline(snapshot);
  const { timeline, position } = snapshot;
  const target = toTarget(text);
  const labelled = target.sign === '' ? findLabel(target.text, snapshot) : undefined;
  if (labelled !== undefined) return labelled;
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
  refuseMixed(values, [['clip'], ['timeline'], ['timecode']]);
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
