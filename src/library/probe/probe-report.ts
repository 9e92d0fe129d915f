// What ffprobe reports, and what that makes of the file.
import type { FrameRate, HdrKind, MediaInfo, ProbedMedia } from '../../deck/clips/clip.ts';
import { isPicture, toContainer } from '../containers/media-formats.ts';
import { chooseFrameRate, parseFraction } from './frame-rate.ts';
import { type Fields, fieldsOf, listOf, numberOf, positive, textOf } from './report-fields.ts';

/** The file as its headers describe it. */
export interface Headers {
  readonly demuxer: string;
  /** The stream that mpv would show; undefined when there is nothing but sound or cover art. */
  readonly video: Fields | undefined;
  readonly audio: Fields | undefined;
  /** The file's clock at the player's time 0, in seconds. */
  readonly startSeconds: number;
  /** The same, by ffmpeg. */
  readonly firstSeconds: number;
  /** True when the headers declare the start. */
  readonly hasStart: boolean;
  /** Declared duration of the whole file; may count from the clock's zero. */
  readonly durationSeconds: number | undefined;
  /** True when it has streams besides the played video and audio, and cover art. */
  readonly hasOtherStreams: boolean;
  /** Timecode of the first frame, `HH:MM:SS:FF` or `HH:MM:SS;FF`. */
  readonly startTimecode: string | undefined;
  readonly hasCover: boolean;
  /** Codec of the video stream. */
  readonly codec: string;
}

const isFlagged = (stream: Fields, disposition: string): boolean => fieldsOf(stream.disposition)[disposition] === 1;

const isCover = (stream: Fields): boolean => isFlagged(stream, 'attached_pic') || isFlagged(stream, 'timed_thumbnails');

const preferred = (streams: readonly Fields[]): Fields | undefined =>
  streams.find((stream) => isFlagged(stream, 'default')) ?? streams[0];

/** Each container has the tag in another place and spelling. */
const toStartTimecode = (holders: readonly Fields[]): string | undefined => {
  for (const { tags } of holders) {
    const [, text] = Object.entries(fieldsOf(tags)).find(([name]) => name.toLowerCase() === 'timecode') ?? [];
    const [, time, separator, frames] = /^(\d\d:\d\d:\d\d)([:;.,])(\d\d)$/.exec(textOf(text)) ?? [];
    if (time !== undefined && frames !== undefined) return `${time}${separator === ':' ? ':' : ';'}${frames}`;
  }
  return undefined;
};

/** mpv counts Matroska from the first block in the file, which may belong to a stream that begins later than the others. */
const toStart = (output: Fields, firstSeconds: number): number => {
  if (!textOf(fieldsOf(output.format).format_name).startsWith('matroska')) return firstSeconds;
  const packet = listOf(output.packets_and_frames).find(({ type }) => type === 'packet');
  return Math.max(0, numberOf(packet?.pts_time) ?? firstSeconds);
};

/** @param output of `-show_format -show_streams`, and the first packets */
export const toHeaders = (output: Fields): Headers => {
  const format = fieldsOf(output.format);
  const streams = listOf(output.streams);
  const pictures = streams.filter((stream) => stream.codec_type === 'video');
  const firstSeconds = numberOf(format.start_time) ?? 0;
  const video = preferred(pictures.filter((stream) => !isCover(stream)));
  const audio = preferred(streams.filter((stream) => stream.codec_type === 'audio'));
  const isOther = (stream: Fields): boolean => stream !== video && stream !== audio && !isCover(stream);
  return {
    demuxer: textOf(format.format_name),
    video,
    audio,
    startSeconds: toStart(output, firstSeconds),
    firstSeconds,
    hasStart: numberOf(format.start_time) !== undefined,
    durationSeconds: positive(numberOf(format.duration)) ?? positive(numberOf(video?.duration)),
    hasOtherStreams: streams.some((stream) => isOther(stream) && stream.codec_type !== 'attachment'),
    startTimecode: toStartTimecode([
      video ?? {},
      format,
      ...streams.filter((stream) => stream.codec_tag_string === 'tmcd'),
    ]),
    hasCover: pictures.some(isCover),
    codec: textOf(video?.codec_name) || 'unknown',
  };
};

/** For `-select_streams`. */
export const streamIndex = ({ video }: Headers): string => String(numberOf(video?.index) ?? 0);

/** Number of frames that the container declares; not for AVI, which counts empty chunks. */
export const frameCount = ({ demuxer, video }: Headers): number | undefined =>
  demuxer === 'avi' ? undefined : positive(numberOf(video?.nb_frames));

/** Packets and frames that were read of the video stream. */
export interface Sample {
  readonly packets: number;
  readonly frames: readonly Fields[];
}

/** @param output of `-show_packets -show_frames` */
export const toSample = (output: Fields): Sample => {
  const entries = listOf(output.packets_and_frames);
  return {
    packets: entries.filter(({ type }) => type === 'packet').length,
    frames: entries.filter(({ type }) => type === 'frame'),
  };
};

/** Number of frames of all streams, if the container declares each. */
export const frameCountOfAll = (report: Fields): number | undefined =>
  listOf(report.streams).reduce<number | undefined>((sum, { nb_frames }) => {
    const count = numberOf(nb_frames);
    return sum === undefined || count === undefined ? undefined : sum + count;
  }, 0);

