// Latency of the control API over raw mpv, start-up, memory and descriptors of the daemon.
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createClient } from '../../test/e2e/client.ts';
import { createDaemonFolder, startDaemon } from '../../test/e2e/daemon.ts';
import makeMedia from '../../test/media/make-media.ts';
import { media } from '../../test/media/media.ts';
import { createResults, median, percentile } from './figures.ts';
import { startRawMpv } from './raw-mpv.ts';

const ROUNDS = 200;
const CHANGES = 1000;
/** The bench's own connection. */
const OPEN_IN_PLAY = 1;
const CLIPS = ['numbered-25-sound.mp4', 'numbered-50.mp4'] as const;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const get = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
      );
    })
      .once('error', reject)
      .end();
  });

const timed = async (action: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await action();
  return performance.now() - start;
};

const rssMebibytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

makeMedia();
const results = createResults();
const folder = createDaemonFolder();
for (const clip of CLIPS) copyFileSync(media(clip), join(folder, 'clips', clip));

// Let the page cache have the programs: the first start of all is the disk's.
await (await startDaemon({ folder })).end();
const spawned = performance.now();
const daemon = await startDaemon({ folder });
const client = createClient(daemon.url);
await client.status();
const firstAnswer = performance.now() - spawned;
await daemon.line(/^picture up/);
const splashUp = performance.now() - spawned;
await client.when(({ CLIPS: clips }) => clips.length === CLIPS.length + 1);
const pid = Number(daemon.process.pid);
// Idle is when nothing is left to do: the pictures of the clips are made once, after the first start.
const countPictures = (): number => readdirSync(join(folder, 'state/thumbnails')).length;
for (let before = -1, waited = 0; countPictures() !== before && waited < 90; waited += 4) {
  before = countPictures();
  await pause(4);
}
const idle = { rss: rssMebibytes(pid), descriptors: descriptors(pid) };

const raw = await startRawMpv();
await raw.send(['observe_property', 1, 'pause']);
const rawLoad = (clip: string): Promise<number> =>
  timed(async () => {
    const restarted = raw.event(({ event }) => event === 'playback-restart');
    await raw.send({
      name: 'loadfile',
      url: join(folder, 'clips', clip),
      flags: 'replace',
      options: { pause: 'yes', start: '0' },
    });
    await restarted;
  });
const rawPause = (paused: boolean): Promise<number> =>
  timed(async () => {
    const confirmed = raw.event(({ name, data }) => name === 'pause' && data === paused);
    await raw.send(['set_property', 'pause', paused]);
    await confirmed;
  });

const times = { rawLoad: [] as number[], select: [] as number[], rawPlay: [] as number[], play: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  const clip = CLIPS[round % 2] ?? CLIPS[0];
  times.rawLoad.push(await rawLoad(clip));
  times.select.push(await timed(() => get(`${daemon.url}/select_clip?id=${(round % 2) + 1}`)));
  times.rawPlay.push(await rawPause(false));
  times.play.push(await timed(() => get(`${daemon.url}/play`)));
  await rawPause(true);
}
raw.stop();

results.atMost('start to first 200', firstAnswer, 800, 'ms');
results.atMost('start to the splash on screen', splashUp, 2000, 'ms');
results.atMost('play, median over the floor', median(times.play) - median(times.rawPlay), 2, 'ms');
results.atMost('play, p99 over the floor', percentile(times.play, 0.99) - percentile(times.rawPlay, 0.99), 8, 'ms');
results.atMost('select to frame, median over raw loadfile', median(times.select) / median(times.rawLoad), 1.15, 'x');
console.log(
  `      raw: play ${median(times.rawPlay).toFixed(2)} ms, loadfile ${median(times.rawLoad).toFixed(2)} ms; CueDeck: play ${median(times.play).toFixed(2)} ms, select ${median(times.select).toFixed(2)} ms`,
);

const change = async (count: number): Promise<number> => {
  for (let done = 0; done < count; done += 1) {
    await get(`${daemon.url}/select_clip?id=${(done % 2) + 1}`);
    await get(`${daemon.url}/play`);
  }
  await pause(3);
  return rssMebibytes(pid);
};
// By then all that is used has been compiled, and the heap has the size that it works with.
const warm = await change(CHANGES);
results.atMost('daemon, idle RSS', idle.rss, 75, 'MiB');
results.atMost(`daemon, RSS after ${ROUNDS + CHANGES} selects and plays`, warm, 95, 'MiB');
results.atMost(`daemon, RSS growth over ${CHANGES} more`, (await change(CHANGES)) - warm, 10, 'MiB');
// What is lost stays open; a file that is being written just now is not lost.
const inPlay: number[] = [];
for (let look = 0; look < 5; look += 1) {
  inPlay.push(descriptors(pid));
  await pause(0.3);
}
results.atMost('daemon, more descriptors than idle', Math.min(...inPlay) - idle.descriptors, OPEN_IN_PLAY, '');

await daemon.dispose();
process.exit(results.exitCode());
