// GO to a clip that was prepared, compared with a cold `fire` of the same film on a virtual screen: the time to the picture, and the frames
// lost where the head ends. 1080p, a long group of pictures, the in point between key frames.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDaemonFolder, startDaemon } from '../../test/e2e/daemon.ts';
import { playersOf } from '../../test/e2e/recovery.ts';
import { askMaintenance } from '../../test/mpv/real-mpv.ts';
import { startVirtualScreen } from '../../test/picture/virtual-screen.ts';
import { createResults, median } from '../player/figures.ts';

const ROUNDS = 15;
const PLAYED_ROUNDS = 7;
/** The key frame after both is at 10 s. */
const IN_SECONDS = 9;
/** Between two frames: such a clip has no head. */
const COLD_IN_SECONDS = 9.02;
/** Lost frames are counted from the first position to the second one. */
const COUNTED_SECONDS = [9.4, 11.5] as const;
/** Heads need it. */
const NEWER_MPV = process.env.CUEDECK_TEST_NEWER_MPV ?? '/var/cache/cuedeck-test/newer-mpv/mpv';
const PREPARED_SECONDS = 300;
/** 48 are frames decoded ahead; the rest is reading the file twice. */
const MAX_MEMORY_MEBIBYTES = 64;
const SCREEN = [1280, 720] as const;
const COUNTERS = ['frame-drop-count', 'decoder-frame-drop-count', 'vo-delayed-frame-count'] as const;

const folder = createDaemonFolder();
const pathOf = (name: string): string => join(folder, 'clips', name);
const source = ['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=25:d=24', '-f', 'lavfi', '-i', 'sine=d=24'];
const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '8M', '-g', '250', '-sc_threshold', '0'];
execFileSync('ffmpeg', ['-v', 'error', ...source, ...coding, '-pix_fmt', 'yuv420p', pathOf('prepared.mp4')]);
copyFileSync(pathOf('prepared.mp4'), pathOf('cold.mp4'));

const screen = await startVirtualScreen({ size: SCREEN });
const daemon = await startDaemon({
  folder,
  environment: {
    ...{ DISPLAY: screen.display, CUEDECK_MPV_ARGS: '--ao=null --vo=x11' },
    ...(existsSync(NEWER_MPV) && { CUEDECK_MPV: NEWER_MPV }),
  },
});

const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${daemon.url}/api/v1${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
};
const idOf = async (file: string): Promise<string> => {
  for (;;) {
    const all = await ask<{ id: string; file: string; examining?: boolean }[]>('GET', '/clips');
    const found = all.find((clip) => clip.file === file && clip.examining !== true);
    if (found !== undefined) return found.id;
    await sleep(200);
  }
};
const property = (name: string): Promise<unknown> => askMaintenance(daemon.socketPath, ['get_property', name]);
const isHeaded = async (): Promise<boolean> => String(await property('path')).startsWith('edl:');
const memoryMebibytes = (): number => {
  const [pid = 0] = playersOf(daemon.socketPath);
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
};

try {
  const [prepared, cold] = [await idOf('prepared.mp4'), await idOf('cold.mp4')];
  await ask('PATCH', `/clips/${cold}`, { inSeconds: COLD_IN_SECONDS });
  await ask('PATCH', `/clips/${prepared}`, { inSeconds: IN_SECONDS });
  await ask('POST', '/transport/standby', { clipId: prepared });
  const heads = join(daemon.stateDir, 'heads');
  const begunMs = performance.now();
  while (!readdirSync(heads).some((name) => name.endsWith('.json'))) {
    if (performance.now() - begunMs > PREPARED_SECONDS * 1000) throw new Error('the clip was not prepared');
    await sleep(500);
  }

  const go = async (): Promise<void> => {
    await ask('POST', '/transport/standby', { clipId: prepared });
    await ask('POST', '/transport/go');
  };
  const fire = async (): Promise<void> => void (await ask('POST', '/transport/fire', { clipId: cold }));
  const starts = { go: { start: go, headed: true }, fire: { start: fire, headed: false } } as const;
  const kinds = ['go', 'fire'] as const;
  const begin = async (kind: (typeof kinds)[number]): Promise<number> => {
    await ask('POST', '/transport/cue', { clipId: 'splash' });
    const { start, headed } = starts[kind];
    const then = performance.now();
    await start();
    const milliseconds = performance.now() - then;
    if ((await isHeaded()) !== headed) throw new Error(`${kind} began ${headed ? 'without' : 'with'} a head`);
    return milliseconds;
  };

  const times = { go: [] as number[], fire: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) for (const kind of kinds) times[kind].push(await begin(kind));

  const countAt = async (seconds: number): Promise<number> => {
    while (Number(await property('time-pos')) < seconds) await sleep(20);
    const values = await Promise.all(COUNTERS.map(property));
    return values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0);
  };
  const lost = { go: [] as number[], fire: [] as number[] };
  const memory = { go: 0, fire: 0 };
  for (let round = 0; round < PLAYED_ROUNDS; round += 1) {
    for (const kind of kinds) {
      await begin(kind);
      const before = await countAt(COUNTED_SECONDS[0]);
      lost[kind].push((await countAt(COUNTED_SECONDS[1])) - before);
      memory[kind] = Math.max(memory[kind], memoryMebibytes());
    }
  }

  console.log(`      GO ${median(times.go).toFixed(0)} ms, cold fire ${median(times.fire).toFixed(0)} ms`);
  console.log(`      frames lost where the head ends: GO ${lost.go.join(' ')}, cold fire ${lost.fire.join(' ')}`);
  console.log(`      mpv's memory: GO ${memory.go.toFixed(0)} MiB, cold fire ${memory.fire.toFixed(0)} MiB`);
  const results = createResults();
  results.atMost('GO to a prepared clip, median over a cold fire', median(times.go) / median(times.fire), 0.5, 'x');
  // One more in each, so that none over none is 1.
  const share = (median(lost.go) + 1) / (median(lost.fire) + 1);
  results.atMost('frames lost where a head ends, over those of a cold fire', share, 1, 'x');
  results.atMost('memory that mpv takes for a head', memory.go - memory.fire, MAX_MEMORY_MEBIBYTES, 'MiB');
  process.exitCode = results.exitCode();
} finally {
  await daemon.dispose();
  await screen.stop();
}
