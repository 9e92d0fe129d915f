// Detects a loop whose section lies past the end of the file; mpv would restart it as fast as it can.
import type { Section } from '../../deck/clips/clip.ts';

/** A pass shorter than this played nothing, if its section is much longer. */
const MIN_PASS_SECONDS = 0.05;
const MIN_SECTION_SECONDS = 0.25;
const PASSES = 8;

interface EmptyLoopWatch {
  /** Records that mpv has restarted the loop; returns true when the loop is empty. */
  restarted(section: Section, speed: number): boolean;
}

/** @param nowSeconds a clock that never goes back */
export const createEmptyLoopWatch = (nowSeconds: () => number): EmptyLoopWatch => {
  let last = Number.NEGATIVE_INFINITY;
  let passes = 0;
  return {
    restarted: (section, speed) => {
      const now = nowSeconds();
      const isLong = (section.outSeconds - section.inSeconds) / speed > MIN_SECTION_SECONDS;
      passes = section.loop && isLong && now - last < MIN_PASS_SECONDS ? passes + 1 : 0;
      last = now;
      return passes >= PASSES;
    },
  };
};
