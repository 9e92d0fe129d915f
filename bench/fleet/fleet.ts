// Many players as one: how fast commands reach them, and how far apart they start, each beside a floor of the same run.
// Parts may be named on the command line: commands, starts; drift (an hour, or so many seconds as the next word) only then.
import makeMedia from '../../test/media/make-media.ts';
import { startBroker } from '../../test/mqtt/broker.ts';
import { createResults, median, percentile } from '../player/figures.ts';
import { measureBareClients, measurePlayers } from './commands.ts';
import { DRIFT_RATE, measureDrift } from './drift.ts';
import { startDaemonPlayers } from './four-daemons.ts';
import { startRawPlayers } from './four-mpvs.ts';
import { watchAtHighPriority } from './screens.ts';
import { emptyStarts, start } from './starts.ts';

const MAX_COMMAND_MS = 50;
const STARTS = Number(process.env.STARTS ?? 50);
/** The clocks are wrong by so much, and known to be. */
const MUSICIANS = [
  { id: 'p1', clockOffsetSeconds: 0.25, ppm: 0 },
  { id: 'p2', clockOffsetSeconds: -0.4, ppm: 0 },
  { id: 'p3', clockOffsetSeconds: 0, ppm: 0 },
  { id: 'p4', clockOffsetSeconds: 1.5, ppm: 0 },
] as const;
/** What two sound cards may be apart. */
const SKEWED = [0, 50, -50, 0].map((ppm, index) => ({ id: `p${index + 1}`, clockOffsetSeconds: 0, ppm }));
const HOUR_SECONDS = 3600;
const CLIPS = [
  ['numbered-25.mp4', 25],
  ['numbered-50.mp4', 50],
] as const;

const results = createResults();
const p99 = (values: readonly number[]): number => percentile(values, 0.99);
const tell = (what: string, ours: readonly number[], floor: readonly number[], of: string): void => {
  const figures = (values: readonly number[]): string =>
    [median(values), p99(values), percentile(values, 1)].map((value) => value.toFixed(1)).join(', ');
  console.log(
    `      ${what}: median, p99, worst ${figures(ours)} ms; ${of} ${figures(floor)} ms; ratio of p99 ${(p99(ours) / p99(floor)).toFixed(1)}`,
  );
};

const measureCommands = async (url: string): Promise<void> => {
  const bare = await measureBareClients(url);
  const players = await measurePlayers(url);
  tell('command to each player', players.reached, bare.reached, 'bare clients');
  tell('command to the last player', players.last, bare.last, 'bare clients');
  tell('command to each answer', players.answered, bare.answered, 'bare clients');
  const what = 'a command to 50 simulated players and 4 daemons, p99 until carried out';
  results.atMost(what, p99(players.reached), MAX_COMMAND_MS, 'ms');
};

const measureStarts = async (url: string): Promise<void> => {
  const daemons = await startDaemonPlayers(
    url,
    MUSICIANS,
    CLIPS.map(([clip]) => clip),
  );
  const raw = await startRawPlayers();
  watchAtHighPriority();
  for (const [clip, rate] of CLIPS) {
    const [ours, floor] = [emptyStarts(), emptyStarts()];
    for (let tries = 0; tries < STARTS; tries += 1) {
      await start(daemons, clip, rate, ours);
      await start(raw, clip, rate, floor);
    }
    const title = `${rate} frames a second`;
    tell(`${title}, spread of the first change of frame`, ours.first, floor.first, 'bare mpv');
    tell(`${title}, spread of the starts`, ours.middle, floor.middle, 'bare mpv');
    tell(`${title}, the last one after the instant`, ours.late, floor.late, 'bare mpv');
    tell(`${title}, time in which nobody looked`, ours.gaps, floor.gaps, 'bare mpv');
    results.atLeast(`${title}, starts`, ours.middle.length, STARTS, '');
    results.atMost(`${title}, frames out of order`, ours.outOfOrder, 0, '');
    results.atMost(`${title}, p99 of the spread of the starts`, p99(ours.middle), 1000 / rate, 'ms');
  }
  await daemons.stop();
  await raw.stop();
};

const driftFor = (seconds: number) => async (url: string) => {
  const daemons = await startDaemonPlayers(url, SKEWED, ['numbered-25.mp4']);
  watchAtHighPriority();
  const { spreads, outOfOrder } = await measureDrift(daemons, seconds);
  await daemons.stop();
  const apart = (2 * 50 * seconds) / 1000;
  console.log(
    `      ${seconds} s of a loop, tempos up to 100 ppm apart (left alone: ${apart.toFixed(0)} ms): ${spreads.length} looks, spread median ${median(spreads).toFixed(1)}, p99 ${p99(spreads).toFixed(1)}, worst ${percentile(spreads, 1).toFixed(1)} ms, at the end ${spreads.at(-1)?.toFixed(1)} ms`,
  );
  results.atMost('drift, frames out of order', outOfOrder, 0, '');
  results.atMost('drift, p99 of the spread', p99(spreads), 1000 / DRIFT_RATE, 'ms');
};

const asked = process.argv.slice(2);
const PARTS = { commands: measureCommands, starts: measureStarts };

makeMedia();
const broker = await startBroker();
for (const [name, measure] of Object.entries(PARTS))
  if (asked.length === 0 || asked.includes(name)) await measure(broker.url);
if (asked[0] === 'drift') await driftFor(Number(asked[1] ?? HOUR_SECONDS))(broker.url);
await broker.dispose();
process.exit(results.exitCode());
