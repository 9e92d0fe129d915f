// Which clips mpv can play without a gap, as parts of one EDL.
import { type Clip, isIndexed, repeatRate } from '../clips/clip.ts';

/** An EDL is there when all its files are open, and the index of one with more frames than this takes a slow card seconds. */
const MAX_SEGMENT_FRAMES = 250_000;

const isQuickToOpen = ({ media, durationSeconds }: Clip): boolean => {
  const { numerator, denominator } = media?.frameRate ?? { numerator: 25, denominator: 1 };
  return (media?.frames ?? (durationSeconds * numerator) / denominator) <= MAX_SEGMENT_FRAMES;
};

/**
 * Whether a clip can be part of an EDL: a video with an index which does not loop by itself, keeps none of the others waiting and
 * goes through no filter of its own, as long frames and a high dynamic range do.
 */
const isJoinable = (clip: Clip | undefined): boolean =>
  clip?.kind === 'video' &&
  !clip.loop &&
  isIndexed(clip) &&
  isQuickToOpen(clip) &&
  repeatRate(clip) === undefined &&
  clip.media?.hdr === undefined;

/** Whether two clips can be joined: equally loud. Beside a file without sound mpv misses places in one that has it, by seconds. */
export const isJoined = (one: Clip | undefined, other: Clip | undefined): boolean =>
  [one, other].every(isJoinable) &&
  hasSound(one) === hasSound(other) &&
  one?.sound.volumePercent === other?.sound.volumePercent &&
  one?.sound.muted === other?.sound.muted;

const hasSound = (clip: Clip | undefined): boolean => clip?.media?.audioCodec !== undefined;
