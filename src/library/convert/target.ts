// What every board plays best, and how ffmpeg makes it: H.264 High with 8 bits, a key frame every second, a constant rate, AAC.
import type { FrameRate, MediaInfo } from '../../deck/clips/clip.ts';
import { DEFAULT_RATE, hasDropFrame } from '../../deck/clips/timecode.ts';
import type { OutputSettings } from '../../deck/output.ts';
import { TO_STANDARD_RANGE } from '../thumbnails/ffmpeg-frame.ts';

/** The largest picture, in square pixels. */
export interface PictureBox {
  readonly width: number;
  readonly height: number;
}

/** The most that a result has. */
export interface Target {
  readonly box: PictureBox;
  /** Frames per second. */
  readonly maxRate: number;
}

const FULL_HD: PictureBox = { width: 1920, height: 1080 };
const MAX_RATE = 60;

/** The most that the decoders of all boards take in real time. */
export const EVERY_BOARD: Target = { box: FULL_HD, maxRate: MAX_RATE };

/** The largest picture that the screen shows, with its mode and rotation, and every board plays. */
export const toPictureBox = ({ displayMode, rotationDegrees, fit }: OutputSettings): PictureBox => {
  // Cut at its edges, a picture may be larger than the screen.
  const mode = fit === 'cover' ? '' : (displayMode ?? '');
  const [, across, down] = /^(\d+)x(\d+)/.exec(mode) ?? [];
  const width = Math.min(FULL_HD.width, Number(across ?? FULL_HD.width));
  const height = Math.min(FULL_HD.height, Number(down ?? FULL_HD.height));
  return rotationDegrees % 180 === 0 ? { width, height } : { width: height, height: width };
};

const MAX_KEY_FRAME_SECONDS = 1;
/** Upper limit of the bit rates; the usual clip needs a third. */
const VIDEO_BITS_PER_SECOND = 20_000_000;
const SOUND_BITS_PER_CHANNEL = 96_000;
/** Layouts that the encoder knows by their number of channels. */
const KEPT_CHANNELS: readonly number[] = [1, 2, 6, 8];
const PROFILES: readonly (string | undefined)[] = ['High', 'Main', 'Baseline', 'Constrained Baseline'];

/** Most that a second of a result takes, in bytes. */
export const MAX_BYTES_PER_SECOND = (VIDEO_BITS_PER_SECOND + 8 * SOUND_BITS_PER_CHANNEL) / 8;

const toNumber = ({ numerator, denominator }: FrameRate): number => numerator / denominator;

/** The rate of the result: that of the file, or a whole part of it; long frames are repeated as the player does it. */
export const toTargetRate = ({ frameRate = DEFAULT_RATE }: MediaInfo, maxRate: number): FrameRate => {
  const parts = Math.ceil(toNumber(frameRate) / maxRate - 0.01);
  return parts > 1 ? { ...frameRate, denominator: frameRate.denominator * parts } : frameRate;
};

/** The largest number of frames from one key frame to the next. */
const toKeyFrameDistance = (rate: FrameRate): number => Math.max(1, Math.floor(toNumber(rate) * MAX_KEY_FRAME_SECONDS));

/**
 * Why a file is not yet as wanted: completes "It would be converted, since …"; undefined when there is no reason.
 * @param measured.keyFrameSeconds longest time from one key frame to the next
 * @param measured.isSteady whether its frames have equal distances
 */
export const whyConvert = (
  media: MediaInfo,
  measured: { readonly keyFrameSeconds: number; readonly isSteady: boolean },
  { box, maxRate }: Target,
): string | undefined => {
  const { videoCodec, profile, pixelFormat, container, width, height, frameRate, audioCodec } = media;
  if (videoCodec !== 'h264') return `it is coded as ${videoCodec}`;
  if (!PROFILES.includes(profile) || pixelFormat !== 'yuv420p') return `it is coded as ${profile}, ${pixelFormat}`;
  if (media.interlaced) return 'it is interlaced';
  if (media.hdr !== undefined) return 'it has high dynamic range';
  if (container !== 'mp4') return `it is a file of the kind ${container}`;
  if (width > box.width || height > box.height) return `it has ${width} × ${height} pixels`;
  if (frameRate === undefined || !measured.isSteady) return 'its frame rate varies';
  if (toTargetRate(media, maxRate) !== frameRate) return `it has ${Math.round(toNumber(frameRate))} frames a second`;
  // A key frame may come a frame late where the rate is not whole.
  if (measured.keyFrameSeconds > MAX_KEY_FRAME_SECONDS + 0.05)
    return `its key frames are ${measured.keyFrameSeconds.toFixed(1)} s apart`;
  return audioCodec === undefined || audioCodec === 'aac' ? undefined : `its sound is coded as ${audioCodec}`;
};

