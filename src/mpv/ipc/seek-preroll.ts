// Seek pre-roll for files without an index.
import type { Media } from '../../deck/ports.ts';

/** Broadcasts have a key frame every second, most encoders at least every 250 frames; decoding more than needed costs time. */
const PREROLLS_SECONDS = [2, 12, 30];

interface Prerolls {
  /** Seconds; 0 for a file with an index. */
  of(picture: Media | undefined): number;
  /** Selects the next longer pre-roll for the file after a missed seek; undefined when there is none. */
  lengthen(picture: Media | undefined): number | undefined;
}

export const createPrerolls = (): Prerolls => {
  const found = new Map<string, number>();
  const pathOf = (picture: Media | undefined): string | undefined =>
    picture !== undefined && picture.kind !== 'reel' && picture.unindexed ? picture.path : undefined;
  const of = (picture: Media | undefined): number => {
    const path = pathOf(picture);
    return path === undefined ? 0 : (found.get(path) ?? PREROLLS_SECONDS[0] ?? 0);
  };
  return {
    of,
    lengthen: (picture) => {
      const path = pathOf(picture);
      const next = PREROLLS_SECONDS.find((seconds) => seconds > of(picture));
      if (path !== undefined && next !== undefined) found.set(path, next);
      return path === undefined ? undefined : next;
    },
  };
};
