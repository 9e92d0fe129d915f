// The deck as one immutable value, and the state transition of each operation.
import { AppError } from '../base/errors.ts';
import {
  type Clip,
  type FoundFile,
  ROUNDING_SECONDS,
  SPLASH_ID,
  toMilliseconds,
  toSection,
  toSectionPosition,
} from './clips/clip.ts';
import { type DeckDocument, indexOfClip } from './clips/clip-list.ts';
import { frameSecondsOf } from './clips/timecode.ts';
import { toAutoFollowPosition } from './playback/auto-follow.ts';
import { currentPart, type SegmentPart, type SequencePosition } from './playback/sequence.ts';

/** `stopped`: cued at the in point; `ended`: holds the last frame before the out point. */
export type Transport = 'stopped' | 'playing' | 'paused' | 'ended';

/** What an operator should know went wrong. */
export interface Fault {
  readonly clipId: string;
  readonly message: string;
}

/** The clip that was on before the selected one, and whether it ran then. */
export interface PreviousClip {
  readonly clipId: string;
  readonly playing: boolean;
}

export interface DeckState {
  readonly document: DeckDocument;
  /** Files that may become clips. */
  readonly examining: readonly FoundFile[];
  /** SPLASH_ID while the splash or the black picture is up. */
  readonly selectedId: string;
  readonly former: PreviousClip | undefined;
  /** Where the run is that plays clip after clip; undefined while the selected clip plays by itself. */
  readonly place: SequencePosition | undefined;
  /** What is up while no clip is selected. */
  readonly screen: 'splash' | 'black';
  readonly transport: Transport;
  /** Where the picture has to go; undefined once it is there and runs free. */
  readonly targetSeconds: number | undefined;
  /** Last known position in the file. */
  readonly positionSeconds: number;
  readonly speed: number;
  /** The speed that was set to stay: what `speed` is again once a shuttle is over, and the same as `speed` otherwise. */
  readonly lastingSpeed: number;
  /** Factor at which somebody moves the picture in steps, backwards or faster than the player runs; undefined while nobody does. */
  readonly stepSpeed: number | undefined;
  /** Factor on the speed that keeps this player together with others; 1 when it runs by itself. */
  readonly paceFactor: number;
  /** When the cued clip starts by itself, in seconds since 1970; every operation on the transport takes that back. */
  readonly armedAt: number | undefined;
  readonly playerRunning: boolean;
  readonly fault: Fault | undefined;
  /** Clip id to why it could not be shown when it was last tried. */
  readonly clipFaults: ReadonlyMap<string, string>;
}

export const createState = (document: DeckDocument): DeckState => ({
  document,
  examining: [],
  selectedId: SPLASH_ID,
  former: undefined,
  place: undefined,
  screen: document.settings.showSplash ? 'splash' : 'black',
  transport: 'stopped',
  targetSeconds: 0,
  positionSeconds: 0,
  speed: 1,
  lastingSpeed: 1,
  stepSpeed: undefined,
  paceFactor: 1,
  armedAt: undefined,
  playerRunning: false,
  fault: undefined,
  clipFaults: new Map(),
});

/** The selected clip; the splash screen's entry while nothing else is selected. */
export const selectedClip = (state: DeckState): Clip => {
  const clip = state.document.clips.find(({ id }) => id === state.selectedId) ?? state.document.clips[0];
  if (clip === undefined) throw new AppError('internal', 'The clip list has no splash screen.');
  return clip;
};

export const selectedIndex = (state: DeckState): number =>
  Math.max(0, indexOfClip(state.document.clips, state.selectedId));

export const isOnSplash = (state: DeckState): boolean => state.selectedId === SPLASH_ID;

