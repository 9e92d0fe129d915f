// What the names of a coding say: bit depth, chroma subsampling, frames a second.
import type { Coding } from '../../deck/clips/clip.ts';

const USUAL_FRAMES_PER_SECOND = 25;

/** Bits of a sample: `yuv420p10le` has 10, `yuv420p` and `nv12` 8. */
export const bitDepth = ({ pixelFormat = '', profile = '' }: Pick<Coding, 'pixelFormat' | 'profile'>): number => {
  const named = /(?:p|p0|gray|rgb|bgr)(9|10|12|14|16)(?:le|be)?$/.exec(pixelFormat)?.[1];
  if (named !== undefined) return Number(named);
  return pixelFormat === '' && /\b10\b/.test(profile) ? 10 : 8;
};

/** True for 4:2:0, which every decoder takes. */
export const isSubsampled = ({ pixelFormat = 'yuv420p' }: Pick<Coding, 'pixelFormat'>): boolean =>
  /420|411|410|^nv12|^nv21|^p010|^gray/.test(pixelFormat);

/** Pictures a second; of a file that does not declare its rate the usual one. */
export const framesPerSecond = ({ frameRate }: Pick<Coding, 'frameRate'>): number =>
  frameRate === undefined ? USUAL_FRAMES_PER_SECOND : frameRate.numerator / frameRate.denominator;
