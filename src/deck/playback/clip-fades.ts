// The fades of a clip: the level of picture and sound as a function of its position.
import type { Clip } from '../clips/clip.ts';
import { frameSecondsOf } from '../clips/timecode.ts';
import type { FadeTarget } from '../master/levels.ts';

/** A straight line of the level, on the player's time scale. */
export interface ClipFade {
  readonly to: FadeTarget;
  readonly startSeconds: number;
  /** To black: where the last frame begins. */
  readonly endSeconds: number;
  /** To the picture: the first frame, which is black wherever the line is. */
  readonly firstFrameEndsSeconds?: number;
  /** Where the clip begins and ends among the clips that the player has loaded as one: it fades no other. */
  readonly within?: { readonly startSeconds: number; readonly endSeconds: number };
}

/** Frame times are not rounded to milliseconds, as positions are: a frame that begins so much earlier counts as at a position. */
const ROUNDING_SECONDS = 0.001;

/**
 * @param section where the clip plays on the player's time scale
 * @param within given when it is one of several clips that are loaded as one
 */
export const toClipFades = (
  clip: Pick<Clip, 'fadeInSeconds' | 'fadeOutSeconds' | 'media'>,
  section: { readonly inSeconds: number; readonly outSeconds: number },
  within?: ClipFade['within'],
): readonly ClipFade[] => {
  const { inSeconds, outSeconds } = section;
  const lengthSeconds = outSeconds - inSeconds;
  const frameSeconds = frameSecondsOf(clip) + ROUNDING_SECONDS;
  const [fadeIn, fadeOut] = [clip.fadeInSeconds, clip.fadeOutSeconds].map((s) => Math.min(s, lengthSeconds));
  const lastFrameSeconds = Math.max(inSeconds, outSeconds - frameSeconds);
  return [
    ...(fadeIn
      ? [
          {
            to: 'picture',
            startSeconds: inSeconds,
            endSeconds: inSeconds + fadeIn,
            firstFrameEndsSeconds: inSeconds + frameSeconds - 2 * ROUNDING_SECONDS,
            ...(within && { within }),
          } as const,
        ]
      : []),
    ...(fadeOut
      ? [
          {
            to: 'black',
            startSeconds: Math.min(outSeconds - fadeOut, lastFrameSeconds),
            endSeconds: lastFrameSeconds,
            ...(within && { within }),
          } as const,
        ]
      : []),
  ];
};

const lineAt = ({ startSeconds, endSeconds }: ClipFade, seconds: number): number =>
  seconds >= endSeconds ? 1 : Math.max(0, (seconds - startSeconds) / (endSeconds - startSeconds));

const fadeLevelAt = (fade: ClipFade, seconds: number): number => {
  const { to, within, firstFrameEndsSeconds = fade.startSeconds } = fade;
  if (within !== undefined && (seconds < within.startSeconds || seconds >= within.endSeconds)) return 1;
  if (to === 'black') return 1 - lineAt(fade, seconds);
  return seconds < firstFrameEndsSeconds ? 0 : lineAt(fade, seconds);
};

/** 0 is black and silence, 1 the whole picture and sound; where fades overlap, their levels multiply. */
export const levelAt = (fades: readonly ClipFade[], seconds: number): number =>
  fades.reduce((level, fade) => level * fadeLevelAt(fade, seconds), 1);

/** The points between which the level of a fade is a straight line: before the first it is the first one's, after the last the last one's. */
export const toKnots = (fade: ClipFade): readonly { readonly atSeconds: number; readonly level: number }[] => {
  const { startSeconds, endSeconds, within, to, firstFrameEndsSeconds = startSeconds } = fade;
  const line =
    to === 'black'
      ? [
          { atSeconds: startSeconds, level: 1 },
          { atSeconds: endSeconds, level: 0 },
        ]
      : [
          { atSeconds: firstFrameEndsSeconds, level: 0 },
          { atSeconds: firstFrameEndsSeconds, level: lineAt(fade, firstFrameEndsSeconds) },
          { atSeconds: Math.max(endSeconds, firstFrameEndsSeconds), level: 1 },
        ];
  const [first, last] = [line[0]?.level ?? 1, line.at(-1)?.level ?? 1];
  if (within === undefined) return line;
  return [
    { atSeconds: within.startSeconds, level: 1 },
    { atSeconds: within.startSeconds, level: first },
    ...line,
    { atSeconds: within.endSeconds, level: last },
    { atSeconds: within.endSeconds, level: 1 },
  ];
};

export const isSameFades = (one: readonly ClipFade[] = [], other: readonly ClipFade[] = []): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
