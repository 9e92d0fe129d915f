// Checks a result against its original before it may replace it: frames, duration, pictures, sound.
import { AppError } from '../../base/errors.ts';
import type { Clip, FrameRate } from '../../deck/clips/clip.ts';
import { framesToSeconds, secondsToFrames } from '../../deck/clips/timecode.ts';
import { NORMAL_FRAME_SECONDS } from '../probe/long-frames.ts';
import { type Run, renderPlanes } from '../thumbnails/ffmpeg-frame.ts';
import { toFrameSearches } from '../thumbnails/thumbnail-spec.ts';
import type { PauseSwitch } from './pause-switch.ts';
import { isAlike } from './picture-likeness.ts';
import { isSteady, type StreamTimes } from './stream-times.ts';
import { DEINTERLACE } from './target.ts';

/** A file with what is known of it. */
export interface MeasuredFile {
  readonly path: string;
  /** As the clip list would have it. */
  readonly clip: Clip;
  readonly video: StreamTimes;
  readonly audio: StreamTimes | undefined;
}

const SIZE = { width: 96, height: 54 } as const;
/** Pictures between the first and the last that are compared. */
const MIDDLE_PICTURES = 6;
const TOLERANCE_SECONDS = 0.1;
const MAX_TRIES = 5;

const refuse = (why: string): AppError =>
  new AppError('unsupported-media', `The result is not as the original: ${why}. The original stays.`);

/** Time of the player at a time of the file's clock. */
const toPlayed = ({ clip }: MeasuredFile, seconds: number): number => seconds - (clip.media?.clockStartSeconds ?? 0);

const isFaster = (one: FrameRate, other: FrameRate): boolean =>
  one.numerator * other.denominator > other.numerator * one.denominator;

/** Least and most frames that the original has at this rate. */
const toFrameCounts = (original: MeasuredFile, rate: FrameRate): { readonly least: number; readonly most: number } => {
  const { video, clip } = original;
  const toFrame = (seconds: number): number => secondsToFrames(toPlayed(original, seconds), rate);
  const last = toFrame(video.lastSeconds) + 1;
  const end = toFrame(video.endSeconds);
  // Fields that were coded singly, and frames without a time of their own, do not tell exactly.
  const unsure = !video.isTimed ? 2 : clip.media?.interlaced ? 1 : 0;
  // The last frames may be among those that are left out.
  const leftOut = clip.media?.frameRate !== undefined && isFaster(clip.media.frameRate, rate) ? 1 : 0;
  return { least: last - unsure - leftOut, most: (isSteady(video, rate) ? last : Math.max(last, end + 1)) + unsure };
};

/** @throws AppError `unsupported-media` when a length differs */
export const checkLengths = (original: MeasuredFile, result: MeasuredFile, rate: FrameRate): void => {
  const { least, most } = toFrameCounts(original, rate);
  const { packets } = result.video;
  if (packets < least || packets > most)
    throw refuse(`it has ${packets} frames instead of ${least === most ? least : `${least} to ${most}`}`);
  if (!isSteady(result.video, rate)) throw refuse('its frames do not come at equal distances');
  const [before, after] = [original, result].map(({ clip }) => clip.durationSeconds);
  if (Math.abs((after ?? 0) - (before ?? 0)) > TOLERANCE_SECONDS + framesToSeconds(1, rate))
    throw refuse(`it lasts ${after} s instead of ${before} s`);
  if (original.audio === undefined) return;
  if (result.audio === undefined) throw refuse('it has no sound');
  const ends = [original, result].map((file) => toPlayed(file, file.audio?.endSeconds ?? 0));
  if (Math.abs((ends[0] ?? 0) - (ends[1] ?? 0)) > TOLERANCE_SECONDS)
    throw refuse(`its sound ends at ${ends[1]?.toFixed(2)} s instead of ${ends[0]?.toFixed(2)} s`);
};

/** How far the first frame may be from a multiple of a frame's time, in frames, for the player to show the same one as ffmpeg. */
const MAX_GRID_OFFSET = 0.1;

const isOnGrid = (original: MeasuredFile, rate: FrameRate): boolean => {
  const first = (toPlayed(original, original.video.firstSeconds) * rate.numerator) / rate.denominator;
  const isNear = Math.abs(first - Math.round(first)) < MAX_GRID_OFFSET;
  return isNear && original.video.isTimed && isSteady(original.video, rate);
};

/**
 * Where in the result a picture of the original may be, in frames, if the original's frames come at any time: a frame early or late; and
 * between two frames the player stands at the later one, which the result shows when it is due.
 */
const toOffsets = (rate: FrameRate): readonly number[] => {
  const most = secondsToFrames(NORMAL_FRAME_SECONDS, rate) + 1;
  return [0, -1, ...Array.from({ length: most }, (_, index) => index + 1)];
};

interface Pacing extends Run {
  readonly pause: PauseSwitch;
}

/** The picture that the player shows at a time, small. */
const pictureAt = async (
  { path, clip }: MeasuredFile,
  seconds: number,
  { priority, pause, signal }: Pacing,
): Promise<Buffer | undefined> => {
  const hdr = clip.media?.hdr !== undefined;
  const before = clip.media?.interlaced ? [DEINTERLACE] : [];
  for (const search of toFrameSearches(clip, seconds)) {
    for (let tries = 1; ; tries += 1) {
      await pause.whenFree(signal);
      try {
        const picture = await renderPlanes(path, { search, hdr, before, ...SIZE }, { priority, signal });
        if (picture !== undefined) return picture;
        break;
      } catch (error) {
        const isBusy = error instanceof AppError && error.code === 'busy' && tries < MAX_TRIES;
        if (!isBusy) throw error;
      }
    }
  }
  return undefined;
};

/** Frame numbers of the result that are compared: the first, the last, and some between. */
const toSamples = (frames: number): readonly number[] => {
  const steps = MIDDLE_PICTURES + 1;
  const all = Array.from({ length: steps + 1 }, (_, step) => Math.round(((frames - 1) * step) / steps));
  return [...new Set(all)];
};

/**
 * Compares pictures of both files at equal times.
 * @param onPart called with the share that is done, 0 to 1
 * @throws AppError `unsupported-media` when one differs; the signal's reason
 */
export const checkPictures = async (
  original: MeasuredFile,
  result: MeasuredFile,
  run: Pacing & { readonly rate: FrameRate; readonly onPart: (share: number) => void },
): Promise<void> => {
  const { rate, onPart } = run;
  const isExact = isOnGrid(original, rate);
  const offsets = isExact ? [0] : toOffsets(rate);
  const samples = toSamples(result.video.packets);
  for (const [done, frame] of samples.entries()) {
    const seconds = framesToSeconds(frame, rate);
    const wanted = await pictureAt(original, seconds, run);
    if (wanted === undefined) throw refuse(`the original shows no picture at ${seconds.toFixed(3)} s`);
    const isFound = async (): Promise<boolean> => {
      for (const offset of offsets) {
        const place = frame + offset;
        if (place < 0 || place >= result.video.packets) continue;
        const picture = await pictureAt(result, framesToSeconds(place, rate), run);
        if (picture !== undefined && isAlike(wanted, picture, SIZE)) return true;
      }
      return false;
    };
    if (!(await isFound())) throw refuse(`its picture at ${seconds.toFixed(3)} s is another one`);
    onPart((done + 1) / samples.length);
  }
};
