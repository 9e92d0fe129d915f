// What background work costs the clip that plays on a virtual screen: frames lost while conversions, pictures and measurements wait, and alone.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { components } from '../../src/client/api-types.ts';
import { createDaemonFolder, startDaemon } from '../../test/e2e/daemon.ts';
import { createResults, median } from '../player/figures.ts';

type Clip = components['schemas']['Clip'];
type Play = components['schemas']['Play'];

const ROUNDS = Number(process.env.CUEDECK_BENCH_ROUNDS ?? 3);
/** Until the programs that tell of the machine, asked after the start, have ended. */
const WARM_UP_SECONDS = 12;
/** Work may go on beside a clip that has played for 20 s. */
const PLAYED_SECONDS = Number(process.env.CUEDECK_BENCH_SECONDS ?? 50);
const WAITING_CLIPS = 8;
const MAX_MORE_LOST = 1;
const SCREEN = { width: 1280, height: 720 } as const;
const SETTLED_SECONDS = 90;

const media = join(tmpdir(), 'cuedeck-bench-beside');
mkdirSync(media, { recursive: true });
const makeClip = (name: string, seconds: number, codec: readonly string[]): string => {
  const path = join(media, name);
  if (existsSync(path)) return path;
  const source = `testsrc2=s=${SCREEN.width}x${SCREEN.height}:r=25:d=${seconds}`;
  const input = ['-f', 'lavfi', '-i', source, '-f', 'lavfi', '-i', `sine=d=${seconds}`, '-pix_fmt', 'yuv420p'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...codec, '-c:a', 'aac', path]);
  return path;
};
const played = makeClip('played.mp4', 60, ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25']);
/** In a codec that is converted. */
const waiting = makeClip('waiting.mkv', 20, ['-c:v', 'mpeg2video', '-q:v', '5']);

const display = `:${500 + (process.pid % 400)}`;
const size = `${SCREEN.width}x${SCREEN.height}x24`;
const server = spawn('Xvfb', [display, '-screen', '0', size, '-nolisten', 'tcp'], { stdio: 'ignore' });
const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
await pause(2);

/** @param others clips whose pictures, measurements and conversions wait while the clip plays */
const play = async (others: number): Promise<{ readonly lost: number; readonly work: string }> => {
  const folder = createDaemonFolder();
  copyFileSync(played, join(folder, 'clips/played.mp4'));
  for (let number = 1; number <= others; number += 1)
    copyFileSync(waiting, join(folder, `clips/waiting-${number}.mkv`));
  const environment = { DISPLAY: display, CUEDECK_MPV_ARGS: '--vo=x11 --ao=null' };
  const daemon = await startDaemon({ folder, environment });
  try {
    const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${daemon.url}/api/v1${path}`, { method, ...text });
      const said = await answer.text();
      return said === '' ? undefined : JSON.parse(said);
    };
    const clips = async (): Promise<readonly Clip[]> => ((await ask('GET', '/clips')) as Clip[]).slice(1);
    const until = async (seconds: number, holds: (all: readonly Clip[]) => boolean): Promise<void> => {
      for (let waited = 0; waited < seconds && !holds(await clips()); waited += 0.2) await pause(0.2);
    };
    await daemon.line(/^picture up/);
    await until(SETTLED_SECONDS, (all) => all.filter(({ examining }) => !examining).length > others);
    // Alone is when nothing is left to do.
    if (others === 0) await until(SETTLED_SECONDS, ([clip]) => clip?.playability?.measuredAt !== undefined);
    const all = await clips();
    const id = all.find(({ file }) => file === 'played.mp4')?.id;
    await ask('PATCH', `/clips/${id}`, { endAction: 'loop' });
    await ask('POST', '/transport/fire', { clipId: id });
    await pause(WARM_UP_SECONDS);
    await ask('POST', '/transport/fire', { clipId: id });
    for (const clip of all) if (clip.id !== id) await ask('POST', `/clips/${clip.id}/convert`);
    await pause(PLAYED_SECONDS);
    const { play: running } = (await ask('GET', '/plays/running')) as { readonly play: Play };
    const now = (await clips()).filter((clip) => clip.id !== id);
    const progress = now.reduce((sum, { conversion }) => sum + (conversion?.progress ?? 0), 0);
    const unmeasured = now.filter(({ playability }) => playability?.measuredAt === undefined).length;
    return {
      lost: ((running.framesDropped + running.framesLate) / running.framesDue) * 1000,
      work: `${running.framesDropped} dropped and ${running.framesLate} late of ${running.framesDue}; ${progress.toFixed(2)} conversions done, ${unmeasured} measurements wait`,
    };
  } finally {
    await daemon.dispose();
  }
};

const lost = { alone: [] as number[], beside: [] as number[] };
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, others] of [['alone', 0] as const, ['beside', WAITING_CLIPS] as const]) {
      const figures = await play(others);
      lost[name].push(figures.lost);
      console.log(`      ${name.padEnd(6)}  ${figures.work}`);
    }
  }
} finally {
  server.kill();
}
const results = createResults();
const more = median(lost.beside) - median(lost.alone);
results.atMost('frames lost beside waiting work over alone', more, MAX_MORE_LOST, 'in 1,000');
process.exit(results.exitCode());
