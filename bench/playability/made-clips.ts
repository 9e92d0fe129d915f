// The clips of the benchmark, from what any box plays to what none does: sizes, rates, codecs, bit rates, groups of pictures.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const SIZES = ['640x360', '1024x576', '1280x720', '1920x1080', '2560x1440'] as const;
const RATES = [25, 50] as const;
const SECONDS = 6;

/** Of each size and rate: an easy one, one with much detail and long groups, one in another codec, one with a burst. */
const KINDS: readonly { readonly name: string; readonly filter: string; readonly codec: readonly string[] }[] = [
  { name: 'easy', filter: 'null', codec: ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '28', '-g', '25'] },
  {
    name: 'noisy',
    filter: 'noise=alls=12:allf=t',
    codec: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '24', '-g', '250'],
  },
  { name: 'mpeg2', filter: 'noise=alls=4:allf=t', codec: ['-c:v', 'mpeg2video', '-q:v', '4', '-g', '12'] },
  {
    name: 'burst',
    filter: "noise=alls=25:allf=t:enable='between(t,3,4)'",
    codec: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-g', '50'],
  },
];

/** @param count how many of the 40, spread over all kinds */
export const makeClips = (folder: string, count: number): readonly string[] => {
  const all = SIZES.flatMap((size) => RATES.flatMap((rate) => KINDS.map((kind) => ({ size, rate, ...kind }))));
  const step = all.length / count;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index + 0.5) * step)]).flatMap((clip) => {
    if (clip === undefined) return [];
    const path = join(folder, `${clip.size}-${clip.rate}-${clip.name}-sound.mkv`);
    if (existsSync(path)) return [path];
    const source = `testsrc2=s=${clip.size}:r=${clip.rate}:d=${SECONDS}`;
    const picture = ['-f', 'lavfi', '-i', source, '-vf', `${clip.filter},format=yuv420p`];
    // Without sound mpv shows every frame, however late: it drops frames to stay with the sound.
    const sound = ['-f', 'lavfi', '-i', `sine=d=${SECONDS}`, '-c:a', 'aac'];
    const input = [...picture.slice(0, 4), ...sound.slice(0, 4), ...picture.slice(4), ...sound.slice(4)];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...clip.codec, path]);
    return [path];
  });
};
