// Which clips mpv can play without a gap, as parts of one EDL.
import { type Clip, isIndexed, repeatRate } from '../clips/clip.ts';

/** An EDL starts when all its files are open; on a slow card the index of a file with more frames takes seconds. */
const MAX_SEGMENT_FRAMES = 250_000;

const isQuickToOpen = ({ media, durationSeconds }: Clip): boolean => {
  const { numerator, denominator } = media?.frameRate ?? { numerator: 25, denominator: 1 };
  return (media?.frames ?? (durationSeconds * numerator) / denominator) <= MAX_SEGMENT_FRAMES;
};

/**
 * True for a clip that can be part of an EDL: an indexed video that does not loop, opens fast and
 * needs no filter (long frames and high dynamic range do).
 */
const isJoinable = (clip: Clip | undefined): boolean =>
  clip?.kind === 'video' &&
  !clip.loop &&
  isIndexed(clip) &&
  isQuickToOpen(clip) &&
  repeatRate(clip) === undefined &&
  clip.media?.hdr === undefined;

/** True for clips of equal volume that both have sound or both lack it; otherwise mpv misses seek targets by seconds. */
export const isJoined = (one: Clip | undefined, other: Clip | undefined): boolean =>
  [one, other].every(isJoinable) &&
  hasSound(one) === hasSound(other) &&
  one?.sound.volumePercent === other?.sound.volumePercent &&
  one?.sound.muted === other?.sound.muted;

const hasSound = (clip: Clip | undefined): boolean => clip?.media?.audioCodec !== undefined;
