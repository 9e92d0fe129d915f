// Which frame of a clip its pictures show, and the names of their files.
import type { Clip } from '../deck/clip.ts';

export type PictureKind = 'thumbnail' | 'filmstrip';

const USUAL_FRAME_SECONDS = 0.04;
/** Times in the list are rounded to milliseconds: looking a little earlier finds the frame that is meant. */
const EARLY_SECONDS = 0.001;

/** Where to look for the frame that is on screen at a position; at the end, for the last one. */
export const toFrameStart = ({ kind, media, durationSeconds }: Clip, seconds: number): number => {
  if (kind !== 'video') return 0;
  const rate = media?.frameRate;
  const frameSeconds = rate === undefined ? USUAL_FRAME_SECONDS : rate.denominator / rate.numerator;
  const last = Math.round(durationSeconds / frameSeconds) - 1;
  const frame = Math.min(last, Math.floor((seconds + EARLY_SECONDS) / frameSeconds));
  return Math.max(0, frame * frameSeconds - EARLY_SECONDS);
};

/** A little way into what plays: the first frame of many clips is black. */
export const toPosterSeconds = ({ kind, inSeconds, outSeconds }: Clip): number =>
  kind === 'video' ? Math.round((inSeconds + Math.min(2, (outSeconds - inSeconds) / 5)) * 1000) / 1000 : 0;

export const toVersion = (clip: Clip, kind: PictureKind): string =>
  kind === 'thumbnail' ? String(toPosterSeconds(clip) * 1000) : '1';

export const toName = (clip: Clip, kind: PictureKind): string => `${clip.id}.${kind}-${toVersion(clip, kind)}.jpg`;

export const toId = (name: string): string => name.slice(0, name.indexOf('.'));
