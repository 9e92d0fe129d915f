// The deck as one immutable value, and what is read from it.
import { AppError } from '../base/errors.ts';
import { type Clip, type FoundFile, type Sound, SPLASH_ID, toMilliseconds } from './clips/clip.ts';
import { type DeckDocument, indexOfClip } from './clips/clip-list.ts';
import type { Damages } from './clips/damage.ts';
import { withEndAction } from './clips/end-action.ts';
import { EMPTY_SHOW, isOfList, itemOn, type Show, type Wait, type WaitProgress } from './lists/show.ts';
import { type Fade, type FadeTarget, toLevel } from './master/levels.ts';
import { NO_OVERLAY, type Overlay } from './overlay/overlay.ts';
import type { SequencePosition } from './playback/sequence.ts';

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
export interface PreviousClip {
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
  /** Of the wait that runs, or ran last. */
  readonly waited: WaitProgress | undefined;
  /** A pause has cancelled the wait after the end: nothing follows by itself. */
  readonly holdsEnd: boolean;
  readonly playerRunning: boolean;
  readonly fault: Fault | undefined;
  /** The master volume as set, on top of each clip's own. */
  readonly master: Sound;
  readonly fade: Fade;
  /** Of picture and sound, as the player was given it last: 0 is black. It moves by itself while a fade runs. */
  readonly fadeLevel: number;
  /** What lies over the picture, whatever plays. */
  readonly overlay: Overlay;
  /** What the running play has lost; undefined as long as it has every frame. */
  readonly losses: Losses | undefined;
  /** Clip ids with the reason of their last failure. */
  readonly clipFaults: ReadonlyMap<string, string>;
  /** Clips whose file is no longer what it was. */
  readonly damaged: Damages;
}

/** How the player that was killed had set the output. */
export interface Begin {
  readonly fadedTo?: FadeTarget | undefined;
  readonly sound?: Sound | undefined;
  readonly overlay?: Overlay | undefined;
}

export const createState = (
  document: DeckDocument,
  { fadedTo = 'picture', sound, overlay = NO_OVERLAY }: Begin = {},
): DeckState => ({
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
  waited: undefined,
  holdsEnd: false,
  playerRunning: false,
  fault: undefined,
  master: sound ?? document.settings.sound,
  fade: { to: fadedTo, isRunning: false },
  fadeLevel: toLevel(fadedTo),
  overlay,
  losses: undefined,
  clipFaults: new Map(),
  damaged: new Map(),
});

/**
 * The selected clip; the splash screen's entry while nothing else is selected.
 * As an item of a list it has the end action and the fades of the item.
 */
export const selectedClip = (state: DeckState): Clip => {
  const clip = state.document.clips.find(({ id }) => id === state.selectedId) ?? state.document.clips[0];
  if (clip === undefined) throw new AppError('internal', 'The clip list has no splash screen.');
  if (!isOfList(state)) return clip;
  const { fadeInSeconds = clip.fadeInSeconds, fadeOutSeconds = clip.fadeOutSeconds } = state.show.on ?? {};
  const faded =
    fadeInSeconds === clip.fadeInSeconds && fadeOutSeconds === clip.fadeOutSeconds
      ? clip
      : { ...clip, fadeInSeconds, fadeOutSeconds };
  const follow = itemOn(state)?.item.follow;
  return follow === undefined ? faded : withEndAction(faded, follow);
};

export const selectedIndex = (state: DeckState): number =>
  Math.max(0, indexOfClip(state.document.clips, state.selectedId));

export const isOnSplash = (state: DeckState): boolean => state.selectedId === SPLASH_ID;

/** True while the clip is to play, forwards or backwards, even while mpv restarts. Operations ask this. */
export const isMeantToPlay = ({ transport, stepSpeed }: DeckState): boolean =>
  transport === 'playing' || stepSpeed !== undefined;

/** True while the clip's time runs: what is shown. */
export const isPlaying = (state: DeckState): boolean => isMeantToPlay(state) && state.playerRunning;

/** Seconds with at most 3 decimals, on the file's own scale; 0 on the splash. */
export const timecodeSeconds = (state: DeckState): number =>
  isOnSplash(state) ? 0 : toMilliseconds(state.targetSeconds ?? state.positionSeconds);