/** Cued at its in point. */
export const cue = (state: DeckState, clip: Clip): DeckState => ({
  ...state,
  selectedId: clip.id,
  former: toPreviousClip(state, clip.id),
  place: toAutoFollowPosition(state.document.clips, clip.id),
  screen: clip.id === SPLASH_ID ? 'splash' : state.screen,
  transport: 'stopped',
  targetSeconds: clip.id === SPLASH_ID ? 0 : clip.inSeconds,
  positionSeconds: clip.id === SPLASH_ID ? 0 : clip.inSeconds,
  speed: 1,
  lastingSpeed: 1,
  stepSpeed: undefined,
  paceFactor: 1,
  armedAt: undefined,
  fault: undefined,
});

const toPreviousClip = (state: DeckState, nextId: string): PreviousClip | undefined =>
  nextId === state.selectedId ? state.former : { clipId: state.selectedId, playing: state.transport === 'playing' };

/** Cued and running; a clip that is cued already just starts. */
export const fire = (state: DeckState, clip: Clip): DeckState =>
  play(state.selectedId === clip.id && state.transport === 'stopped' ? state : cue(state, clip));

/**
 * Puts a run on, at a position in the file of the item that is on.
 * @param seconds undefined: where the picture stands now
 * @param isShuttle the speed is over with the next stop, play or end
 * @param stepSpeed the picture is on its way in steps, of which this is one
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
    armedAt: undefined,
    fault: undefined,
  };
};

/** In a reel the next item follows at once, so its last frame is meant by its beginning. */
const toItemPosition = ({ item, clip }: SegmentPart, seconds: number): number => {
  const last = Math.max(item.inSeconds, item.outSeconds - frameSecondsOf(clip) + 2 * ROUNDING_SECONDS);
  return Math.max(item.inSeconds, Math.min(seconds, last));
};

/** In point of what plays: of the item in a run, else of the selected clip. */
const inPointSeconds = (state: DeckState): number =>
  (state.place && currentPart(state.place)?.item.inSeconds) ?? selectedClip(state).inSeconds;

/** Nobody moves the picture in steps any more, and the speed of a shuttle is over. */
export const endShuttle = (state: DeckState): DeckState =>
  state.stepSpeed === undefined && state.speed === state.lastingSpeed
    ? state
    : { ...state, speed: state.lastingSpeed, stepSpeed: undefined };

/** Runs on from where it stands; from its end, from the in point again. On the splash there is nothing to run. */
export const play = (state: DeckState): DeckState => {
  if (isOnSplash(state)) return state;
  const again = state.transport === 'ended' ? { targetSeconds: inPointSeconds(state), fault: undefined } : {};
  return { ...endShuttle(state), ...again, transport: 'playing', armedAt: undefined };
};

export const pause = (state: DeckState): DeckState =>
  state.transport === 'playing'
    ? { ...endShuttle(state), transport: 'paused' }
    : { ...endShuttle(state), armedAt: undefined };

export const togglePlay = (state: DeckState): DeckState =>
  state.transport === 'playing' || state.stepSpeed !== undefined ? pause(state) : play(state);

export const stop = (state: DeckState): DeckState =>
  isOnSplash(state)
    ? { ...state, transport: 'stopped' }
    : { ...endShuttle(state), transport: 'stopped', targetSeconds: inPointSeconds(state), armedAt: undefined };

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
    armedAt: undefined,
  };
};

const toPlayedPosition = (state: DeckState, clip: Clip, seconds: number): number => {
  const part = state.place && currentPart(state.place);
  return part === undefined ? toSectionPosition(toSection(clip), seconds) : toItemPosition(part, seconds);
};

/** Whether the clip's time runs, forwards or backwards. */
export const isPlaying = (state: DeckState): boolean =>
  (state.transport === 'playing' || state.stepSpeed !== undefined) && state.playerRunning;

/** Seconds with at most 3 decimals, on the file's own scale; 0 on the splash. */
export const timecodeSeconds = (state: DeckState): number =>
  isOnSplash(state) ? 0 : toMilliseconds(state.targetSeconds ?? state.positionSeconds);
