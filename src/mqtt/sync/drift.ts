// Speed correction of a player that is out of sync.
import type { Clip } from '../../deck/clips/clip.ts';

/** The part of a file that a group plays together. */
export interface SharedSection {
  readonly inSeconds: number;
  readonly lengthSeconds: number;
  readonly loop: boolean;
}

export const toSharedSection = ({ inSeconds, outSeconds, loop }: Clip): SharedSection => ({
  inSeconds,
  lengthSeconds: outSeconds - inSeconds,
  loop,
});

/** An error is taken back in about so many seconds. */
const PULL_SECONDS = 8;
/**
 * Two percent, for one that was held up by a sixth of a second or more; a frame of 25 fps is taken back with half a percent,
 * below what an eye or an ear notices.
 */
const MAX_SPEED_CHANGE = 0.02;
/** Changes of the factor smaller than this are not worth a word to the player. */
const FINEST_CHANGE = 0.00001;

/** Position at a wall-clock time of a section that was at its in point at `originSeconds`. */
export const toPositionAt = (section: SharedSection, originSeconds: number, nowSeconds: number): number => {
  const elapsed = nowSeconds - originSeconds;
  if (!section.loop) return section.inSeconds + elapsed;
  return section.inSeconds + (((elapsed % section.lengthSeconds) + section.lengthSeconds) % section.lengthSeconds);
};

/** The wall-clock time at which the section was last at its in point, judged by one sample. */
export const toOrigin = (section: SharedSection, sample: FrameSample): number =>
  sample.atSeconds - (sample.positionSeconds - section.inSeconds);

/** A frame that was seen: its position in the file, and the wall-clock time. */
export interface FrameSample {
  readonly positionSeconds: number;
  readonly atSeconds: number;
}

/** Seconds that a sample is ahead of the leader; in a loop the shorter way round. */
export const toError = (section: SharedSection, originSeconds: number, sample: FrameSample): number => {
  const error = sample.positionSeconds - toPositionAt(section, originSeconds, sample.atSeconds);
  return section.loop ? toShorterWay(error, section.lengthSeconds) : error;
};

const toShorterWay = (error: number, lengthSeconds: number): number =>
  error - lengthSeconds * Math.round(error / lengthSeconds);

export const medianOf = (values: readonly number[]): number | undefined =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

/**
 * The factor to run at until the next look.
 * @param errorSeconds how far ahead the player is; undefined: not known, so nothing changes
 */
export const toPace = (errorSeconds: number | undefined, current: number): number => {
  if (errorSeconds === undefined) return current;
  const change = Math.max(-MAX_SPEED_CHANGE, Math.min(MAX_SPEED_CHANGE, -errorSeconds / PULL_SECONDS));
  const next = Math.round((1 + change) / FINEST_CHANGE) * FINEST_CHANGE;
  return Math.abs(next - current) < FINEST_CHANGE / 2 ? current : Number(next.toFixed(5));
};
