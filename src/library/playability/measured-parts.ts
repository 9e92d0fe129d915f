// Chooses the parts of a clip that are decoded to measure it.
import type { MeasuredPart } from '../../deck/clips/playability.ts';

/** A clip up to this length is decoded as a whole. */
const WHOLE_SECONDS = 24;
/** Of a longer one: the seconds with the most bits, and some spread over all of it. */
const PEAKS = 4;
const SPREAD = 4;
const PART_SECONDS = 3;

/**
 * In order of time, none of them touching another.
 * @param peaks seconds of the clip, those with the most bits first
 */
export const chooseParts = (durationSeconds: number, peaks: readonly number[]): readonly MeasuredPart[] => {
  if (durationSeconds <= WHOLE_SECONDS) {
    const parts = Math.max(1, Math.ceil(durationSeconds / (2 * PART_SECONDS)));
    const length = durationSeconds / parts;
    return Array.from({ length: parts }, (_, index) => ({
      fromSeconds: index * length,
      toSeconds: (index + 1) * length,
    }));
  }
  const chosen: MeasuredPart[] = [];
  const take = (middle: number): boolean => {
    const fromSeconds = Math.max(0, Math.min(middle - PART_SECONDS / 2, durationSeconds - PART_SECONDS));
    const part = { fromSeconds, toSeconds: fromSeconds + PART_SECONDS };
    if (chosen.some((other) => other.fromSeconds < part.toSeconds && part.fromSeconds < other.toSeconds)) return false;
    chosen.push(part);
    return true;
  };
  for (const second of peaks) if (take(second + 0.5) && chosen.length >= PEAKS) break;
  for (let index = 0; index < SPREAD; index += 1) take(((index + 0.5) * durationSeconds) / SPREAD);
  return chosen.sort((one, other) => one.fromSeconds - other.fromSeconds);
};
