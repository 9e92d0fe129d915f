// Chooses the thumbnail frame and the thumbnail file names.
import { type Clip, isIndexed, ROUNDING_SECONDS, repeatRate } from '../../deck/clips/clip.ts';

export type ThumbnailKind = 'thumbnail' | 'filmstrip';

/** What a picture is made of: a frame of the file as it is decoded from a place before it. */
export interface FrameSearch {
  /** Seconds; where decoding begins. At 0 the file is read from its start, otherwise from the key frame that is found before. */
  readonly fromSeconds: number;
  /** `first`: the first frame from here on; `last`: the last one up to here. */
  readonly which: 'first' | 'last';
  /** Seconds on the file's own time scale. */
  readonly atSeconds: number;
}

/** mpv takes a frame for the one at a place that comes so little before it. */
const EARLY_SECONDS = 0.005;

/** In files without an index a place is found by decoding from well before it; in others, key frames may come late in decoding order. */
const PREROLLS_SECONDS = { indexed: [0, 2, 12], unindexed: [2, 12] } as const;

/**
 * Where to look for the frame that is on the screen when somebody goes to `seconds`, one after the other until one is found:
 * the first frame from there on, in film of long frames the one that is still on; behind the last frame, that one.
 */
export const toFrameSearches = (clip: Clip, seconds: number): readonly FrameSearch[] => {
  if (clip.kind !== 'video') return [{ fromSeconds: 0, which: 'first', atSeconds: 0 }];
  const runUps = PREROLLS_SECONDS[isIndexed(clip) ? 'indexed' : 'unindexed'];
  const starts = [...new Set([...runUps.map((runUp) => Math.max(0, seconds - runUp)), 0])];
  const rate = repeatRate(clip);
  const offset = clip.media?.pictureOffsetSeconds ?? 0;
  const first = seconds - EARLY_SECONDS;
  if (rate === undefined) {
    return starts.flatMap((fromSeconds) => [
      { fromSeconds, which: 'first', atSeconds: first + offset },
      { fromSeconds, which: 'last', atSeconds: seconds + offset },
    ]);
  }
  // The repeated frames stand on a grid; the one there shows what is on at its own time.
  const frame = Math.max(0, Math.ceil((first * rate.numerator) / rate.denominator));
  const atSeconds = (frame * rate.denominator) / rate.numerator + ROUNDING_SECONDS + offset;
  return [
    ...starts.map((fromSeconds) => ({ fromSeconds, which: 'last', atSeconds }) as const),
    { fromSeconds: 0, which: 'first', atSeconds: 0 },
  ];
};

/** A little way into what plays: the first frame of many clips is black. */
export const toPosterSeconds = ({ kind, inSeconds, outSeconds }: Clip): number =>
  kind === 'video' ? Math.round((inSeconds + Math.min(2, (outSeconds - inSeconds) / 5)) * 1000) / 1000 : 0;

/** Goes up when pictures are made in another way: older ones are made anew. */
const MAKING = 2;

export const toVersion = (clip: Clip, kind: ThumbnailKind): string =>
  kind === 'thumbnail' ? `${toPosterSeconds(clip) * 1000}-${MAKING}` : String(MAKING);

export const toName = (clip: Clip, kind: ThumbnailKind): string => `${clip.id}.${kind}-${toVersion(clip, kind)}.jpg`;

export const toId = (name: string): string => name.slice(0, name.indexOf('.'));
