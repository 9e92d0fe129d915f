// Derives the exact frame rate from ffprobe's two estimates.
import type { FrameRate } from '../../deck/clips/clip.ts';

/** Rates of cameras and editors; containers with millisecond timestamps blur them. */
const STANDARD_RATES: readonly FrameRate[] = [
  ...[24, 30, 48, 60, 120].map((rate) => ({ numerator: rate * 1000, denominator: 1001 })),
  ...[5, 10, 12, 15, 20, 24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 240].map((rate) => ({
    numerator: rate,
    denominator: 1,
  })),
  { numerator: 25, denominator: 2 },
];

/** 24 and 23.976 differ by 0.1 %. */
const SAME_RATE = 0.0004;
/** A variable rate has no exact value; the nearest standard rate is the best to count in. */
const SIMILAR_RATE = 0.02;
/** Above this, `r_frame_rate` is probably the container's clock, unless the average confirms it. */
const MAX_COMMON_RATE = 60;
const MAX_RATE = 240;

const toNumber = ({ numerator, denominator }: FrameRate): number => numerator / denominator;

const isNear = (a: number, b: number, tolerance: number): boolean => Math.abs(a / b - 1) <= tolerance;

/** `30000/1001` as a fraction; undefined for `0/0` and anything else. */
export const parseFraction = (text: unknown): FrameRate | undefined => {
  const [, above, below] = (typeof text === 'string' && /^(\d{1,12})\/(\d{1,12})$/.exec(text)) || [];
  const fraction = reduce({ numerator: Number(above), denominator: Number(below) });
  return fraction.numerator > 0 && fraction.denominator > 0 ? fraction : undefined;
};

const reduce = ({ numerator, denominator }: FrameRate): FrameRate => {
  const divisor = greatestDivisor(numerator, denominator);
  return divisor > 1
    ? { numerator: numerator / divisor, denominator: denominator / divisor }
    : { numerator, denominator };
};

const greatestDivisor = (a: number, b: number): number => (b > 0 ? greatestDivisor(b, a % b) : a);

const toStandard = (rate: FrameRate, tolerance: number): FrameRate =>
  STANDARD_RATES.find((standard) => isNear(toNumber(rate), toNumber(standard), tolerance)) ?? rate;

/**
 * @param guesses.nominal ffprobe's `r_frame_rate`: the slowest rate that fits all timestamps; for interlaced video often
 *   the field rate, for variable rates the finest grid, for odd files the container's clock
 * @param guesses.average `avg_frame_rate`: frames over time; AVI counts fields and empty chunks into it
 */
export const chooseFrameRate = (guesses: {
  readonly nominal: FrameRate | undefined;
  readonly average: FrameRate | undefined;
  readonly interlaced: boolean;
}): FrameRate | undefined => {
  const { nominal, average, interlaced } = guesses;
  if (nominal === undefined) return average && toStandard(average, SIMILAR_RATE);
  if (average === undefined) return toNumber(nominal) > MAX_RATE ? undefined : toStandard(nominal, SAME_RATE);
  const isOfFields = interlaced && isNear(toNumber(nominal), 2 * toNumber(average), SIMILAR_RATE);
  const isOfClock =
    toNumber(nominal) > MAX_COMMON_RATE + 1 && !isNear(toNumber(nominal), toNumber(average), SIMILAR_RATE);
  return isOfFields || isOfClock ? toStandard(average, SIMILAR_RATE) : toStandard(nominal, SAME_RATE);
};
