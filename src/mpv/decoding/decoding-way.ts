// A way to decode a file: mpv's decoder for it, and why it is chosen. The ways for a file are a list, best first, software last.
import type { LiveOutput } from '../../deck/output.ts';
import type { Media } from '../../deck/ports.ts';

export interface DecodingWay {
  /** mpv's `hwdec`: `no` is software; `v4l2m2m-copy`, `drm`, `vaapi` and so on are decoders of the machine. */
  readonly hwdec: string;
  /** For the log and the doctor. */
  readonly reason: string;
  /** Further options of `loadfile`. */
  readonly options: Readonly<Record<string, string>>;
}

/** Where it will be shown. */
interface Shown {
  /** Name of mpv's video output; empty: unknown. */
  readonly videoOutput: string;
  readonly output: LiveOutput;
}

/** The ways for a file; never empty, and the last one is software. */
export type DecodingPlan = (picture: Media, shown: Shown) => readonly [DecodingWay, ...DecodingWay[]];

export const SOFTWARE: DecodingWay = { hwdec: 'no', reason: 'no decoder of this machine takes it', options: {} };
