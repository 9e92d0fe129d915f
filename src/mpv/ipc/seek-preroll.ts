// Seek pre-roll: how far before a place the decoding begins, where mpv does not find the key frame before it.
import type { Media } from '../../deck/ports.ts';

/** Broadcasts have a key frame every second, most encoders at least every 250 frames; decoding more than needed costs time. */
const PREROLLS_SECONDS = [2, 12, 30];
/** From the start of the file: where frames last long there are few of them, and the one that is on may be anywhere before. */
const WHOLE_SECONDS = 1_000_000;

interface Prerolls {
  /** Seconds; 0 where a seek finds the key frame before its target. */
  of(picture: Media | undefined): number;
  /** Selects the next longer pre-roll for the file after a missed seek; undefined when there is none. */
  lengthen(picture: Media | undefined): number | undefined;
}

export const createPrerolls = (): Prerolls => {
  const found = new Map<string, number>();
  const unindexedPath = (picture: Media | undefined): string | undefined =>
    picture !== undefined && picture.kind !== 'reel' && picture.unindexed ? picture.path : undefined;
  const of = (picture: Media | undefined): number => {
    const path = unindexedPath(picture);
    if (path !== undefined) return found.get(path) ?? PREROLLS_SECONDS[0] ?? 0;
    return picture !== undefined && picture.kind !== 'reel' ? (picture.clockStepSeconds ?? 0) : 0;
  };
  return {
    of,
    lengthen: (picture) => {
      const path = unindexedPath(picture);
      const all = hasLongFrames(picture) ? [...PREROLLS_SECONDS, WHOLE_SECONDS] : PREROLLS_SECONDS;
      const next = all.find((seconds) => seconds > of(picture));
      if (path === undefined || next === undefined) return undefined;
      found.set(path, next);
      return next;
    },
  };
};

const hasLongFrames = (picture: Media | undefined): boolean =>
  picture?.kind === 'video' && picture.repeatedAt !== undefined;