/** For each packet of all streams whether it is the video's, and the frames of the video. */
export const videoEntries = (
  report: Fields,
  { video }: Headers,
): { readonly packets: readonly boolean[]; readonly frames: readonly Fields[] } => {
  const entries = listOf(report.packets_and_frames);
  const isOfVideo = ({ stream_index }: Fields): boolean => stream_index === video?.index;
  return {
    packets: entries.filter(({ type }) => type === 'packet').map(isOfVideo),
    frames: entries.filter((entry) => entry.type === 'frame' && isOfVideo(entry)),
  };
};

const INTERLACED: readonly unknown[] = ['tt', 'bb', 'tb', 'bt'];

const isOnItsSide = (stream: Fields): boolean =>
  listOf(stream.side_data_list).some(({ rotation }) => Math.abs(numberOf(rotation) ?? 0) % 180 === 90);

/** True when it has more than one frame, or sound. */
export const isMoving = (headers: Headers, sample: Sample): boolean =>
  !isPicture(headers.demuxer) && ((frameCount(headers) ?? sample.packets) > 1 || headers.audio !== undefined);

const HDR_TRANSFERS: Readonly<Record<string, HdrKind>> = { smpte2084: 'pq', 'arib-std-b67': 'hlg' };

/** Less is rounding. */
const MIN_SECONDS = 0.0005;

/** Of these ffmpeg counts from the start of the streams that it decodes, here the picture. */
const DISCONTINUOUS = ['mpegts', 'mpeg', 'ogg'];

/**
 * How much later ffmpeg's filters time a frame than the player: they count from the earliest stream, and give the frames of
 * an AVI the times of the packets that completed them.
 */
const pictureOffset = (headers: Headers, sample: Sample): number => {
  const { demuxer, startSeconds, firstSeconds } = headers;
  const videoStart = numberOf(headers.video?.start_time);
  if (DISCONTINUOUS.includes(demuxer) && videoStart !== undefined)
    return startSeconds - Math.max(videoStart, firstSeconds);
  const first = demuxer === 'avi' ? numberOf(sample.frames[0]?.best_effort_timestamp_time) : undefined;
  return (first ?? startSeconds) - firstSeconds;
};

const unlessNone = <Key extends string>(key: Key, seconds: number): { readonly [K in Key]?: number } =>
  Math.abs(seconds) < MIN_SECONDS
    ? {}
    : ({ [key]: Math.round(seconds * 1e6) / 1e6 } as { readonly [K in Key]?: number });

/** A shorter one moves no seek into another long frame. */
const MIN_CLOCK_STEP_SECONDS = 0.01;

const toClockStep = ({ time_base }: Fields): { readonly clockStepSeconds?: number } => {
  const step = parseFraction(time_base);
  const seconds = step === undefined ? 0 : step.numerator / step.denominator;
  return seconds < MIN_CLOCK_STEP_SECONDS ? {} : { clockStepSeconds: Math.round(seconds * 1e6) / 1e6 };
};

const isCountable = ({ numerator, denominator }: FrameRate): boolean => numerator / denominator >= MIN_RATE;

/** Lower rates are those of slides, in which a timecode cannot count. */
const MIN_RATE = 2;

/**
 * @param length.durationSeconds duration of the played streams; 0 for a still
 * @param length.longFrames true when it has long frames
 */
export const toProbedMedia = (
  headers: Headers,
  sample: Sample,
  { durationSeconds, longFrames }: { readonly durationSeconds: number; readonly longFrames: boolean },
): ProbedMedia => {
  const video = headers.video ?? {};
  const { audio } = headers;
  const moving = isMoving(headers, sample);
  const interlaced =
    INTERLACED.includes(video.field_order) ||
    (video.field_order !== 'progressive' && sample.frames[0]?.interlaced_frame === 1);
  const frameRate = chooseFrameRate({
    nominal: parseFraction(video.r_frame_rate),
    average: parseFraction(video.avg_frame_rate),
    interlaced,
  });
  const [width = 0, height = 0] = [numberOf(video.width), numberOf(video.height)];
  const frames = frameCount(headers);
  const channels = numberOf(audio?.channels);
  const hdr = HDR_TRANSFERS[textOf(video.color_transfer)];
  const [profile, pixelFormat] = [textOf(video.profile), textOf(video.pix_fmt)];
  const info: MediaInfo = {
    container: toContainer(headers.demuxer),
    videoCodec: headers.codec,
    width: isOnItsSide(video) ? height : width,
    height: isOnItsSide(video) ? width : height,
    interlaced,
    ...(moving && frameRate !== undefined && isCountable(frameRate) && { frameRate }),
    ...(hdr !== undefined && { hdr }),
    ...(profile !== '' && profile !== 'unknown' && { profile }),
    ...(pixelFormat !== '' && { pixelFormat }),
    ...(longFrames && { longFrames }),
    ...(moving && unlessNone('clockStartSeconds', headers.startSeconds)),
    ...(longFrames && toClockStep(video)),
    ...(moving && unlessNone('pictureOffsetSeconds', pictureOffset(headers, sample))),
    ...(moving && frames !== undefined && { frames }),
    ...(moving && headers.startTimecode !== undefined && { startTimecode: headers.startTimecode }),
    ...(audio !== undefined && { audioCodec: textOf(audio.codec_name) }),
    ...(channels !== undefined && { audioChannels: channels }),
  };
  return { moving, durationSeconds, info };
};
