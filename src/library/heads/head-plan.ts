// Which clips have a head, and which frames it holds: from the in point to the next key frame.
import { type Clip, ROUNDING_SECONDS, repeatRate } from '../../deck/clips/clip.ts';

/** Of longer ones the encoded part would be large; most encoders set a key frame at least every 250 frames. */
export const MAX_HEAD_SECONDS = 12;
/** Decoding as many frames before the in point takes no time worth a head. */
const MIN_FRAMES_BEFORE = 6;
const MAX_PIXELS = 1920 * 1088;
/** Containers that say exactly where their key frames are. */
const CONTAINERS: readonly string[] = ['mp4', 'mov', 'mkv', 'webm'];
/** Of a finer clock the place of a key frame could be rounded to before it. */
const MAX_TICKS_A_SECOND = 100_000;

/** Only of common material, so that the head looks the same: no HDR, no fields, 8 bits, a clock that begins at 0. */
export const mayHaveHead = (clip: Clip): boolean => {
  const { kind, media, inSeconds } = clip;
  if (kind !== 'video' || media === undefined || inSeconds <= 0 || repeatRate(clip) !== undefined) return false;
  const { clockStartSeconds, clockStepSeconds, pictureOffsetSeconds, interlaced, hdr } = media;
  const isSimple = [clockStartSeconds, clockStepSeconds, pictureOffsetSeconds, hdr].every((one) => one === undefined);
  const isSmall = media.width * media.height <= MAX_PIXELS && media.pixelFormat === 'yuv420p';
  return isSimple && isSmall && !interlaced && CONTAINERS.includes(media.container);
};

/** The step of a clock, seconds: numerator / denominator. */
export interface TimeBase {
  readonly numerator: number;
  readonly denominator: number;
}

export interface Packet {
  /** In steps of the clock. */
  readonly time: number;
  readonly isKey: boolean;
}

export interface HeadPlan {
  /** Time of the head's first frame and of the key frame after it, in steps of the clock. */
  readonly from: number;
  readonly to: number;
  /** Number of its frames. */
  readonly frames: number;
}

/** As mpv computes the time of a frame: to the last bit. */
export const toSeconds = (time: number, { numerator, denominator }: TimeBase): number =>
  time * (numerator / denominator);

/**
 * @param packets of the clip from the key frame before the in point to beyond the key frame after it
 * @returns undefined where no head is needed, or none can be
 */
export const toHeadPlan = (packets: readonly Packet[], timeBase: TimeBase, inSeconds: number): HeadPlan | undefined => {
  if (timeBase.denominator > MAX_TICKS_A_SECOND * timeBase.numerator) return undefined;
  const times = packets.map(({ time }) => time).sort((one, other) => one - other);
  const isAtIn = (time: number): boolean => toSeconds(time, timeBase) >= inSeconds - ROUNDING_SECONDS;
  const from = times.find(isAtIn);
  const keys = packets.filter(({ isKey }) => isKey).map(({ time }) => time);
  const before = Math.max(...keys.filter((time) => !isAtIn(time)));
  const to = Math.min(...keys.filter(isAtIn));
  if (from === undefined || !Number.isFinite(before) || !Number.isFinite(to) || to === from) return undefined;
  // A point between two frames: mpv may show either.
  if (toSeconds(from, timeBase) > inSeconds + ROUNDING_SECONDS) return undefined;
  if (times.some((time) => !Number.isSafeInteger(time))) return undefined;
  const framesBefore = times.filter((time) => time >= before && time < from).length;
  const frames = times.filter((time) => time >= from && time < to).length;
  const isLong = toSeconds(to - from, timeBase) > MAX_HEAD_SECONDS;
  return framesBefore < MIN_FRAMES_BEFORE || isLong ? undefined : { from, to, frames };
};
