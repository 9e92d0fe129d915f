// The quick verdict: what a file's headers say about how it will play, before it is measured.
import type { Coding } from '../../deck/clips/clip.ts';
import type { Playability } from '../../deck/clips/playability.ts';
import { toCodingAdvice } from './coding-advice.ts';
import { bitDepth, framesPerSecond, isSubsampled } from './coding-facts.ts';

/** The machine, as far as it decides what a CPU decodes. */
export interface Machine {
  readonly cores: number;
  /** The device tree's model, `Raspberry Pi 4 Model B Rev 1.5`; empty where there is none. */
  readonly board: string;
}

const MEGA = 1e6;

/**
 * Megapixels of 8-bit H.264 a second that the whole board decodes in software. Pi 3 and 4 as others measured them
 * with 1080p; the others are set beside these by the speed of their cores.
 */
const BOARDS: readonly (readonly [board: RegExp, megapixels: number])[] = [
  [/Raspberry Pi (5|500|Compute Module 5)/, 370],
  [/Raspberry Pi (4|400|Compute Module 4)/, 168],
  [/Raspberry Pi 3/, 46],
  [/Raspberry Pi Zero 2/, 34],
];
/** Of a core that nothing is known about. */
const MIN_MEGAPIXELS_OF_A_CORE = 40;

/** Megapixels a second of decoders in hardware; others are taken to do 1080p at 30 frames a second. */
const DECODERS: readonly (readonly [decoder: RegExp, megapixels: number])[] = [
  [/^(vaapi|nvdec|cuda|vulkan|drm)/, 500],
  [/^v4l2m2m/, 120],
];
const MIN_MEGAPIXELS_OF_A_DECODER = 62;

/** Work of a picture's pixel over that of 8-bit H.264. */
const CODECS: Readonly<Record<string, number>> = {
  mpeg1video: 0.5,
  mpeg2video: 0.6,
  mpeg4: 0.7,
  h264: 1,
  vp8: 1,
  vp9: 1.4,
  hevc: 1.8,
  av1: 2.2,
  prores: 2.5,
  dnxhd: 2,
  mjpeg: 1.5,
};
const UNUSUAL_CODEC = 2.5;

/** With more in reserve it is smooth, with less it is tight. */
const SMOOTH_RESERVE = 1.8;
/** Of a board that nothing is known about. */
const SURE_RESERVE = 4;
/** With less it is too slow; between the two nothing but a measurement can tell. */
const MIN_RESERVE = 0.75;

const isSoftware = (decoder: string): boolean => decoder === 'no';

/** Work of a second of the clip, in megapixels of 8-bit H.264. */
const toWork = (coding: Coding, decoder: string): number => {
  const pixels = (coding.width * coding.height * framesPerSecond(coding)) / MEGA;
  if (!isSoftware(decoder)) return pixels;
  const depth = bitDepth(coding) > 8 ? 1.6 : 1;
  const chroma = isSubsampled(coding) ? 1 : 1.4;
  return pixels * (CODECS[coding.videoCodec] ?? UNUSUAL_CODEC) * depth * chroma;
};

const toCapacity = ({ cores, board }: Machine, decoder: string): { megapixels: number; isKnown: boolean } => {
  const known = isSoftware(decoder) ? BOARDS.find(([name]) => name.test(board)) : undefined;
  if (known !== undefined) return { megapixels: known[1], isKnown: true };
  if (isSoftware(decoder)) return { megapixels: cores * MIN_MEGAPIXELS_OF_A_CORE, isKnown: false };
  const rated = DECODERS.find(([name]) => name.test(decoder));
  return { megapixels: rated?.[1] ?? MIN_MEGAPIXELS_OF_A_DECODER, isKnown: true };
};

/**
 * @param decoder mpv's name of what will decode it; `no` is software
 */
export const toHeaderVerdict = (coding: Coding, decoder: string, machine: Machine): Playability => {
  const { megapixels, isKnown } = toCapacity(machine, decoder);
  const reserve = megapixels / Math.max(0.01, toWork(coding, decoder));
  const advice = toCodingAdvice(coding, decoder);
  if (reserve >= (isKnown ? SMOOTH_RESERVE : SURE_RESERVE)) return { verdict: 'smooth', decoder, advice: [] };
  if (!isKnown) return { verdict: 'unknown', decoder, advice: ['It is measured when the player has time.'] };
  const measured = 'By its headers; it is measured when the player has time.';
  if (reserve < MIN_RESERVE) {
    return { verdict: 'too-slow', decoder, advice: [`This box is too slow for it. ${measured}`, ...advice] };
  }
  return { verdict: 'tight', decoder, advice: [`This box has little in reserve for it. ${measured}`, ...advice] };
};