/** Scales to square pixels that fit into the box, never up. */
const toScale = ({ width, height }: PictureBox, isRgb: boolean): string => {
  const even = (side: string): string => `2*max(1,round((${side})/2))`;
  const across = 'iw*max(1,sar)';
  const down = 'ih/min(1,sar)';
  const size = `w='${even(`min(${across},min(${width},${height}*dar))`)}':h='${even(`min(${down},min(${height},${width}/dar))`)}'`;
  return `scale=${size}:flags=bicubic:out_range=tv${isRgb ? ':out_color_matrix=bt709' : ''}`;
};

const isRgb = ({ pixelFormat = '' }: MediaInfo): boolean => /^(a?rgb|a?bgr|gbr|pal8|0rgb|0bgr)/.test(pixelFormat);

/** Places of the streams in the file, and how much later ffmpeg times them than the player. */
export interface SourceStreams {
  readonly videoIndex: number;
  readonly videoLateSeconds: number;
  readonly audioIndex?: number;
  readonly audioLateSeconds: number;
}

const toDelay = (name: 'setpts' | 'asetpts', lateSeconds: number): readonly string[] =>
  lateSeconds === 0 ? [] : [`${name}=PTS-(${lateSeconds.toFixed(6)})/TB`];

export const DEINTERLACE = 'bwdif=mode=send_frame:parity=auto:deint=all';

const toVideoFilter = (media: MediaInfo, streams: SourceStreams, { box, maxRate }: Target): string => {
  const { numerator, denominator } = toTargetRate(media, maxRate);
  return [
    ...toDelay('setpts', streams.videoLateSeconds),
    ...(media.interlaced ? [DEINTERLACE] : []),
    `fps=fps=${numerator}/${denominator}:start_time=0`,
    toScale(box, isRgb(media)),
    ...(media.hdr === undefined ? [] : TO_STANDARD_RANGE),
    'setsar=1',
    'format=yuv420p',
  ].join(',');
};

const toSound = (
  { audioChannels = 2 }: MediaInfo,
  { audioIndex, audioLateSeconds }: SourceStreams,
): readonly string[] => {
  if (audioIndex === undefined) return ['-an'];
  const channels = KEPT_CHANNELS.includes(audioChannels) ? audioChannels : 2;
  const filter = [...toDelay('asetpts', audioLateSeconds), 'aresample=48000:async=1:first_pts=0'].join(',');
  return [
    ...['-map', `0:${audioIndex}`, '-af', filter, '-c:a', 'aac', '-ac', String(channels)],
    ...['-b:a', String(channels * SOUND_BITS_PER_CHANNEL)],
  ];
};

const COLOURS = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];

/** Drop-frame labels exist only at some rates. */
const toTimecode = (media: MediaInfo, maxRate: number): readonly string[] => {
  const { startTimecode } = media;
  if (startTimecode === undefined) return [];
  if (startTimecode.includes(';') && !hasDropFrame(toTargetRate(media, maxRate))) return [];
  return ['-timecode', startTimecode];
};

/** Options of ffmpeg between its input and the name of the result. */
export const toOutputArguments = (media: MediaInfo, streams: SourceStreams, target: Target): readonly string[] => {
  const keyFrames = String(toKeyFrameDistance(toTargetRate(media, target.maxRate)));
  return [
    ...['-map', `0:${streams.videoIndex}`, '-vf', toVideoFilter(media, streams, target), '-fps_mode', 'passthrough'],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'fast',
      '-profile:v',
      'high',
      '-crf',
      '18',
      '-g',
      keyFrames,
      '-bf',
      '2',
      '-refs',
      '3',
    ],
    ...['-rc-lookahead', '15', '-maxrate', String(VIDEO_BITS_PER_SECOND), '-bufsize', String(VIDEO_BITS_PER_SECOND)],
    ...(media.hdr !== undefined || isRgb(media) ? COLOURS : []),
    ...toSound(media, streams),
    ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', ...toTimecode(media, target.maxRate)],
    ...['-movflags', '+faststart', '-f', 'mp4'],
  ];
};
