// How loud a clip's file is, by EBU R128.
import type { Clip } from './clip.ts';

/**
 * `waiting`: not measured yet; `no-sound`: the file has none; `silent`: nothing in it is as loud as −70 LUFS;
 * `too-short`: shorter than the 0.4 s that R128 needs; `failed`: it cannot be measured.
 */
export const LOUDNESS_STATES = ['measured', 'waiting', 'no-sound', 'silent', 'too-short', 'failed'] as const;

/** Of the whole file, at a volume of 100 %. */
export interface LoudnessFigures {
  readonly integratedLufs: number;
  readonly truePeakDbtp: number;
  /** Loudness range (LRA). */
  readonly rangeLu: number;
}

/** What keeps a clip from the target: its true peak, or a volume that ends at 100 %. */
export const MATCH_LIMITS = ['peak', 'volume'] as const;

/** The volume at which a clip comes closest to the loudness of broadcasting, −23 LUFS. */
export interface LoudnessMatch {
  readonly volumePercent: number;
  /** Integrated loudness at that volume. */
  readonly lufs: number;
  /** Absent where the target is met. */
  readonly limit?: (typeof MATCH_LIMITS)[number];
}

export interface Loudness extends Partial<LoudnessFigures> {
  readonly state: (typeof LOUDNESS_STATES)[number];
  /** ISO 8601. */
  readonly measuredAt?: string;
  /** Only of what is measured. */
  readonly match?: LoudnessMatch;
  /** A sentence where there are no figures, or the target cannot be met. */
  readonly message?: string;
  /** Version of the envelope, another one when the file changes; absent until it is made. */
  readonly envelope?: string;
}

export interface ClipLoudness {
  /** Undefined for what is no video. */
  of(clip: Clip): Loudness | undefined;
  /** Absolute path of its envelope, the peaks over the time of its file; undefined until it is made. */
  envelopeOf(clip: Clip): string | undefined;
  /** Calls back with the clip whose loudness changed; returns an unsubscribe function. */
  subscribe(listener: (clip: Clip) => void): () => void;
}
