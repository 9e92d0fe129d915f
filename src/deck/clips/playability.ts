// Whether a clip plays without lost frames on this box: the verdict, what it rests on, and the port that measures.
import type { Media } from '../ports.ts';
import type { Clip } from './clip.ts';

/**
 * `smooth`: plays without lost frames; `tight`: plays, with little in reserve; `too-slow`: loses frames;
 * `unknown`: not measured yet, and the headers do not decide it.
 */
export const PLAYABILITY_VERDICTS = ['smooth', 'tight', 'too-slow', 'unknown'] as const;

/** Advice for a clip that waits in vain. */
export const NEVER_SILENT =
  'It cannot be measured, because something is always playing. Press Stop when nobody is watching, and allow half a minute for each clip.';

export interface Playability {
  readonly verdict: (typeof PLAYABILITY_VERDICTS)[number];
  /** mpv's name of what decodes it; `no` is software. */
  readonly decoder: string;
  /** How many times faster than it plays the clip is decoded and drawn, on the average; absent until measured. */
  readonly realtimeFactor?: number;
  /** The same of its slowest second. */
  readonly worstSecondFactor?: number;
  /** Duration of the slowest exact jump; absent for a clip of one key frame a picture, and until measured. */
  readonly longestJumpSeconds?: number;
  /** ISO 8601; absent until measured. */
  readonly measuredAt?: string;
  /** The reason, then what to do; a sentence each. */
  readonly advice: readonly string[];
}

/** The verdicts of the clips. */
export interface ClipPlayability {
  /** Undefined for what has no moving picture. */
  of(clip: Clip): Playability | undefined;
  /** Calls back with the clip whose verdict changed; returns an unsubscribe function. */
  subscribe(listener: (clip: Clip) => void): () => void;
}

/** A part of a file that is decoded to measure it; seconds on the player's clock. */
export interface MeasuredPart {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/** How fast a part was decoded and drawn. */
export interface PartSpeed {
  readonly mediaSeconds: number;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  /** CPU time of all other programs meanwhile. */
  readonly othersSeconds: number;
  /** Media seconds per wall second of its slowest second. */
  readonly worstSecondFactor: number;
}

/** One file, loaded as it plays, for as long as it is measured. */
export interface MeteredFile {
  /** mpv's name of what decodes it; `no` is software. */
  readonly decoder: string;
  /** Decodes and draws a part as fast as the machine can, from the key frame before it. */
  decode(part: MeasuredPart): Promise<PartSpeed>;
  /** @returns how long an exact jump takes, in seconds */
  jump(toSeconds: number): Promise<number>;
}

export interface DecodingMeter {
  /** What decodes and draws a file by the plan, in one text: a measurement under another is void. */
  setting(picture: Media): string;
  /**
   * Loads the file in a program of its own at idle priority.
   * @throws AppError `unplayable`, `player-unavailable`; the signal's reason when it is aborted
   */
  run<Result>(
    picture: Media,
    durationSeconds: number,
    signal: AbortSignal,
    measure: (file: MeteredFile) => Promise<Result>,
  ): Promise<Result>;
}
