// The rate of a screen that shows the clips of the list evenly.
import type { Clip, FrameRate } from '../../deck/clips/clip.ts';
import { RATE_OF_CLIPS } from '../../deck/output.ts';

/** A multiple above it would only cost time; many screens have 120 Hz. */
const MAX_RATE = 61;
/** Screens' rates are known with two decimals. */
const ROUNDING = 0.011;

/** The rate that most clips of the list have; undefined: none has one. */
const mostCommonRate = (clips: readonly Clip[]): number | undefined => {
  const counts = new Map<number, number>();
  for (const { kind, media } of clips) {
    const rate: FrameRate | undefined = kind === 'video' ? media?.frameRate : undefined;
    if (rate === undefined) continue;
    const framesPerSecond = rate.numerator / rate.denominator;
    counts.set(framesPerSecond, (counts.get(framesPerSecond) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
};

const isMultiple = (rate: number, framesPerSecond: number): boolean => {
  const times = Math.round(rate / framesPerSecond);
  return times >= 1 && Math.abs(rate - times * framesPerSecond) < ROUNDING * times;
};

/**
 * The mode with the rate filled in: the highest multiple of the clips' rate that the screen has, up to 60 Hz.
 * @param mode as chosen; others than `WIDTHxHEIGHT@clips` are returned as they are
 * @param deps.modes of the screens, as `CONNECTOR WIDTHxHEIGHT@RATE`; where none fits, the size alone is returned
 * @param deps.connector the only one that counts, as mpv names it; undefined: all
 */
export const withClipRate = (
  mode: string | undefined,
  deps: {
    readonly clips: readonly Clip[];
    readonly modes: readonly string[];
    readonly connector: string | undefined;
  },
): string | undefined => {
  if (mode === undefined || !mode.endsWith(RATE_OF_CLIPS)) return mode;
  const size = mode.slice(0, -RATE_OF_CLIPS.length);
  const framesPerSecond = mostCommonRate(deps.clips);
  if (framesPerSecond === undefined) return size;
  const rates = deps.modes
    .map((entry) => entry.split(' '))
    .filter(([connector, name]) => (deps.connector ?? connector) === connector && name?.startsWith(`${size}@`))
    .map(([, name = '']) => name.slice(size.length + 1));
  const fitting = rates.filter((rate) => Number(rate) < MAX_RATE && isMultiple(Number(rate), framesPerSecond));
  const best = fitting.sort((one, other) => Number(other) - Number(one))[0];
  return best === undefined ? size : `${size}@${best}`;
};
