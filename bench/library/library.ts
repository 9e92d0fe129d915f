// How fast files come in: a folder of clips at the start, and the upload of a tiny clip over a bare run of ffprobe.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDaemonFolder, startDaemon } from '../../test/e2e/daemon.ts';
import { createResults, median } from '../player/figures.ts';

const FOUND = 400;
const MIN_PER_SECOND = 8;
const UPLOADS = 25;
const MAX_OVER_PROBE = 1.6;

/** Three seconds of picture and sound in about 100 kB. */
const makeClip = (path: string): void => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=3'];
  const sound = ['-f', 'lavfi', '-i', 'sine=duration=3'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '200k', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  execFileSync('ffmpeg', ['-v', 'error', ...picture, ...sound, ...codecs, '-b:a', '32k', path]);
};

const probe = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    spawn('ffprobe', ['-v', 'error', path], { stdio: 'ignore' })
      .once('error', reject)
      .once('close', () => resolve());
  });

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const timed = async (action: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await action();
  return performance.now() - start;
};

const results = createResults();
const folder = createDaemonFolder();
const clip = join(folder, 'clip.mp4');
makeClip(clip);
for (let number = 1; number <= FOUND; number += 1) copyFileSync(clip, join(folder, 'clips', `clip ${number}.mp4`));

const daemon = await startDaemon({ folder });
const start = performance.now();
/** Looks rarely: each look is work that the player has no time for. */
const secondsUntil = async (path: string, countOf: (answer: unknown) => number): Promise<number> => {
  while (countOf(await (await fetch(daemon.url + path)).json()) <= FOUND) await pause(0.25);
  return (performance.now() - start) / 1000;
};
const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
results.atMost('until found files are listed', await secondsUntil('/api/v1/clips', lengthOf), 10, 's');
const seconds = await secondsUntil('/clips', lengthOf);
results.atLeast('found clips that are taken in', FOUND / seconds, MIN_PER_SECOND, 'a second');

const body = readFileSync(clip);
const upload = async (name: string): Promise<void> => {
  const answer = await fetch(`${daemon.url}/api/v1/uploads/${name}`, { method: 'PUT', body });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
};
const times = { probe: [] as number[], upload: [] as number[] };
for (let round = 0; round < UPLOADS; round += 1) {
  times.probe.push(await timed(() => probe(clip)));
  times.upload.push(await timed(() => upload(`sent-${round}.mp4`)));
}
results.atMost(
  'upload of a tiny clip, median over a bare ffprobe',
  median(times.upload) / median(times.probe),
  MAX_OVER_PROBE,
  'x',
);
console.log(`      ffprobe ${median(times.probe).toFixed(1)} ms, upload ${median(times.upload).toFixed(1)} ms`);

await daemon.dispose();
process.exit(results.exitCode());
