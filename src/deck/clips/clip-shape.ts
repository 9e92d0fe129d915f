// The fields of a clip as the deck keeps them, once: the type and the check of a record follow from this list.
import * as schema from '../../schema/schema.ts';

/** Frames per second as a fraction, so that 29.97 is exactly 30000/1001. */
const FRAME_RATE = schema.object({ numerator: schema.amount, denominator: schema.amount });
export type FrameRate = schema.ValueOf<typeof FRAME_RATE>;

/** Transfer functions of high dynamic range. */
export const HDR_KINDS = ['pq', 'hlg'] as const;
export type HdrKind = (typeof HDR_KINDS)[number];

/** What the probe found in the file. */
const MEDIA = schema.object(
  {
    container: schema.filledText,
    videoCodec: schema.filledText,
    width: schema.amount,
    height: schema.amount,
    interlaced: schema.flag,
  },
  {
    /** Absent for a still, and when the file does not declare it. */
    frameRate: FRAME_RATE,
    /** Absent for the usual range of brightness. */
    hdr: schema.oneOf(...HDR_KINDS),
    /** Profile of the video codec, as ffprobe names it: `High`, `Main 10`. */
    profile: schema.filledText,
    /** Chroma subsampling and bit depth, as ffmpeg names them: `yuv420p`, `yuv420p10le`. */
    pixelFormat: schema.filledText,
    /** Some frames last so long that the player repeats them at the frame rate; otherwise no seek could end within one. */
    longFrames: schema.worded(schema.oneOf(true), 'longFrames is not true'),
    /** The file's clock at the player's time 0; absent when it is 0. */
    clockStartSeconds: schema.amount,
    /** The step of the file's clock where frames last long, as a seek is rounded to it; absent where it is short. */
    clockStepSeconds: schema.amount,
    /** How much later ffmpeg's filters time a frame than the player; absent when they agree. */
    pictureOffsetSeconds: schema.anyNumber,
    /** Number of frames, if the container declares it. */
    frames: schema.amount,
    /** Timecode of the first frame, if the file has one: `HH:MM:SS:FF`, drop-frame `HH:MM:SS;FF`. */
    startTimecode: schema.filledText,
    audioCodec: schema.filledText,
    audioChannels: schema.amount,
  },
);
export type MediaInfo = schema.ValueOf<typeof MEDIA>;

/** What decides which decoder can decode a file in time. */
export type Coding = Pick<
  MediaInfo,
  'videoCodec' | 'profile' | 'pixelFormat' | 'width' | 'height' | 'frameRate' | 'interlaced'
>;

/** Volume of a clip: 0 to 100, on the player's scale. */
export const SOUND = schema.object({
  volumePercent: schema.checked(schema.amount, (percent) => (percent > 100 ? 'a volume is over 100' : undefined)),
  muted: schema.flag,
});
export type Sound = schema.ValueOf<typeof SOUND>;

export const FULL_SOUND: Sound = { volumePercent: 100, muted: false };

export const MAX_FADE_SECONDS = 60;
const FADE_SECONDS = schema.checked(schema.amount, (seconds) =>
  seconds > MAX_FADE_SECONDS ? `a fade is over ${MAX_FADE_SECONDS} s` : undefined,
);

/** What follows at the end of a clip that does not loop: its last frame is held, or another picture is shown. */
const AT_END = ['hold', 'splash', 'black', 'next', 'back'] as const;
export type AtEnd = (typeof AT_END)[number];

/**
 * `video` plays by itself; `still` is a picture or a file of a single frame, shown for a set time;
 * `splash` is entry 0 of every list.
 */
const KINDS = ['video', 'still', 'splash'] as const;

/** The file as it arrived in an upload; absent for a file that came another way. */
const RECEIVED = schema.object({
  bytes: schema.amount,
  crc32: schema.count,
  /** When its last byte was written. */
  changedMs: schema.anyNumber,
});

/** Fields that were added later default to the earlier behaviour. */
export const CLIP = schema.object(
  {
    /** Stable for the life of the clip; the splash screen's is SPLASH_ID. */
    id: schema.filledText,
    kind: schema.oneOf(...KINDS),
    name: schema.filledText,
    /** Bare name in the clips folder; the splash screen's is an absolute path. */
    file: schema.filledText,
    /** Seconds, at most 3 decimals; 0 for a picture. */
    durationSeconds: schema.amount,
    /** In and out point on the file's own time scale: 0 <= in < out, and out <= duration unless the duration is 0. */
    inSeconds: schema.amount,
    outSeconds: schema.amount,
    loop: schema.flag,
    atEnd: schema.withDefault(schema.oneOf(...AT_END), 'hold'),
    sound: schema.withDefault(SOUND, FULL_SOUND),
    /** From black after the in point, and to black before the out point, picture and sound; 0: none. */
    fadeInSeconds: schema.withDefault(FADE_SECONDS, 0),
    fadeOutSeconds: schema.withDefault(FADE_SECONDS, 0),
  },
  { media: MEDIA, received: RECEIVED },
);
export type Clip = schema.ValueOf<typeof CLIP>;

/** Initial settings of a new clip, besides its name and points. */
export const NEW_CLIP = {
  loop: false,
  atEnd: 'hold',
  sound: FULL_SOUND,
  fadeInSeconds: 0,
  fadeOutSeconds: 0,
} as const satisfies Partial<Clip>;
