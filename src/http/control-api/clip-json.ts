// A clip as control-API JSON: six documented keys in documented order.
import type { Clip } from '../../deck/clips/clip.ts';

/** Times in seconds with at most 3 decimals. */
export interface ClipJson {
  readonly ClipName: string;
  /** Bare name in the clips folder; the splash screen's is an absolute path. */
  readonly Filename: string;
  readonly Duration: number;
  readonly StartAt: number;
  readonly EndAt: number;
  readonly Loop: boolean;
}

export const toClipJson = (clip: Clip): ClipJson => ({
  ClipName: clip.name,
  Filename: clip.file,
  Duration: clip.durationSeconds,
  StartAt: clip.inSeconds,
  EndAt: clip.outSeconds,
  Loop: clip.loop,
});
