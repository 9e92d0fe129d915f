// Parses the position parameters of `goto`, `play` and `jog`.
import { parseTimecode, type TimecodeBase } from '../../deck/clips/timecode.ts';
import { findByName } from '../device/clip-names.ts';
import { frameShownAt, shownBase, shownTimecode } from '../device/clip-timecode.ts';
import type { Configuration } from '../device/configuration.ts';
import { checkTimeline } from '../device/move.ts';
import {
  clampPosition,
  positionAt,
  positionAtCount,
  type TimelineClip,
  type TimelinePosition,
  timelineFrame,
} from '../device/timeline.ts';
import type { Snapshot } from '../device/transport-info.ts';
import { CommandError } from '../response-codes.ts';
import { fromHere, parseWhole, toTarget } from '../values.ts';
import { rejectMixed } from './command.ts';

/** Parameters of a position. */
export const TARGET_PARAMETERS = ['clip id', 'clip', 'timeline', 'timecode', 'name'] as const;

type Values = ReadonlyMap<string, string>;

const clipAt = ({ timeline }: Snapshot, index: number): TimelineClip => {
  const clip = timeline.clips[index];
  if (clip === undefined) throw new CommandError(112, `clip id 1 to ${timeline.clips.length}`);
  return clip;
};

const baseAt = (snapshot: Snapshot, index: number): TimecodeBase =>
  shownBase(clipAt(snapshot, index), snapshot.device.configuration);

/** `start` and `end` by name, else an absolute or relative number. */
const toNumber = (text: string, here: number, last: number): number => {
  const word = text.toLowerCase();
  if (word === 'start') return 0;
  if (word === 'end') return last;
  const target = toTarget(text);
  return fromHere(target, here, parseWhole(target.text));
};

/**
 * By its number, relative, or by its name, if that is no number.
 * @throws CommandError 102; 112 for a number out of range; relative steps are clamped
 */
const toClipIndex = (text: string, snapshot: Snapshot): number => {
  const last = snapshot.timeline.clips.length - 1;
  const here = snapshot.position.index;
  if (/^\d{1,9}$/.test(text)) {
    clipAt(snapshot, parseWhole(text) - 1);
    return parseWhole(text) - 1;
  }
  if (/^[+-]\d+$|^(start|end)$/i.test(text)) return Math.max(0, Math.min(toNumber(text, here, last), last));
  const named = indexOfName(text, snapshot);
  return named >= 0 ? named : parseWhole(text);
};

const indexOfName = (text: string, { timeline, device }: Snapshot): number =>
  findByName(
    timeline.clips.map(({ clip }) => clip),
    text,
    device.listNames,
  );

/** @throws CommandError 112 */
const toNamedIndex = (text: string, snapshot: Snapshot): number => {
  const index = indexOfName(text, snapshot);
  if (index < 0) throw new CommandError(112, `there is no clip ${JSON.stringify(text)} on the timeline`);
  return index;
};

/** The start of the clip given by number or name; the current position when none is given. */
const toStart = (values: Values, snapshot: Snapshot): TimelinePosition => {
  rejectMixed(values, [['clip id'], ['name']]);
  const [clipId, name] = [values.get('clip id'), values.get('name')];
  if (clipId !== undefined) return { index: toClipIndex(clipId, snapshot), frame: 0 };
  return name === undefined ? snapshot.position : { index: toNamedIndex(name, snapshot), frame: 0 };
};

/**
 * The clip and frame at a timecode label. Each clip has labels in its own rate, so that a label of a list or `display timecode`
 * leads back to its position; undefined when no clip has it. Clips' own timecodes often overlap, so the
 * clip `near` comes first for those.
 */
export const findLabel = (
  text: string,
  { timeline, device }: Snapshot,
  near: TimelinePosition,
): TimelinePosition | undefined => {
  const { configuration } = device;
  const frames = timeline.clips.map((clip) => {
    const frame = frameAtLabel(text, clip, configuration) ?? -1;
    return frame < clip.frames ? frame : -1;
  });
  // In drop-frame a label may also be a plain count; an exact label comes first.
  const isShown = frames.map((frame, index) => {
    const clip = timeline.clips[index];
    return frame >= 0 && clip !== undefined && shownTimecode(clip, frame, configuration) === text;
  });
  const order = [isShown, frames.map((frame) => frame >= 0)].flatMap((matches) => {
    const start = frames.findIndex((frame, index) => frame === 0 && matches[index]);
    const here = matches[near.index] === true ? near.index : -1;
    const first = matches.indexOf(true);
    return configuration['timecode output'] === 'clip' ? [here, start, first] : [start, here, first];
  });
  const index = order.find((found) => found >= 0);
  return index === undefined ? undefined : { index, frame: frames[index] ?? 0 };
};

const frameAtLabel = (text: string, clip: TimelineClip, configuration: Configuration): number | undefined => {
  try {
    return frameShownAt(text, clip, configuration);
  } catch {
    return undefined;
  }
};

/**
 * Position for a label that no clip has: the nearest end of the timeline or of the clip `near`.
 * @param back number of frames before it
 */
export const nearestToLabel = (
  text: string,
  snapshot: Snapshot,
  near: TimelinePosition,
  back = 0,
): TimelinePosition => {
  const { timeline, device } = snapshot;
  const clip = clipAt(snapshot, near.index);
  const frame = frameShownAt(text, clip, device.configuration) - back;
  if (device.configuration['timecode output'] === 'clip') return clampPosition(timeline, { ...near, frame });
  return positionAtCount(timeline, clip.startCount + frame, near);
};

/** A timecode on the timeline: absolute, or relative to the current position. */
export const toTimecodePosition = (text: string, snapshot: Snapshot): TimelinePosition => {
  checkTimeline(snapshot);
  const { timeline, position } = snapshot;
  const target = toTarget(text);
  if (target.sign === '') {
    return findLabel(target.text, snapshot, position) ?? nearestToLabel(target.text, snapshot, position);
  }
  const count = parseTimecode(target.text, baseAt(snapshot, position.index));
  return positionAt(timeline, fromHere(target, timelineFrame(timeline, position), count));
};

/** Offset from the start of a clip; or its own timecode, if that is displayed and the offset exceeds the clip. */
const toTimecodeInClip = (text: string, snapshot: Snapshot, start: TimelinePosition): TimelinePosition => {
  const { timeline, device } = snapshot;
  const clip = clipAt(snapshot, start.index);
  const target = toTarget(text);
  const count = parseTimecode(target.text, baseAt(snapshot, start.index));
  if (target.sign === '' && count >= clip.frames && device.configuration['timecode output'] === 'clip') {
    const frame = frameShownAt(target.text, clip, device.configuration);
    if (frame >= 0 && frame < clip.frames) return { ...start, frame };
  }
  return positionAt(timeline, fromHere({ sign: target.sign || '+', text: '' }, timelineFrame(timeline, start), count));
};

/**
 * The position that the parameters give, clamped to the ends. Undefined when they give none.
 * @throws CommandError 100, 102, 107, 112
 */
export const toPosition = (values: Values, snapshot: Snapshot): TimelinePosition | undefined => {
  if (!TARGET_PARAMETERS.some((name) => values.has(name))) return undefined;
  checkTimeline(snapshot);
  const [clip, frame, timecode] = ['clip', 'timeline', 'timecode'].map((name) => values.get(name));
  rejectMixed(values, [['clip'], ['timeline'], ['timecode']]);
  const { timeline, position } = snapshot;
  const start = toStart(values, snapshot);
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
  if (start === position) return toTimecodePosition(timecode, snapshot);
  return toTimecodeInClip(timecode, snapshot, start);
};
