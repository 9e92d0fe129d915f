import { execFileSync } from 'node:child_process';

/** Mean of a picture, 0 to 255. */
export const brightnessOf = (jpeg: Buffer): number => {
  const input = ['-v', 'error', '-i', 'pipe:0', '-vf', 'scale=1:1', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'];
  return execFileSync('ffmpeg', input, { input: jpeg })[0] ?? -1;
};
