// The clips of the board test: what is made, the telling ones first.

export const CODECS = ['h264', 'hevc'] as const;
export type Codec = (typeof CODECS)[number];

export interface TestClip {
  readonly name: string;
  readonly codec: Codec;
  readonly width: number;
  readonly height: number;
  /** Frames a second. */
  readonly rate: number;
  readonly bits: 8 | 10;
  /** Frames from one key frame to the next. The picture repeats with them. */
  readonly keyFrameFrames: number;
  readonly kilobits: number;
}

const SIZES = {
  '720p': { width: 1280, height: 720, kilobits: 5000 },
  '1080p': { width: 1920, height: 1080, kilobits: 12_000 },
  '2160p': { width: 3840, height: 2160, kilobits: 40_000 },
} as const;

const CODEC_SHARES: Readonly<Record<Codec, number>> = { h264: 1, hevc: 0.6 };
const FAST_SHARE = 1.6;
const LONG_SECONDS = 10;

const toClip = (
  codec: Codec,
  size: keyof typeof SIZES,
  rate: 25 | 30 | 50 | 60,
  { bits = 8, isLong = false }: { readonly bits?: 8 | 10; readonly isLong?: boolean } = {},
): TestClip => {
  const { width, height, kilobits } = SIZES[size];
  return {
    name: `${codec}-${size}${rate}${bits === 8 ? '' : `-${bits}bit`}${isLong ? '-long' : ''}`,
    ...{ codec, width, height, rate, bits },
    keyFrameFrames: isLong ? LONG_SECONDS * rate : Math.floor(rate / 2),
    kilobits: Math.round(kilobits * CODEC_SHARES[codec] * (rate > 30 ? FAST_SHARE : 1)),
  };
};

/** The smallest of a codec and depth stands before its others: a way that does not take it is not tried with them. */
export const TEST_CLIPS: readonly TestClip[] = [
  toClip('h264', '720p', 25),
  toClip('hevc', '720p', 25),
  toClip('h264', '1080p', 25),
  toClip('h264', '1080p', 50),
  toClip('hevc', '1080p', 25),
  toClip('h264', '1080p', 30),
  toClip('h264', '1080p', 60),
  toClip('hevc', '1080p', 50),
  toClip('hevc', '1080p', 25, { bits: 10 }),
  toClip('hevc', '2160p', 25),
  toClip('h264', '1080p', 25, { isLong: true }),
  toClip('h264', '2160p', 25),
  toClip('hevc', '2160p', 60),
  toClip('hevc', '1080p', 30),
  toClip('hevc', '1080p', 60),
  toClip('hevc', '2160p', 50, { bits: 10 }),
  toClip('hevc', '1080p', 25, { isLong: true }),
  toClip('h264', '1080p', 25, { bits: 10 }),
  toClip('h264', '720p', 50),
  toClip('h264', '2160p', 30),
  toClip('h264', '2160p', 60),
  toClip('hevc', '2160p', 30, { bits: 10 }),
  toClip('hevc', '2160p', 60, { bits: 10 }),
  toClip('hevc', '720p', 50),
];

const MIN_SECONDS = 6;
/** Behind the last key frame of a clip with distant ones. */
const TAIL_SECONDS = 2;

/** Length of the clip in frames. */
export const toLengthFrames = ({ rate, keyFrameFrames }: TestClip): number =>
  Math.max(MIN_SECONDS * rate, keyFrameFrames + TAIL_SECONDS * rate);

/** More than it takes on the disk while it is made. */
export const toMaxBytes = (clip: TestClip): number =>
  Math.ceil(((toLengthFrames(clip) + clip.keyFrameFrames) / clip.rate) * clip.kilobits * 125 * 2) + 1_000_000;
