// Clip timecodes: from the file's start, and as the front panel shows them.
import type { Clip } from '../../deck/clips/clip.ts';
import {
  framesToSeconds,
  hasDropFrame,
  parseTimecode,
  secondsToFrames,
  type TimecodeBase,
  toTimecode,
} from '../../deck/clips/timecode.ts';
import { type Configuration, timecodeBase } from './configuration.ts';
import type { TimelineClip } from './timeline.ts';
import { formatOf } from './video-format.ts';

interface OwnStart {
  /** Timecode of the file's first frame, in frames of the clip's rate. */
  readonly count: number;
  readonly dropFrame: boolean;
  /** Timecodes wrap at midnight. */
  readonly dayFrames: number;
}

const toOwnStart = (clip: Clip): OwnStart | undefined => {
  const text = clip.media?.startTimecode;
  if (text === undefined) return undefined;
  const { rate } = formatOf(clip);
  const fileRate = clip.media?.frameRate ?? rate;
  const dropFrame = text.includes(';') && hasDropFrame(rate);
  try {
    const count = parseTimecode(text, { rate: fileRate, dropFrame: dropFrame && hasDropFrame(fileRate) });
    const isSameRate = fileRate.numerator * rate.denominator === rate.numerator * fileRate.denominator;
    const base = { rate, dropFrame };
    return {
      count: isSameRate ? count : secondsToFrames(framesToSeconds(count, fileRate), rate),
      dropFrame,
      dayFrames: parseTimecode(dropFrame ? '24:00:00;00' : '24:00:00:00', base),
    };
  } catch {
    // A label that does not exist at its rate is ignored.
    return undefined;
  }
};

const known = new WeakMap<Clip, { readonly start: OwnStart | undefined }>();

const ownStartOf = (clip: Clip): OwnStart | undefined => {
  const found = known.get(clip) ?? { start: toOwnStart(clip) };
  known.set(clip, found);
  return found.start;
};

/** The form of the file's own timecode tells whether it is drop-frame. */
const ownBase = (
  { clip, format }: Pick<TimelineClip, 'clip' | 'format'>,
  configuration: Configuration,
): TimecodeBase => {
  const start = ownStartOf(clip);
  return start === undefined ? timecodeBase(format, configuration) : { rate: format.rate, dropFrame: start.dropFrame };
};

/** @param frame in the clip */
export const ownTimecode = (clip: TimelineClip, frame: number, configuration: Configuration): string => {
  const start = ownStartOf(clip.clip);
  const count = (start?.count ?? 0) + clip.inFrame + frame;
  return toTimecode(start === undefined ? count : count % start.dayFrames, ownBase(clip, configuration));
};

const isOwnShown = (configuration: Configuration): boolean => configuration['timecode output'] === 'clip';

/** Timecode base of a clip's displayed timecodes. */
export const shownBase = (clip: TimelineClip, configuration: Configuration): TimecodeBase =>
  isOwnShown(configuration) ? ownBase(clip, configuration) : timecodeBase(clip.format, configuration);

/** Display timecode at a frame of the clip: that of the timeline, or the clip's own if `timecode output` says so. */
export const shownTimecode = (clip: TimelineClip, frame: number, configuration: Configuration): string =>
  isOwnShown(configuration)
    ? ownTimecode(clip, frame, configuration)
    : toTimecode(clip.startCount + frame, shownBase(clip, configuration));

/** Converts a count of the file's own timecode to a frame of the file; negative before its start. */
const toFileFrame = (count: number, { clip }: Pick<TimelineClip, 'clip'>): number => {
  const start = ownStartOf(clip);
  if (start === undefined) return count;
  const after = (((count - start.count) % start.dayFrames) + start.dayFrames) % start.dayFrames;
  return after > start.dayFrames / 2 ? after - start.dayFrames : after;
};

/**
 * The frame of the clip at which a timecode is shown; it may lie outside the clip.
 * @throws AppError `invalid-value` when it is no timecode of this rate
 */
export const frameShownAt = (text: string, clip: TimelineClip, configuration: Configuration): number => {
  const count = parseTimecode(text, shownBase(clip, configuration));
  return isOwnShown(configuration) ? toFileFrame(count, clip) - clip.inFrame : count - clip.startCount;
};

/**
 * Frames of the whole file for two timecodes: its own, or both counted from its start if the first lies before that.
 * @throws AppError `invalid-value` when one is no timecode of this rate
 */
export const fileFramesAt = (
  texts: readonly [string, string],
  clip: Pick<TimelineClip, 'clip' | 'format'>,
  configuration: Configuration,
): readonly [number, number] => {
  const [from, to] = texts.map((text) => parseTimecode(text, ownBase(clip, configuration))) as [number, number];
  const own = toFileFrame(from, clip);
  return own < 0 ? [from, to] : [own, toFileFrame(to, clip)];
};
