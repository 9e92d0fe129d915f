// How far apart four players start that were fired for one instant, going by what their screens show.

import type { MediaName } from '../../test/media/media.ts';
import type { VirtualScreen } from '../../test/picture/virtual-screen.ts';
import { countBackwards, nowMs, spreadOf, startsOf, watchUntil } from './screens.ts';

/** Players on screens that start a clip together. */
export interface Players {
  readonly screens: readonly VirtualScreen[];
  /**
   * @param at milliseconds since 1970
   * @returns why some did not start
   */
  fire(clip: MediaName, at: number): Promise<readonly string[]>;
}

/** All in milliseconds, one of each start. */
interface Starts {
  /** Between the first players' and the last one's first change of frame. */
  readonly first: number[];
  /** The same, going by the middle of each one's first frames. */
  readonly middle: number[];
  /** From the instant to the middle of all. */
  readonly late: number[];
  readonly gaps: number[];
  outOfOrder: number;
  refused: number;
}

const LEAD_MS = 700;
const SAMPLE_BEFORE_MS = 60;
const SAMPLE_AFTER_MS = 400;
/** First frames whose middle counts. */
const FRAMES = 8;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const emptyStarts = (): Starts => ({ first: [], middle: [], late: [], gaps: [], outOfOrder: 0, refused: 0 });

/** One start, added to those before. */
export const start = async (players: Players, clip: MediaName, rate: number, starts: Starts): Promise<void> => {
  const at = nowMs() + LEAD_MS;
  const fired = players.fire(clip, at);
  await pause(LEAD_MS - SAMPLE_BEFORE_MS);
  const { seen, longestGapMs } = await watchUntil(players.screens, at + SAMPLE_AFTER_MS);
  const refusals = await fired;
  if (refusals.length > 0) {
    console.log(`      no start: ${refusals.join('; ')}`);
    starts.refused += 1;
    return;
  }
  const began = seen.map((list) => startsOf(list, rate, FRAMES));
  starts.first.push(spreadOf(began.map(({ first }) => first)));
  starts.middle.push(spreadOf(began.map(({ middle }) => middle)));
  starts.late.push(Math.max(...began.map(({ middle }) => middle)) - at);
  starts.gaps.push(longestGapMs);
  starts.outOfOrder += countBackwards(seen.map((list) => list.slice(1)));
};
