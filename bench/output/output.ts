// What the picture of the output costs while a 1080p clip plays and ten viewers ask for it twice a second.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDaemonFolder, startDaemon } from '../../test/e2e/daemon.ts';
import { playersOf } from '../../test/e2e/recovery.ts';
import { createResults } from '../player/figures.ts';

const VIEWERS = 10;
const SECONDS = 20;
const ASK_INTERVAL_MS = 500;
const WIDTH = 480;
const TICKS_A_SECOND = 100;

const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'], {
  stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
});
const display = await new Promise<string>((resolve) =>
  server.stdio[3]?.once('data', (data) => resolve(`:${String(data).trim()}`)),
);
const folder = createDaemonFolder();
const source = ['-f', 'lavfi', '-i', `testsrc2=s=1920x1080:r=25:d=${3 * SECONDS}`];
const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
execFileSync('ffmpeg', ['-v', 'error', ...source, ...coding, join(folder, 'clips', 'bench.mp4')]);
const daemon = await startDaemon({
  folder,
  environment: { DISPLAY: display, CUEDECK_MPV_ARGS: '--ao=null --vo=x11' },
});

const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await (await fetch(`${daemon.url}/api/v1${path}`, init)).json()) as Answer;
};

/** Seconds of processor time so far: the player, what it has started and ended, and mpv. */
const usedSeconds = (): number => {
  const ticksOf = (pid: number, fields: readonly number[]): number => {
    const values = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields.reduce((sum, field) => sum + Number(values[field]), 0);
  };
  const { pid = 0 } = daemon.process;
  const mpv = playersOf(daemon.socketPath).reduce((sum, player) => sum + ticksOf(player, [11, 12]), 0);
  return (ticksOf(pid, [11, 12, 13, 14]) + mpv) / TICKS_A_SECOND;
};

const measure = async (viewers: number) => {
  const pictures = new Set<string>();
  const begunMs = performance.now();
  const before = usedSeconds();
  const view = async (): Promise<void> => {
    for (; performance.now() - begunMs < SECONDS * 1000; await sleep(ASK_INTERVAL_MS)) {
      const answer = await fetch(`${daemon.url}/api/v1/output/picture?width=${WIDTH}`);
      pictures.add(Buffer.from(await answer.arrayBuffer()).toString('base64'));
    }
  };
  await Promise.all([sleep(SECONDS * 1000), ...Array.from({ length: viewers }, view)]);
  const seconds = (performance.now() - begunMs) / 1000;
  return { share: (usedSeconds() - before) / seconds, perSecond: pictures.size / seconds };
};

try {
  let clipId: string | undefined;
  for (; clipId === undefined; await sleep(200)) {
    const clips = await ask<{ id: string; file: string; examining?: boolean }[]>('/clips');
    clipId = clips.find(({ file, examining }) => file === 'bench.mp4' && examining !== true)?.id;
  }
  await ask('/transport/fire', { clipId });
  await sleep(3000);
  const alone = await measure(0);
  const viewed = await measure(VIEWERS);
  const { losses } = await ask<{ losses?: { framesDropped: number } }>('/transport');
  const results = createResults();
  results.atMost('pictures a second', viewed.perSecond, 2, '1/s');
  results.atMost('processor time of the pictures', (viewed.share - alone.share) * 100, 10, '% of a core');
  results.atMost('frames dropped', losses?.framesDropped ?? 0, 0, 'frames');
  process.exitCode = results.exitCode();
} finally {
  await daemon.dispose();
  server.kill();
}
