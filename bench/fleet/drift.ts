// How far apart four players drift in a loop whose tempos differ, going by what their screens show.
import { median } from '../player/figures.ts';
import type { DaemonPlayers } from './four-daemons.ts';
import { countBackwards, nowMs, spreadOf, watchUntil } from './screens.ts';

/** All in milliseconds. */
interface Drift {
  /** Between the players, at each look. */
  readonly spreads: readonly number[];
  readonly outOfOrder: number;
}

const CLIP = 'numbered-25.mp4';
export const DRIFT_RATE = 25;
const LOOP_SECONDS = 10;
const LEAD_MS = 2000;
/** They have found together by then. */
const SETTLE_SECONDS = 20;
const SAMPLE_INTERVAL_SECONDS = 10;
const SAMPLE_MS = 600;
/** Whoever looked was away for longer: that look says nothing. */
const MAX_GAP_MS = 30;
const MAX_SKEW_MS = 100;
const MAX_STARTS = 30;
const REPORT_EVERY_SAMPLES = 12;

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

export const measureDrift = async (players: DaemonPlayers, seconds: number): Promise<Drift> => {
  await players.loop(CLIP, LOOP_SECONDS);
  await startTogether(players);
  await pause(SETTLE_SECONDS);
  const [startedAt, spreads] = [nowMs(), [] as number[]];
  let outOfOrder = 0;
  let samples = 0;
  while (nowMs() - startedAt < seconds * 1000) {
    await pause(SAMPLE_INTERVAL_SECONDS);
    const { seen, longestGapMs } = await watchUntil(players.screens, nowMs() + SAMPLE_MS);
    outOfOrder += countBackwards(seen, LOOP_SECONDS * DRIFT_RATE);
    samples += 1;
    if (samples % REPORT_EVERY_SAMPLES === 0) {
      console.log(
        `      ${((nowMs() - startedAt) / 1000).toFixed(0)} s: ${spreads.length} of ${samples} looks count, largest spread so far ${Math.max(...spreads).toFixed(1)} ms, the last ${spreads.at(-1)?.toFixed(1)} ms`,
      );
    }
    if (longestGapMs <= MAX_GAP_MS) spreads.push(toSpread(seen));
  }
  return { spreads, outOfOrder };
};

/** The start is another measure: one that the machine held up is made again. */
const startTogether = async (players: DaemonPlayers): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const refusals = await players.fire(CLIP, nowMs() + LEAD_MS);
    await pause(1);
    const { seen } = await watchUntil(players.screens, nowMs() + SAMPLE_MS);
    const spread = toSpread(seen);
    if (refusals.length === 0 && spread < MAX_SKEW_MS) return;
    console.log(`      start ${tries}: ${refusals.join('; ')} spread ${spread.toFixed(1)} ms`);
    if (tries === MAX_STARTS) throw new Error('the players do not start together');
  }
};

/** Of each screen the middle of when its section began, going by the frames that came; in a loop the shorter way round. */
const toSpread = (seen: readonly (readonly { readonly frame: number; readonly at: number }[])[]): number => {
  const origins = seen.map((list) => median(list.slice(1).map(({ frame, at }) => at - (frame * 1000) / DRIFT_RATE)));
  const [first = 0] = origins;
  const length = LOOP_SECONDS * 1000;
  return spreadOf(origins.map((origin) => origin - length * Math.round((origin - first) / length)));
};
