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

export interface Loudness extends Partial<LoudnessFigures> {
  readonly state: (typeof LOUDNESS_STATES)[number];
  /** ISO 8601. */
  readonly measuredAt?: string;
  /** A sentence where there are no figures. */
  readonly message?: string;
}

export interface ClipLoudness {
  /** Undefined for what is no video. */
  of(clip: Clip): Loudness | undefined;
  /** Calls back with the clip whose loudness changed; returns an unsubscribe function. */
  subscribe(listener: (clip: Clip) => void): () => void;
}
