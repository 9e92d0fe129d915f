// Speed correction of a player that is out of sync.
import type { Clip } from '../../deck/clips/clip.ts';

/** The section that a group plays in sync. */
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

/** An error is corrected in about this time. */
const PULL_SECONDS = 8;
/**
 * Two percent, for an error of a sixth of a second or more; one frame at 25 fps is corrected with half a percent,
 * which nobody sees or hears.
 */
const MAX_SPEED_CHANGE = 0.02;
/** Smaller changes of the factor are not sent to mpv. */
const FINEST_CHANGE = 0.00001;

/** Position, at a wall-clock time, in a section that was at its in point at `originSeconds`. */
export const toPositionAt = (section: SharedSection, originSeconds: number, nowSeconds: number): number => {
  const elapsed = nowSeconds - originSeconds;
  if (!section.loop) return section.inSeconds + elapsed;
  return section.inSeconds + (((elapsed % section.lengthSeconds) + section.lengthSeconds) % section.lengthSeconds);
};

/** The wall-clock time at which the section was last at its in point, judged by one sample. */
export const toOrigin = (section: SharedSection, sample: FrameSample): number =>
  sample.atSeconds - (sample.positionSeconds - section.inSeconds);

/** An observed frame: its position in the file, and the wall-clock time. */
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
 * The speed factor until the next check.
 * @param errorSeconds how far ahead the player is; undefined: unknown, so nothing changes
 */
export const toPace = (errorSeconds: number | undefined, current: number): number => {
  if (errorSeconds === undefined) return current;
  const change = Math.max(-MAX_SPEED_CHANGE, Math.min(MAX_SPEED_CHANGE, -errorSeconds / PULL_SECONDS));
  const next = Math.round((1 + change) / FINEST_CHANGE) * FINEST_CHANGE;
  return Math.abs(next - current) < FINEST_CHANGE / 2 ? current : Number(next.toFixed(5));
};
