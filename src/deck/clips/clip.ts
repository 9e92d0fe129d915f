// A clip as the deck knows it, and the section of it that plays.
import { type Clip, type FrameRate, type MediaInfo, NEW_CLIP } from './clip-shape.ts';
import { DEFAULT_RATE } from './timecode.ts';

export {
  type AtEnd,
  type Clip,
  type Coding,
  type FrameRate,
  FULL_SOUND,
  HDR_KINDS,
  type HdrKind,
  MAX_FADE_SECONDS,
  type MediaInfo,
  NEW_CLIP,
  type Sound,
} from './clip-shape.ts';

/** Containers without a key frame index, or with one that most programs omit. */
const UNINDEXED: readonly (string | undefined)[] = ['ts', 'mpg', 'flv'];

export const isIndexed = ({ media }: Clip): boolean => !UNINDEXED.includes(media?.container);

/** Below this rate every frame is a long one. */
const MIN_REPEAT_RATE = 5;

/** The rate at which the player repeats long frames; undefined for a clip without long frames. */
export const repeatRate = ({ media }: Clip): FrameRate | undefined => {
  if (!media?.longFrames) return undefined;
  const { numerator, denominator } = media.frameRate ?? DEFAULT_RATE;
  const rate = numerator / denominator;
  const times = rate < MIN_REPEAT_RATE ? Math.ceil(DEFAULT_RATE.numerator / DEFAULT_RATE.denominator / rate) : 1;
  return { numerator: numerator * times, denominator };
};

export const SPLASH_ID = 'splash';

/** Seconds that a new still is shown by default. */
const STILL_SECONDS = 10;

/**
 * Times in the list are rounded to milliseconds, frame times are not. Cutting half a millisecond early keeps every frame on its
 * side: a frame that starts at 2.919583 is excluded by the out points 2.920 and 2.919.
 */
export const ROUNDING_SECONDS = 0.0005;

/** Rounds to milliseconds, the resolution of every time in the clip list. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** The splash screen's entry at first start. */
export const createSplashClip = (absolutePath: string): Clip => ({
  id: SPLASH_ID,
  kind: 'splash',
  name: 'splashscreen',
  file: absolutePath,
  durationSeconds: 0,
  inSeconds: 0,
  outSeconds: 30,
  ...NEW_CLIP,
  loop: true,
});

/** Result of a probe. */
export interface ProbedMedia {
  /** False for a picture and for a file with a single frame. */
  readonly moving: boolean;
  readonly durationSeconds: number;
  readonly info: MediaInfo;
}

/** A file in the clips folder that is not probed yet and may become a clip. */
export interface FoundFile {
  /** The id of its future clip. */
  readonly id: string;
  /** Bare name in the clips folder. */
  readonly file: string;
}

/** A new clip: named like its file, untrimmed, without a loop. */
export const createClip = (id: string, file: string, probed: ProbedMedia): Clip => {
  const durationSeconds = toMilliseconds(probed.durationSeconds);
  return {
    id,
    kind: probed.moving ? 'video' : 'still',
    name: file,
    file,
    durationSeconds,
    inSeconds: 0,
    outSeconds: durationSeconds > 0 ? durationSeconds : STILL_SECONDS,
    ...NEW_CLIP,
    media: probed.info,
  };
};

/** The part of a file that plays; `toEnd` when its out point is the end of the file. */
export interface Section {
  readonly inSeconds: number;
  readonly outSeconds: number;
  readonly loop: boolean;
  readonly toEnd: boolean;
}

export const toSection = (clip: Clip): Section => ({
  inSeconds: clip.inSeconds,
  outSeconds: clip.outSeconds,
  loop: clip.loop,
  // Repeated frames have no end.
  toEnd: clip.kind === 'video' && repeatRate(clip) === undefined && clip.outSeconds >= clip.durationSeconds,
});

/** Distance of the last allowed seek position from the out point; shorter than any frame. */
const EPSILON_SECONDS = 0.001;

/** Clamps `seconds` to the section. */
export const toSectionPosition = (section: Section, seconds: number): number =>
  Math.max(section.inSeconds, Math.min(seconds, section.outSeconds - EPSILON_SECONDS));
