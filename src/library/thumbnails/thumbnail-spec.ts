// Chooses the thumbnail frame and the thumbnail file names.
import { type Clip, isIndexed, ROUNDING_SECONDS, repeatRate } from '../../deck/clips/clip.ts';

export type ThumbnailKind = 'thumbnail' | 'filmstrip';

/** A frame of the file, and where decoding begins. */
export interface FrameSearch {
  /** Start of decoding in seconds: 0 is the start of the file, otherwise the key frame before. */
  readonly fromSeconds: number;
  /** `first`: the first frame from `atSeconds` on; `last`: the last one up to it. */
  readonly which: 'first' | 'last';
  /** Seconds on the file's own time scale. */
  readonly atSeconds: number;
}

/** mpv shows a frame for a position up to this much after it would begin. */
const EARLY_SECONDS = 0.005;

/** Without an index a seek must decode from well before its target; with one, key frames may come late in decoding order. */
const PREROLLS_SECONDS = { indexed: [0, 2, 12], unindexed: [2, 12] } as const;

/**
 * Searches for the frame that the player shows at `seconds`, to be tried in order:
 * the first frame from there on, with long frames the one still shown; after the last frame, that one.
 */
export const toFrameSearches = (clip: Clip, seconds: number): readonly FrameSearch[] => {
  if (clip.kind !== 'video') return [{ fromSeconds: 0, which: 'first', atSeconds: 0 }];
  const prerolls = PREROLLS_SECONDS[isIndexed(clip) ? 'indexed' : 'unindexed'];
  const starts = [...new Set([...prerolls.map((preroll) => Math.max(0, seconds - preroll)), 0])];
  const rate = repeatRate(clip);
  const offset = clip.media?.pictureOffsetSeconds ?? 0;
  const first = seconds - EARLY_SECONDS;
  if (rate === undefined) {
    return starts.flatMap((fromSeconds) => [
      { fromSeconds, which: 'first', atSeconds: first + offset },
      { fromSeconds, which: 'last', atSeconds: seconds + offset },
    ]);
  }
  // Repeated frames lie on a grid; each shows the frame at its own time.
  const frame = Math.max(0, Math.ceil((first * rate.numerator) / rate.denominator));
  const atSeconds = (frame * rate.denominator) / rate.numerator + ROUNDING_SECONDS + offset;
  return [
    ...starts.map((fromSeconds) => ({ fromSeconds, which: 'last', atSeconds }) as const),
    { fromSeconds: 0, which: 'first', atSeconds: 0 },
  ];
};

/** A little after the in point, because the first frame of many clips is black. */
export const toPosterSeconds = ({ kind, inSeconds, outSeconds }: Clip): number =>
  kind === 'video' ? Math.round((inSeconds + Math.min(2, (outSeconds - inSeconds) / 5)) * 1000) / 1000 : 0;

/** Increased when pictures are rendered differently, so that older ones are rendered again. */
const MAKING = 2;

export const toVersion = (clip: Clip, kind: ThumbnailKind): string =>
  kind === 'thumbnail' ? `${toPosterSeconds(clip) * 1000}-${MAKING}` : String(MAKING);

export const toName = (clip: Clip, kind: ThumbnailKind): string => `${clip.id}.${kind}-${toVersion(clip, kind)}.jpg`;

export const toId = (name: string): string => name.slice(0, name.indexOf('.'));
