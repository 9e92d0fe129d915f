// Resolves a playback command to a timeline position and a motion.
import { isMeantToPlay, isOnSplash } from '../../deck/state.ts';
import { CommandError } from '../response-codes.ts';
import type { Motion } from './device-state.ts';
import { type FrameRange, isInRange, toFrameRange } from './play-range.ts';
import { clampPosition, positionAt, type TimelinePosition, timelineFrame } from './timeline.ts';
import { type Snapshot, stepPercentOf, toPlayMode } from './transport-info.ts';

export interface Move {
  readonly position: TimelinePosition;
  /** The picture is already there and needs no seek. */
  readonly isThere: boolean;
  readonly playing: boolean;
  /** Factor, 1 is normal. */
  readonly speed: number;
  readonly singleClip: boolean;
  readonly loop: boolean;
  /** The range that plays; undefined: the whole timeline. */
  readonly range: FrameRange | undefined;
  readonly motion: Motion;
  /** Percent, for a speed that needs a stepped shuttle. */
  readonly stepPercent: number | undefined;
}

/** Faster than this, and backwards, playback is stepped: no device can decode every frame. */
const MAX_DECODED_PERCENT = 1600;
/** The protocol's limit, forwards and backwards. */
export const MAX_PERCENT = 5000;

const isStepped = (percent: number): boolean => percent < 0 || percent > MAX_DECODED_PERCENT;

/** @throws CommandError 107 */
export const checkTimeline = ({ timeline }: Snapshot): void => {
  if (timeline.clips.length === 0) throw new CommandError(107, 'there is no clip on the timeline');
};

const rangeOf = ({ device, timeline }: Snapshot): FrameRange | undefined => toFrameRange(device.playRange, timeline);

export interface PlayOptions {
  readonly percent: number;
  readonly loop: boolean;
  readonly singleClip: boolean;
  /** Undefined: from the current position. */
  readonly from: TimelinePosition | undefined;
}

/**
 * Default start of `play`: the current position; at the end of the last playback, its beginning; outside
 * the play range, the end of it from which it plays.
 */
const toPlayStart = (snapshot: Snapshot, { singleClip, percent }: PlayOptions): TimelinePosition => {
  const { deck, timeline, position } = snapshot;
  const range = rangeOf(snapshot);
  const rangeStart = positionAt(timeline, range?.inFrame ?? 0);
  if (percent < 0) {
    return isInRange(range, timeline, position) ? position : positionAt(timeline, (range?.outFrame ?? 1) - 1);
  }
  if (!isInRange(range, timeline, position)) return rangeStart;
  if (deck.transport !== 'ended') return position;
  if (singleClip) return { index: position.index, frame: position.index === rangeStart.index ? rangeStart.frame : 0 };
  return timelineFrame(timeline, position) >= (range?.outFrame ?? timeline.frames) - 1 ? rangeStart : position;
};

/** @throws CommandError 107 */
export const toPlay = (snapshot: Snapshot, options: PlayOptions, motion: Motion = 'play'): Move => {
  checkTimeline(snapshot);
  const { deck, timeline, position, guest } = snapshot;
  const { percent, singleClip, loop, from } = options;
  const start = from ?? toPlayStart(snapshot, options);
  const isShown = !isOnSplash(deck) && guest === undefined;
  const stepped = isStepped(percent);
  return {
    position: start,
    isThere: isShown && start === position && deck.transport !== 'ended',
    playing: percent !== 0 && !stepped,
    speed: stepped || percent === 0 ? 1 : percent / 100,
    singleClip,
    loop,
    range: isInRange(rangeOf(snapshot), timeline, start) ? rangeOf(snapshot) : undefined,
    motion,
    stepPercent: stepped ? percent : undefined,
  };
};

/**
 * Seeks to a position; a playing clip plays on from there.
 * @throws CommandError 107
 */
export const toGoto = (snapshot: Snapshot, position: TimelinePosition): Move => {
  checkTimeline(snapshot);
  const { deck, timeline } = snapshot;
  const range = rangeOf(snapshot);
  const playing = deck.stepSpeed === undefined && isMeantToPlay(deck);
  const { motion } = snapshot.device;
  const stepPercent = stepPercentOf(deck);
  return {
    position: clampPosition(timeline, position),
    isThere: false,
    playing,
    speed: playing ? deck.speed : 1,
    ...toRunMode(snapshot),
    range: isInRange(range, timeline, position) ? range : undefined,
    motion: playing || stepPercent !== undefined ? motion : 'play',
    stepPercent,
  };
};

/** The mode of the current playback; a clip's own Loop is not carried over to others. */
const toRunMode = ({ deck }: Snapshot): { readonly singleClip: boolean; readonly loop: boolean } => {
  const { singleClip, loop } = deck.place?.run ?? { singleClip: toPlayMode(deck).singleClip, loop: false };
  return { singleClip, loop };
};

/** @throws CommandError 107 */
export const toJog = (snapshot: Snapshot, position: TimelinePosition): Move => ({
  ...toGoto(snapshot, position),
  playing: false,
  speed: 1,
  motion: 'jog',
  stepPercent: undefined,
});

/**
 * Does not wrap: holds at the end that it runs to.
 * @throws CommandError 107
 */
export const toShuttle = (snapshot: Snapshot, percent: number): Move => {
  const { timeline, position } = snapshot;
  const from = isInRange(rangeOf(snapshot), timeline, position) ? position : undefined;
  return toPlay(snapshot, { percent, loop: false, singleClip: false, from }, 'shuttle');
};

/** The next step of a stepped shuttle. */
export const toStep = (snapshot: Snapshot, frame: number): Move => ({
  ...toJog(snapshot, positionAt(snapshot.timeline, frame)),
  motion: snapshot.device.motion,
  stepPercent: stepPercentOf(snapshot.deck),
});
