// The deck as one immutable value, and the state transition of each operation.
import { AppError } from '../base/errors.ts';
import {
  type Clip,
  type FoundFile,
  ROUNDING_SECONDS,
  type Sound,
  SPLASH_ID,
  toMilliseconds,
  toSection,
  toSectionPosition,
} from './clips/clip.ts';
import { type DeckDocument, indexOfClip } from './clips/clip-list.ts';
import { withEndAction } from './clips/end-action.ts';
import { frameSecondsOf } from './clips/timecode.ts';
import { EMPTY_SHOW, itemOn, leaveItem, type Show, type Wait } from './lists/show.ts';
import { type Fade, type FadeTarget, toLevel } from './master/levels.ts';
import { toAutoFollowPosition } from './playback/auto-follow.ts';
import { currentPart, type SegmentPart, type SequencePosition } from './playback/sequence.ts';

/** `stopped`: cued at the in point; `ended`: holds the last frame before the out point. */
export type Transport = 'stopped' | 'playing' | 'paused' | 'ended';

/** A problem that the operator should know of. */
interface Fault {
  readonly clipId: string;
  readonly message: string;
}

/** `decoder`: the file is too heavy for this box; `output`: the screen takes its frames too slowly. */
export type Bottleneck = 'decoder' | 'output';

/** Lost frames of the running play. */
export interface Losses {
  readonly framesDropped: number;
  readonly framesDroppedByDecoder: number;
  readonly framesDroppedByOutput: number;
  readonly framesLate: number;
  /** What is behind while frames are being lost; null when they have all come again for a while. */
  readonly bottleneck: Bottleneck | null;
}

/** The clip before the selected one, and whether it was playing. */
interface PreviousClip {
  readonly clipId: string;
  readonly playing: boolean;
}

export interface DeckState {
  readonly document: DeckDocument;
  /** Files that may become clips. */
  readonly examining: readonly FoundFile[];
  /** SPLASH_ID while the splash screen or the black picture is shown. */
  readonly selectedId: string;
  readonly former: PreviousClip | undefined;
  /** How often a clip was cued or fired: tells a clip that is fired again from one that plays on. */
  readonly cues: number;
  /** Position in the playing sequence; undefined while the selected clip plays alone. */
  readonly place: SequencePosition | undefined;
  /** The picture while no clip is selected. */
  readonly screen: 'splash' | 'black';
  readonly transport: Transport;
  /** Target of a seek; undefined once it is reached. */
  readonly targetSeconds: number | undefined;
  /** Last known position in the file. */
  readonly positionSeconds: number;
  readonly speed: number;
  /** The lasting speed: `speed` returns to it after a shuttle, and equals it otherwise. */
  readonly lastingSpeed: number;
  /** Factor of a stepped shuttle, backwards or faster than mpv can play; undefined outside one. */
  readonly stepSpeed: number | undefined;
  /** Factor on the speed that keeps this player in sync with others; 1 outside a group. */
  readonly paceFactor: number;
  /** Scheduled start of the cued clip, in seconds since 1970; every transport operation cancels it. */
  readonly armedAt: number | undefined;
  readonly show: Show;
  /** The wait that runs before or after an item of a list; every transport operation cancels it. */
  readonly waiting: Wait | undefined;
  readonly playerRunning: boolean;
  readonly fault: Fault | undefined;
  /** The master volume as set, on top of each clip's own. */
  readonly master: Sound;
  readonly fade: Fade;
  /** Of picture and sound, as the player was given it last: 0 is black. It moves by itself while a fade runs. */
  readonly fadeLevel: number;
  /** What the running play has lost; undefined as long as it has every frame. */
  readonly losses: Losses | undefined;
  /** Clip ids with the reason of their last failure. */
  readonly clipFaults: ReadonlyMap<string, string>;
}

export const createState = (document: DeckDocument, fadedTo: FadeTarget = 'picture'): DeckState => ({
  document,
  examining: [],
  selectedId: SPLASH_ID,
  former: undefined,
  cues: 0,
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
  show: EMPTY_SHOW,
  waiting: undefined,
  playerRunning: false,
  fault: undefined,
  master: document.settings.sound,
  fade: { to: fadedTo, isRunning: false },
  fadeLevel: toLevel(fadedTo),
  losses: undefined,
  clipFaults: new Map(),
});

/**
 * The selected clip; the splash screen's entry while nothing else is selected.
 * As an item of a list it has the end action of the item.
 */
export const selectedClip = (state: DeckState): Clip => {
  const clip = state.document.clips.find(({ id }) => id === state.selectedId) ?? state.document.clips[0];
  if (clip === undefined) throw new AppError('internal', 'The clip list has no splash screen.');
  const { follow } = itemOn(state)?.item ?? {};
  return follow === undefined ? clip : withEndAction(clip, follow);
};

export const selectedIndex = (state: DeckState): number =>
  Math.max(0, indexOfClip(state.document.clips, state.selectedId));

export const isOnSplash = (state: DeckState): boolean => state.selectedId === SPLASH_ID;

/** What every operation of the transport cancels. */
const CANCELLED = { armedAt: undefined, waiting: undefined } as const;

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
    : { ...endShuttle(state), ...CANCELLED };

export const togglePlay = (state: DeckState): DeckState =>
  state.transport === 'playing' || state.stepSpeed !== undefined ? pause(state) : play(state);

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

/** True while the clip's time runs, forwards or backwards. */
export const isPlaying = (state: DeckState): boolean =>
  (state.transport === 'playing' || state.stepSpeed !== undefined) && state.playerRunning;

/** Seconds with at most 3 decimals, on the file's own scale; 0 on the splash. */
export const timecodeSeconds = (state: DeckState): number =>
  isOnSplash(state) ? 0 : toMilliseconds(state.targetSeconds ?? state.positionSeconds);
