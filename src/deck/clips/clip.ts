// A clip as the deck knows it, and the section of it that plays.
import { type Clip, type FrameRate, type MediaInfo, NEW_CLIP } from './clip-shape.ts';
import { DEFAULT_RATE } from './timecode.ts';

export {
  type AtEnd,
  type Clip,
  type ClipKind,
  type FrameRate,
  FULL_SOUND,
  HDR_KINDS,
  type HdrKind,
  type MediaInfo,
  NEW_CLIP,
  type Sound,
} from './clip-shape.ts';

/** Containers without an index of their key frames, or with one that most programs leave out. */
const UNINDEXED: readonly (string | undefined)[] = ['ts', 'mpg', 'flv'];

export const isIndexed = ({ media }: Clip): boolean => !UNINDEXED.includes(media?.container);

/** The rate at which the player repeats long frames; undefined for a clip without any. */
export const repeatRate = ({ media }: Clip): FrameRate | undefined =>
  media?.longFrames ? (media.frameRate ?? DEFAULT_RATE) : undefined;

export const SPLASH_ID = 'splash';

/** Seconds that a new still is shown, until the operator says otherwise. */
export const STILL_SECONDS = 10;

/**
 * Times in the list are rounded to milliseconds, frames are not. Cutting half a millisecond early leaves every frame on its
 * own side: one that starts at 2.919583 is out when the out point is 2.920, and when it is 2.919.
 */
export const ROUNDING_SECONDS = 0.0005;

/** To milliseconds, the resolution of every time in the clip list. */
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

/** What is known of a file that has just been probed. */
export interface ProbedMedia {
  /** False for a picture and for a file of a single frame: neither runs by itself. */
  readonly moving: boolean;
  readonly durationSeconds: number;
  readonly info: MediaInfo;
}

/** A file in the clips folder that is not examined yet: it may become a clip. */
export interface FoundFile {
  /** Of the clip that it becomes. */
  readonly id: string;
  /** Bare name in the clips folder. */
  readonly file: string;
}

/** A clip as it enters the list: named like its file, whole, not looping. */
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
  // Frames that are repeated have no end.
  toEnd: clip.kind === 'video' && repeatRate(clip) === undefined && clip.outSeconds >= clip.durationSeconds,
});

/** How far before the out point the last position that may be sought lies; less than any frame lasts. */
const EPSILON_SECONDS = 0.001;

/** The position nearest to `seconds` that the section plays. */
export const toSectionPosition = (section: Section, seconds: number): number =>
  Math.max(section.inSeconds, Math.min(seconds, section.outSeconds - EPSILON_SECONDS));
