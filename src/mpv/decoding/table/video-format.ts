// What of a file's coding decides which decoder takes it.
import type { Coding } from '../../../deck/clips/clip.ts';

export interface VideoFormat {
  /** As ffmpeg names it: `h264`, `hevc`. */
  readonly codec: string;
  /** As ffprobe names it; empty: not told. */
  readonly profile: string;
  readonly bits: number;
  /** `other` is neither of the three, or unknown. */
  readonly chroma: '420' | '422' | '444' | 'other';
  readonly width: number;
  readonly height: number;
  /** Pixels that have to be decoded in a second; a file that tells no rate counts as 60. */
  readonly pixelsPerSecond: number;
  readonly interlaced: boolean;
}

const ASSUMED_RATE = 60;

/** Formats of the full range of brightness, as cameras and phones write it. */
const FULL_RANGE = /^yuvj/;

const toChroma = (pixelFormat: string): VideoFormat['chroma'] => {
  const chroma = /^yuv(420|422|444)p/.exec(pixelFormat.replace(FULL_RANGE, 'yuv'))?.[1];
  return chroma === '420' || chroma === '422' || chroma === '444' ? chroma : 'other';
};

/** A file whose pixel format was not kept is of the usual kind. */
export const toVideoFormat = (coding: Coding): VideoFormat => {
  const pixelFormat = coding.pixelFormat ?? 'yuv420p';
  const rate =
    coding.frameRate === undefined ? ASSUMED_RATE : coding.frameRate.numerator / coding.frameRate.denominator;
  return {
    codec: coding.videoCodec,
    profile: coding.profile ?? '',
    bits: Number(/p(\d+)[lb]e$/.exec(pixelFormat)?.[1] ?? 8),
    chroma: toChroma(pixelFormat),
    width: coding.width,
    height: coding.height,
    pixelsPerSecond: coding.width * coding.height * rate,
    interlaced: coding.interlaced,
  };
};

const CODEC_NAMES: Readonly<Record<string, string>> = {
  h264: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  mpeg2video: 'MPEG-2',
  vc1: 'VC-1',
};

export const toCodecName = (codec: string): string => CODEC_NAMES[codec] ?? codec;
