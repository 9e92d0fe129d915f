// Clips with sound of known loudness, made by ffmpeg: those of EBU Tech 3341 and 3342.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A sine on both channels; levels are of its peak, in dBFS. A stereo sine of 1 kHz at −23 dBFS is −23 LUFS. */
export const sine = (decibels: number, seconds: number, hertz = 1000, phase = 0): string => {
  const channel = `${10 ** (decibels / 20)}*sin(2*PI*${hertz}*t+${phase})`;
  return `aevalsrc=${channel}|${channel}:s=48000:d=${seconds}:c=stereo`;
};

export const silence = (seconds: number): string => `anullsrc=r=48000:cl=stereo:d=${seconds}`;

/** Makes a file with these sounds one after the other, under a small picture; without any: a file without sound. */
export const makeClip = (folder: string, name: string, ...sounds: readonly string[]): string => {
  const path = join(folder, name);
  const inputs = ['color=c=gray:s=64x64:r=25:d=1', ...sounds].flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const parts = sounds.map((_, index) => `[${index + 1}:a]`).join('');
  const joined = `${parts}concat=n=${sounds.length}:v=0:a=1[sound]`;
  const sound = ['-filter_complex', joined, '-map', '0:v', '-map', '[sound]', '-c:a', 'pcm_f32le'];
  const output = ['-c:v', 'libx264', '-preset', 'ultrafast', path];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...(sounds.length > 0 ? sound : []), ...output]);
  return path;
};
