// What the flags that keep memory down cost: the daemon as it is started, beside the same one on a bare Node, under the same load.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDaemonFolder, type Daemon, startDaemon } from '../../test/e2e/daemon.ts';
import makeMedia from '../../test/media/make-media.ts';
import { media } from '../../test/media/media.ts';
import { createResults, median } from '../player/figures.ts';

const ROUNDS = 10;
const ROUND_SECONDS = 1;
const CONNECTIONS = 10;
const REST_SECONDS = 8;

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const rssMebibytes = ({ process: { pid } }: Daemon): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** State requests that one daemon answers a second. */
const perSecond = ({ url }: Daemon): number => {
  const args = ['bench/http/load.mjs', new URL(url).port, '/status', String(CONNECTIONS), String(ROUND_SECONDS)];
  return Number(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })).perSecond);
};

const start = async (command: readonly string[]): Promise<Daemon> => {
  const folder = createDaemonFolder();
  for (const clip of ['short-25.mp4', 'numbered-25.mp4'] as const)
    copyFileSync(media(clip), join(folder, 'clips', clip));
  const daemon = await startDaemon({ folder, command });
  await daemon.line(/^picture up/);
  return daemon;
};

makeMedia();
const results = createResults();
const flagged = await start([]);
const bare = await start([process.execPath]);
await pause(REST_SECONDS);
const idle = rssMebibytes(flagged);

const ratios: number[] = [];
const rates = { flagged: [] as number[], bare: [] as number[] };
// The first round is for the compiler.
for (let round = -1; round < ROUNDS; round += 1) {
  // In turns who is first: a processor that speeds up under load would favour the second.
  const isFirst = round % 2 === 0;
  const first = perSecond(isFirst ? flagged : bare);
  const second = perSecond(isFirst ? bare : flagged);
  const [withFlags, without] = isFirst ? [first, second] : [second, first];
  if (round < 0) continue;
  rates.flagged.push(withFlags);
  rates.bare.push(without);
  ratios.push(withFlags / without);
}
results.atLeast('speed with the flags over that without', median(ratios), 0.9, 'x');
console.log(`      ${median(rates.flagged).toFixed(0)} and ${median(rates.bare).toFixed(0)} state requests a second`);
results.atMost('daemon, idle RSS', idle, 75, 'MiB');
results.atMost('daemon, RSS after the load', rssMebibytes(flagged), 95, 'MiB');
console.log(`      without the flags: ${rssMebibytes(bare).toFixed(0)} MiB`);
await Promise.all([flagged.dispose(), bare.dispose()]);
process.exit(results.exitCode());
