// Films of numbered frames for proofs frame by frame, and how their pictures are read.
import { execFileSync } from 'node:child_process';
import { NUMBER_BITS } from '../media/media.ts';

/** A bar is a block of the usual codecs wide. */
const SIZE = { width: 192, height: 108 } as const;
const BAR = SIZE.width / NUMBER_BITS;
export const BARS = `geq=lum='if(lt(Y,54),255*mod(floor(N/pow(2,${NUMBER_BITS - 1}-floor(X/${BAR}))),2),128)':cb=128:cr=128`;

/** The number that the bars of a picture spell; -1 where they are not bars. */
const numberOf = (pixels: Buffer): number => {
  let number = 0;
  for (let bar = 0; bar < NUMBER_BITS; bar += 1) {
    const value = pixels[SIZE.width * 24 + Math.round(bar * BAR + BAR / 2)] ?? 128;
    if (value > 70 && value < 185) return -1;
    number = number * 2 + (value >= 185 ? 1 : 0);
  }
  return number;
};

/** The numbers of all pictures of an input of ffmpeg. */
export const numbersOf = (input: readonly string[], bytes?: Buffer): readonly number[] => {
  const output = [
    '-fps_mode',
    'passthrough',
    '-vf',
    `scale=${SIZE.width}:${SIZE.height},format=gray`,
    '-f',
    'rawvideo',
    '-',
  ];
  const pixels = execFileSync('ffmpeg', ['-v', 'error', ...input, ...output], {
    ...(bytes && { input: bytes }),
    maxBuffer: 1e9,
  });
  const size = SIZE.width * SIZE.height;
  return Array.from({ length: pixels.length / size }, (_, at) => numberOf(pixels.subarray(at * size, (at + 1) * size)));
};

export const film = (rate: string, seconds: number, ...encoding: readonly string[]): readonly string[] => [
  ...['-f', 'lavfi', '-i', `color=c=gray:s=${SIZE.width}x${SIZE.height}:r=${rate}:d=${seconds}`, '-vf', BARS],
  ...encoding,
];
export const h264 = (gop: number, bFrames: number): readonly string[] => [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12', '-pix_fmt', 'yuv420p'],
  ...['-g', String(gop), '-bf', String(bFrames)],
];
export const mpeg2 = (gop: number, bFrames: number): readonly string[] => [
  ...['-c:v', 'mpeg2video', '-q:v', '2', '-g', String(gop), '-bf', String(bFrames)],
];
export const xvid = (gop: number, bFrames: number): readonly string[] => [
  ...['-c:v', 'mpeg4', '-vtag', 'XVID', '-q:v', '2', '-g', String(gop), '-bf', String(bFrames)],
];
export const tone = (seconds: number): readonly string[] => ['-f', 'lavfi', '-i', `sine=duration=${seconds}`];
