// What a row of the table looks at: the machine, the file and where the picture goes.
import type { Fit } from '../../../deck/output.ts';
import type { MachineFacts } from '../machine/facts.ts';
import type { VideoFormat } from './video-format.ts';

/** Where mpv shows the picture, and how. */
export interface Screen {
  /** Name of mpv's video output; empty: unknown. */
  readonly videoOutput: string;
  readonly rotationDegrees: number;
  /** Absent: `contain`. */
  readonly fit?: Fit | undefined;
  /** mpv is told to show decoded frames on a plane of their own. */
  readonly usesOverlayPlane: boolean;
}

export interface Situation {
  readonly facts: MachineFacts;
  readonly format: VideoFormat;
  readonly screen: Screen;
  /** A filter works on each picture, which must be in the processor's memory for it. */
  readonly isFiltered: boolean;
}
