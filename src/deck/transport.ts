// The operations of the transport, each from one state to the next: cue, fire, play, pause, stop, go to.
import { AppError } from '../base/errors.ts';
import { type Clip, ROUNDING_SECONDS, SPLASH_ID, toSection, toSectionPosition } from './clips/clip.ts';
import { frameSecondsOf } from './clips/timecode.ts';
import { leaveItem } from './lists/show.ts';
import { toAutoFollowPosition } from './playback/auto-follow.ts';
import { currentPart, type SegmentPart, type SequencePosition } from './playback/sequence.ts';
import { type DeckState, isMeantToPlay, isOnSplash, type PreviousClip, selectedClip } from './state.ts';

/** What every operation of the transport cancels. */
const CANCELLED = { armedAt: undefined, waiting: undefined, holdsEnd: false } as const;

/** Cued at its in point. */
export const cue = (state: DeckState, clip: Clip): DeckState => ({
  ...state,
  selectedId: clip.id,
  former: toPreviousClip(state, clip.id),
  cues: state.cues + 1,
  place: toAutoFollowPosition(state.document.clips, clip.id),
  screen: clip.id === SPLASH_ID ? 'splash' : state.screen,
  transport: 'stopped',
  targetSeconds: clip.id === SPLASH_ID ? 0 : clip.inSeconds,
  positionSeconds: clip.id === SPLASH_ID ? 0 : clip.inSeconds,
  speed: 1,
  lastingSpeed: 1,
  stepSpeed: undefined,
  paceFactor: 1,
  ...CANCELLED,
  fault: undefined,
});

const toPreviousClip = (state: DeckState, nextId: string): PreviousClip | undefined =>
  nextId === state.selectedId ? state.former : { clipId: state.selectedId, playing: state.transport === 'playing' };

/** Cues and starts a clip; a clip that is already cued just starts. */
export const fire = (state: DeckState, clip: Clip): DeckState =>
  play(state.selectedId === clip.id && state.transport === 'stopped' ? state : cue(state, clip));

/**
 * Starts a sequence at a position in the file of its current item.
 * @param seconds undefined: the current position
 * @param isShuttle the speed ends with the next stop, play or end
 * @param stepSpeed the factor of a stepped shuttle, of which this is one step
 */
export const startSequence = (
  state: DeckState,
  change: {
    readonly place: SequencePosition;
    readonly seconds: number | undefined;
    readonly playing: boolean;
    readonly speed: number;
    readonly isShuttle?: boolean;
    readonly stepSpeed?: number | undefined;
  },
): DeckState => {
  const { place, seconds, playing, speed, isShuttle = false, stepSpeed } = change;
  const part = currentPart(place);
  if (part === undefined) throw new AppError('clip-not-found', 'The run has no such clip.');
  const targetSeconds = seconds === undefined ? undefined : toItemPosition(part, seconds);
  return {
    ...state,
    selectedId: part.clip.id,
    former: place.run === state.place?.run ? state.former : toPreviousClip(state, part.clip.id),
    place,
    transport: playing ? 'playing' : 'paused',
    targetSeconds,
    positionSeconds: targetSeconds ?? state.positionSeconds,
    speed,
    lastingSpeed: isShuttle ? state.lastingSpeed : speed,
    stepSpeed,
    paceFactor: 1,
    show: leaveItem(state.show),
    ...CANCELLED,
    fault: undefined,
  };
};

/** In an EDL the next item follows at once, so a position in the last frame means its beginning. */
const toItemPosition = ({ item, clip }: SegmentPart, seconds: number): number => {
  const last = Math.max(item.inSeconds, item.outSeconds - frameSecondsOf(clip) + 2 * ROUNDING_SECONDS);
  return Math.max(item.inSeconds, Math.min(seconds, last));
};

/** In point of the current item of a sequence, else of the selected clip. */
const inPointSeconds = (state: DeckState): number =>
  (state.place && currentPart(state.place)?.item.inSeconds) ?? selectedClip(state).inSeconds;

/** Ends a stepped shuttle, and the speed of a shuttle. */
export const endShuttle = (state: DeckState): DeckState =>
  state.stepSpeed === undefined && state.speed === state.lastingSpeed
    ? state
    : { ...state, speed: state.lastingSpeed, stepSpeed: undefined };

/** Plays on from the current position, or from the in point at the end. Does nothing on the splash screen. */
export const play = (state: DeckState): DeckState => {
  if (isOnSplash(state)) return state;
  const again = state.transport === 'ended' ? { targetSeconds: inPointSeconds(state), fault: undefined } : {};
  return { ...endShuttle(state), ...again, transport: 'playing', ...CANCELLED };
};

export const pause = (state: DeckState): DeckState =>
  state.transport === 'playing'
    ? { ...endShuttle(state), transport: 'paused', ...CANCELLED }
    : { ...endShuttle(state), ...CANCELLED, holdsEnd: state.holdsEnd || isWaitingAtEnd(state) };

const isWaitingAtEnd = ({ transport, waiting }: DeckState): boolean => transport === 'ended' && waiting !== undefined;

/** What waits does not come; after the end of a clip its last picture holds. */
export const cancelWait = (state: DeckState): DeckState =>
  state.waiting === undefined
    ? state
    : { ...state, waiting: undefined, holdsEnd: state.holdsEnd || isWaitingAtEnd(state) };

export const togglePlay = (state: DeckState): DeckState => (isMeantToPlay(state) ? pause(state) : play(state));

export const stop = (state: DeckState): DeckState =>
  isOnSplash(state)
    ? { ...state, transport: 'stopped', ...CANCELLED }
    : { ...endShuttle(state), transport: 'stopped', targetSeconds: inPointSeconds(state), ...CANCELLED };

/**
 * @param seconds position in the file; moved into the section that plays
 * @throws AppError `not-seekable` on a picture, `invalid-value` outside the file
 */
export const goTo = (state: DeckState, seconds: number): DeckState => {
  const clip = selectedClip(state);
  if (clip.kind !== 'video') {
    throw new AppError('not-seekable', `${clip.name} is a still picture; there is no timecode to go to.`);
  }
  if (seconds < 0 || seconds > clip.durationSeconds) {
    throw new AppError('invalid-value', `secs=${seconds} is refused; allowed: 0 to ${clip.durationSeconds}.`);
  }
  return {
    ...state,
    transport: state.transport === 'playing' ? 'playing' : 'paused',
    targetSeconds: toPlayedPosition(state, clip, seconds),
    stepSpeed: undefined,
    ...CANCELLED,
  };
};

const toPlayedPosition = (state: DeckState, clip: Clip, seconds: number): number => {
  const part = state.place && currentPart(state.place);
  return part === undefined ? toSectionPosition(toSection(clip), seconds) : toItemPosition(part, seconds);
};
