// The HyperDeck protocol: round trip with sixteen clients, how evenly timecodes come, and the gap between clips on a timeline.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../test/e2e/client.ts';
import { createDaemonFolder, startDaemon } from '../../test/e2e/daemon.ts';
import makeMedia from '../../test/media/make-media.ts';
import { media } from '../../test/media/media.ts';
import { createResults, median, percentile } from '../player/figures.ts';
import { measurePlaylist, measureTimeline } from './gap.ts';
import { openPollingClient, type PollingClient } from './polling-client.ts';

const CLIENTS = 16;
const ROUNDS = 500;
const TURNS = 4;
/** Controllers poll at 250 to 500 ms; these are faster. */
const POLL_SECONDS = 0.1;
const FRAMES_PER_SECOND = 50;
const FRAME_MS = 1000 / FRAMES_PER_SECOND;

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

makeMedia();
const results = createResults();
const folder = createDaemonFolder();
copyFileSync(media('numbered-50.mp4'), join(folder, 'clips', 'numbered-50.mp4'));
const daemon = await startDaemon({ folder, environment: { CUEDECK_HYPERDECK_PORT: '0' } });
const port = Number((await daemon.line(/^listening hyperdeck /)).split(':').at(-1));
await daemon.line(/^picture up/, 30);
await createClient(daemon.url).when(({ CLIPS }) => CLIPS.length === 2, 30);

const roundTrips = async (client: PollingClient): Promise<readonly number[]> => {
  for (let round = 0; round < 100; round += 1) await client.ask('transport info');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await client.ask('transport info'));
    if (round % 10 === 0) await pause(0.01);
  }
  return times;
};

const startPollers = async (at: number): Promise<ChildProcess> => {
  const pollers = fork(join(import.meta.dirname, 'pollers.js'), [at, CLIENTS - 1, POLL_SECONDS].map(String));
  await once(pollers, 'message');
  return pollers;
};

const bareDeck = fork(join(import.meta.dirname, 'bare-deck.js'));
const [barePort] = (await once(bareDeck, 'message')) as [number];
const bare = await openPollingClient(barePort);
const measured = await openPollingClient(port);
await measured.say('play: clip id: 1 single clip: true loop: true');

/** In turns, so that what else the machine does meets both; the floor first, as this process has yet to compile its client. */
const compare = async (): Promise<{ readonly floor: readonly number[]; readonly times: readonly number[] }> => {
  const [floor, times]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    floor.push(...(await roundTrips(bare)));
    times.push(...(await roundTrips(measured)));
  }
  return { floor, times };
};

const judge = (clients: string, { floor, times }: Awaited<ReturnType<typeof compare>>): void => {
  const [p99, floorP99] = [percentile(times, 0.99), percentile(floor, 0.99)];
  results.atMost(`transport info with ${clients}, median`, median(times), 0.3, 'ms');
  results.atMost(`transport info with ${clients}, p99`, p99, 2, 'ms');
  results.atMost(`transport info with ${clients}, p99 over that of a bare TCP server`, p99 / floorP99, 3, 'x');
  console.log(`      the bare TCP server: median ${median(floor).toFixed(2)} ms, p99 ${floorP99.toFixed(2)} ms`);
};

judge('one client', await compare());
const [barePollers, pollers] = [await startPollers(barePort), await startPollers(port)];
judge(`${CLIENTS} clients`, await compare());
bare.close();
barePollers.kill();
bareDeck.kill();

const ticks: { readonly frame: number; readonly at: number }[] = [];
measured.listen((block, at) => {
  const [, seconds, frames] = /display timecode: \d\d:\d\d:(\d\d):(\d\d)/.exec(block) ?? [];
  if (seconds !== undefined) ticks.push({ frame: Number(seconds) * FRAMES_PER_SECOND + Number(frames), at });
});
await measured.say('play: clip id: 1 single clip: true loop: false');
await measured.say('stop');
await measured.say('goto: clip: start');
await measured.say('notify: display timecode: true');
await measured.say('play: single clip: true');
await pause(6.5);
/** When frame 0 would have come had every frame come as this one did. */
const starts = ticks.slice(1, -1).map(({ frame, at }) => at - frame * FRAME_MS);
const off = starts.map((start) => Math.abs(start - median(starts)));
results.atLeast('513 in 6 s at 50 frames a second', ticks.length, 285, '');
results.atMost('513, p99 off its frame', percentile(off, 0.99), FRAME_MS, 'ms');
pollers.kill();
measured.close();
await daemon.dispose();

const [timeline, playlist] = [await measureTimeline(), await measurePlaylist()];
const worst = (values: readonly number[]): number => Math.max(...values);
results.atLeast('boundaries seen on the screen', timeline.boundaries.length, 19, '');
results.atMost(
  'last frame to next first, worst of 19, over the playlist with prefetch',
  worst(timeline.boundaries) - worst(playlist.boundaries),
  40,
  'ms',
);
results.atMost(
  'last frame to next first, median, over the playlist with prefetch',
  median(timeline.boundaries) - median(playlist.boundaries),
  40,
  'ms',
);
results.atLeast('darkest picture on the way (0 is black)', timeline.darkest, 40, '');
console.log(
  `      median and worst: CueDeck ${median(timeline.boundaries).toFixed(1)} and ${worst(timeline.boundaries).toFixed(1)} ms, mpv ${median(playlist.boundaries).toFixed(1)} and ${worst(playlist.boundaries).toFixed(1)} ms; a frame is 40 ms`,
);
process.exit(results.exitCode());
