// What is on a virtual screen: pictures as QEMU dumps them, and what can be read in them.
import { execFileSync } from 'node:child_process';
import { NUMBER_BITS } from '../media/media.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly pixels: Buffer;
}

/** @throws Error on anything but a binary PPM of 8 bits */
export const parsePpm = (file: Buffer): Picture => {
  const [head = '', width = '', height = ''] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 40)) ?? [];
  if (head === '') throw new Error('no picture of the screen');
  return { width: Number(width), height: Number(height), pixels: file.subarray(head.length) };
};

const valueAt = ({ width, pixels }: Picture, x: number, y: number): number =>
  pixels[(Math.floor(y) * width + Math.floor(x)) * 3] ?? 0;

/** The number that the bars of a numbered clip spell; -1 where they are not bars. */
export const frameNumber = (picture: Picture): number => {
  const { width, height } = picture;
  const bar = width / NUMBER_BITS;
  const readAt = (y: number): number => {
    let number = 0;
    for (let index = 0; index < NUMBER_BITS; index += 1) {
      const value = valueAt(picture, index * bar + bar / 2, y);
      if (value > 60 && value < 195) return -1;
      number = number * 2 + (value >= 195 ? 1 : 0);
    }
    return number;
  };
  // Two lines that agree: a picture half drawn is none.
  const [upper, lower] = [readAt(height * 0.08), readAt(height * 0.42)];
  return upper === lower ? upper : -1;
};

/** An image file as it looks on a screen of this size. */
export const asOnScreen = (file: string, width: number, height: number): Picture => {
  const args = [
    '-v',
    'error',
    '-i',
    file,
    '-vf',
    `scale=${width}:${height}`,
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-',
  ];
  return { width, height, pixels: execFileSync('ffmpeg', args, { maxBuffer: width * height * 3 + 1 }) };
};

/** How far two pictures are apart on average, 0 to 255; the lower third, where an overlay may stand, is left out. */
export const distance = (one: Picture, other: Picture): number => {
  if (one.width !== other.width || one.height !== other.height) return 255;
  const length = Math.floor((one.height * 2) / 3) * one.width * 3;
  let sum = 0;
  for (let at = 0; at < length; at += 1) sum += Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0));
  return sum / length;
};

/** Mean brightness, 0 to 255. */
export const brightness = ({ pixels }: Picture): number => {
  let sum = 0;
  for (const value of pixels) sum += value;
  return sum / pixels.length;
};
