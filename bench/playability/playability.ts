// How far the verdicts on clips are right: each clip is judged, then played on a virtual screen, at several CPU quotas.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createClip } from '../../src/deck/clips/clip.ts';
import { toClipPicture } from '../../src/deck/playback/desired-state.ts';
import { createProgress, measureClip } from '../../src/library/playability/measure-clip.ts';
import { toMeasuredVerdict } from '../../src/library/playability/measured-verdict.ts';
import { probeMedia } from '../../src/library/probe/probe.ts';
import { SOFTWARE } from '../../src/mpv/decoding/decoding-way.ts';
import { createDecodingMeter } from '../../src/mpv/measuring/decoding-meter.ts';
import { createResults } from '../player/figures.ts';
import { createCpuQuota } from './cpu-quota.ts';
import { makeClips } from './made-clips.ts';
import { playClip } from './played-clip.ts';

const CLIPS = Number(process.env.CUEDECK_BENCH_CLIPS ?? 40);
/** Shares of one CPU. */
const LEVELS = (process.env.CUEDECK_BENCH_LEVELS ?? '0.3,0.6,1,1.6').split(',').map(Number);
const SCREEN = { width: 1280, height: 720 } as const;
const MAX_DROPS_OF_SMOOTH = 1 / 1000;
const MAX_WRONGLY_SLOW = 0.05;

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-bench-'));
const media = join(tmpdir(), 'cuedeck-bench-playability');
mkdirSync(media, { recursive: true });
const quota = createCpuQuota(folder);
const mpv = join(folder, 'mpv');
writeFileSync(mpv, `#!/bin/sh\nexec ${quota.wrapper} mpv "$@"\n`, { mode: 0o755 });

const display = `:${500 + (process.pid % 400)}`;
const size = `${SCREEN.width}x${SCREEN.height}x24`;
// The screen is part of the box: its work counts as well.
const server = spawn(quota.wrapper, ['Xvfb', display, '-screen', '0', size, '-nolisten', 'tcp'], { stdio: 'ignore' });
await new Promise((resolve) => setTimeout(resolve, 2000));

const meter = createDecodingMeter({
  ...{ program: mpv, extraArguments: [], priority: 'normal', wayOf: () => SOFTWARE },
  screen: async () => ({ output: 'x11', ...SCREEN, rotationDegrees: 0 }),
});

const judge = async (path: string) => {
  const probed = await probeMedia(path);
  const clip = createClip('bench', basename(path), probed);
  const picture = toClipPicture(clip, path);
  // Neighbours on this machine give way to the quota's group.
  const deaf: typeof meter = {
    ...meter,
    run: (file, seconds, signal, measure) =>
      meter.run(file, seconds, signal, (open) =>
        measure({ ...open, decode: async (part) => ({ ...(await open.decode(part)), othersSeconds: 0 }) }),
      ),
  };
  const measured = await measureClip(
    { meter: deaf, cores: 2 },
    { clip, path, picture },
    createProgress(),
    new AbortController().signal,
  );
  const rate = probed.info.frameRate;
  return {
    verdict: toMeasuredVerdict(measured, probed.info, '').verdict,
    measured,
    seconds: probed.durationSeconds,
    rate: rate === undefined ? 25 : rate.numerator / rate.denominator,
  };
};

const results = createResults();
const counts = { smooth: 0, tight: 0, 'too-slow': 0, smoothWithDrops: 0, clean: 0, wronglySlow: 0 };
let worst = 0;
try {
  const clips = makeClips(media, CLIPS);
  for (const level of LEVELS) {
    for (const path of clips) {
      quota.set(level);
      const { verdict, measured, seconds, rate } = await judge(path);
      const { frames, dropped } = await playClip([mpv], path, { display, seconds, rate });
      const isClean = dropped <= frames * MAX_DROPS_OF_SMOOTH;
      counts[verdict === 'unknown' ? 'tight' : verdict] += 1;
      if (verdict === 'smooth') worst = Math.max(worst, dropped / frames);
      if (verdict === 'smooth' && !isClean) counts.smoothWithDrops += 1;
      if (isClean) counts.clean += 1;
      if (isClean && verdict === 'too-slow') counts.wronglySlow += 1;
      const factors = `${measured.worstSecondFactor} worst, ${measured.realtimeFactor} mean, ${measured.cpuShare} of the CPU`;
      console.log(
        `${level}  ${basename(path).padEnd(26)}  ${verdict.padEnd(8)}  ${factors}; ${dropped} of ${frames} dropped`,
      );
    }
  }
} finally {
  server.kill();
  await new Promise((resolve) => server.once('exit', resolve));
  quota.remove();
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `      ${counts.smooth} smooth, ${counts.tight} tight, ${counts['too-slow']} too slow; ${counts.clean} played clean`,
);
results.atMost('dropped frames of the worst clip called smooth', worst * 1000, MAX_DROPS_OF_SMOOTH * 1000, 'in 1,000');
results.atMost(
  'clips that play clean and are called too slow',
  counts.wronglySlow / Math.max(1, counts.clean),
  MAX_WRONGLY_SLOW,
  'of them',
);
process.exit(results.exitCode());
