// The levels of the sound meter: the peaks of the clip's file, lowered by all that its sound passes through.
import type { components } from '../../client/api-types.ts';

type Clip = components['schemas']['Clip'];
type ListItem = components['schemas']['ListItem'];
type Transport = components['schemas']['Transport'];

/** The peaks of a file, in steps of its time. */
export interface Envelope {
  readonly stepSeconds: number;
  readonly channels: number;
  /** Of each step a byte for each channel: 0 is silence, else twice the decibels over −100 dBFS. */
  readonly peaks: Uint8Array;
}

/** @param bytes as `/clips/{id}/envelope` sends them */
export const toEnvelope = (bytes: Uint8Array): Envelope => {
  const [low = 1, high = 0, channels = 0] = bytes;
  return { stepSeconds: (low + 256 * high) / 10, channels, peaks: bytes.subarray(3) };
};

/** Of a channel, in dBFS; silence is −∞. */
export const peakAt = ({ stepSeconds, channels, peaks }: Envelope, channel: number, seconds: number): number => {
  const byte = peaks[Math.floor(seconds / stepSeconds) * channels + channel];
  return byte ? byte / 2 - 100 : Number.NEGATIVE_INFINITY;
};

/** How far along a line from 0; a line of no length is passed. */
const share = (seconds: number, length: number): number =>
  length > 0 ? Math.max(0, Math.min(1, seconds / length)) : 1;

/**
 * What volumes, mute and fades leave of the sound: 0 is none, 1 all of it, on mpv's cubic scale.
 * @param fadeLevel of the fade over whatever plays
 * @param item the one that plays, whose fades go before the clip's
 * @param seconds position in the file
 */
export const toVolume = (
  { state, speed, muted, volumePercent }: Pick<Transport, 'state' | 'speed' | 'muted' | 'volumePercent'>,
  fadeLevel: number,
  clip: Clip,
  item: Pick<ListItem, 'fadeInSeconds' | 'fadeOutSeconds'> | undefined,
  seconds: number,
): number => {
  if (state !== 'playing' || speed < 0 || muted || clip.muted) return 0;
  const fadeIn = share(seconds - clip.inSeconds, item?.fadeInSeconds ?? clip.fadeInSeconds);
  const fadeOut = share(clip.outSeconds - seconds, item?.fadeOutSeconds ?? clip.fadeOutSeconds);
  return (volumePercent / 100) * (clip.volumePercent / 100) * fadeLevel * fadeIn * fadeOut;
};

/** @param peak in dBFS. @param volume as of `toVolume` */
export const toLevel = (peak: number, volume: number): number => peak + 60 * Math.log10(volume);

/** As a programme meter of IEC 60268-10 falls: 20 dB in 1.7 s. */
const FALL_DECIBELS_PER_SECOND = 20 / 1.7;

/** What the meter shows after so many seconds: it rises at once and falls slowly. */
export const toShown = (before: number, level: number, seconds: number): number =>
  Math.max(level, before - FALL_DECIBELS_PER_SECOND * seconds);

const LOWEST_DBFS = -60;

/** Length of the bar: 0 at −60 dBFS and below, 1 at 0 dBFS. */
export const toPart = (level: number): number => Math.max(0, Math.min(1, 1 - level / LOWEST_DBFS));
