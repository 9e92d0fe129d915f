// Many players as one: how fast commands reach them all, beside bare clients on the same broker.
import makeMedia from '../../test/media/make-media.ts';
import { startBroker } from '../../test/mqtt/broker.ts';
import { createVerdicts, median, percentile } from '../player/figures.ts';
import { measureBareClients, measurePlayers } from './commands.ts';

const LIMIT_MS = 50;

makeMedia();
const verdicts = createVerdicts();
const broker = await startBroker();
const bare = await measureBareClients(broker.url);
const players = await measurePlayers(broker.url);
await broker.dispose();
const p99 = (values: readonly number[]): number => percentile(values, 0.99);
const tell = (what: string, ours: readonly number[], floor: readonly number[]): void =>
  console.log(
    `      ${what}: median ${median(ours).toFixed(1)}, p99 ${p99(ours).toFixed(1)}, worst ${percentile(ours, 1).toFixed(1)} ms; bare clients ${median(floor).toFixed(1)}, ${p99(floor).toFixed(1)}, ${percentile(floor, 1).toFixed(1)} ms; ratio of p99 ${(p99(ours) / p99(floor)).toFixed(1)}`,
  );
tell('command to each player', players.reached, bare.reached);
tell('command to the last player', players.last, bare.last);
tell('command to each answer', players.answered, bare.answered);
verdicts.atMost(
  'a command to 50 simulated players and 4 daemons, p99 until carried out',
  p99(players.reached),
  LIMIT_MS,
  'ms',
);
process.exit(verdicts.exitCode());
