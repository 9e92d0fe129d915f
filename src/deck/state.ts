// The deck as one immutable value, and what each operation wants of it.
import { DeckError } from '../errors.ts';
import { type Clip, type Section, SPLASH_ID, toMilliseconds, toSection, toSectionPosition } from './clip.ts';
import { type DeckDocument, indexOfClip } from './clip-list.ts';
import type { PlayerView } from './ports.ts';

/** `stopped`: cued at the in point; `ended`: holds the last frame before the out point. */
export type Transport = 'stopped' | 'playing' | 'paused' | 'ended';

/** What an operator should know went wrong. */
export interface Fault {
  readonly clipId: string;
  readonly message: string;
}

export interface DeckState {
  readonly document: DeckDocument;
  /** SPLASH_ID while the splash or the black picture is up. */
  readonly selectedId: string;
  /** What is up while no clip is selected. */
  readonly screen: 'splash' | 'black';
  readonly transport: Transport;
  /** Where the picture has to go; undefined once it is there and runs free. */
  readonly targetSeconds: number | undefined;
  /** Last known position in the file. */
  readonly positionSeconds: number;
  readonly speed: number;
  readonly playerRunning: boolean;
  readonly fault: Fault | undefined;
}

export const createState = (document: DeckDocument): DeckState => ({
  document,
  selectedId: SPLASH_ID,
  screen: document.settings.showSplash ? 'splash' : 'black',
  transport: 'stopped',
  targetSeconds: 0,
  positionSeconds: 0,
  speed: 1,
  playerRunning: false,
  fault: undefined,
});

/** The selected clip; the splash screen's entry while nothing else is selected. */
export const selectedClip = (state: DeckState): Clip => {
  const clip = state.document.clips.find(({ id }) => id === state.selectedId) ?? state.document.clips[0];
  if (clip === undefined) throw new DeckError('internal', 'The clip list has no splash screen.');
  return clip;
};

export const selectedIndex = (state: DeckState): number =>
  Math.max(0, indexOfClip(state.document.clips, state.selectedId));

export const isOnSplash = (state: DeckState): boolean => state.selectedId === SPLASH_ID;

/** Cued at its in point. */
export const cue = (state: DeckState, clip: Clip): DeckState => ({
  ...state,
  selectedId: clip.id,
  screen: clip.id === SPLASH_ID ? 'splash' : state.screen,
  transport: 'stopped',
  targetSeconds: clip.id === SPLASH_ID ? 0 : clip.inSeconds,
  positionSeconds: clip.id === SPLASH_ID ? 0 : clip.inSeconds,
  speed: 1,
  fault: undefined,
});

/** Runs on from where it stands; from its end, from the in point again. On the splash there is nothing to run. */
export const play = (state: DeckState): DeckState => {
  if (isOnSplash(state)) return state;
  const again = state.transport === 'ended' ? { targetSeconds: selectedClip(state).inSeconds } : {};
  return { ...state, ...again, transport: 'playing' };
};

export const pause = (state: DeckState): DeckState =>
  state.transport === 'playing' ? { ...state, transport: 'paused' } : state;

export const togglePlay = (state: DeckState): DeckState => (state.transport === 'playing' ? pause(state) : play(state));

export const stop = (state: DeckState): DeckState =>
  isOnSplash(state)
    ? { ...state, transport: 'stopped' }
    : { ...state, transport: 'stopped', targetSeconds: selectedClip(state).inSeconds };

/**
 * @param seconds position in the file; moved into the section that plays
 * @throws DeckError `not-seekable` on a picture, `invalid-value` outside the file
 */
export const goTo = (state: DeckState, seconds: number): DeckState => {
  const clip = selectedClip(state);
  if (clip.kind !== 'video') {
    throw new DeckError('not-seekable', `${clip.name} is a still picture; there is no timecode to go to.`);
  }
  if (seconds < 0 || seconds > clip.durationSeconds) {
    throw new DeckError('invalid-value', `secs=${seconds} is refused; allowed: 0 to ${clip.durationSeconds}.`);
  }
  return {
    ...state,
    transport: state.transport === 'playing' ? 'playing' : 'paused',
    targetSeconds: toSectionPosition(toSection(clip), seconds),
  };
};

/** Takes over an edited list: the selection follows its clip, and the position stays inside the section. */
export const adoptDocument = (state: DeckState, document: DeckDocument): DeckState => {
  const next = { ...state, document };
  const clip = document.clips.find(({ id }) => id === state.selectedId);
  if (clip === undefined)
    return cue({ ...next, selectedId: SPLASH_ID }, selectedClip({ ...next, selectedId: SPLASH_ID }));
  const before = selectedClip(state);
  const isTrimmed = before.inSeconds !== clip.inSeconds || before.outSeconds !== clip.outSeconds;
  return isTrimmed && !isOnSplash(next) ? keepInside(next, toSection(clip)) : next;
};

const keepInside = (state: DeckState, section: Section): DeckState => {
  if (state.transport === 'stopped') return stop(state);
  if (state.positionSeconds < section.inSeconds) return { ...state, targetSeconds: section.inSeconds };
  if (state.positionSeconds >= section.outSeconds) {
    const targetSeconds = section.loop ? section.inSeconds : toSectionPosition(section, section.outSeconds);
    return { ...state, targetSeconds };
  }
  // What was the end may lie in the middle now; the player leaves its end by a seek only.
  if (state.transport === 'ended') return { ...state, transport: 'paused', targetSeconds: state.positionSeconds };
  return state;
};

/** Takes over what the player reports by itself: its position, the end of the clip, and a pause from elsewhere. */
export const observe = (state: DeckState, view: PlayerView): DeckState => {
  if (!view.running) return state.playerRunning ? { ...state, playerRunning: false } : state;
  const next = { ...state, playerRunning: true };
  if (isOnSplash(state) || view.cue === undefined) return next;
  const positionSeconds = Math.min(view.positionSeconds, view.cue.section.outSeconds);
  if (view.ended && state.transport !== 'stopped') return { ...next, transport: 'ended', positionSeconds };
  if (view.paused && state.transport === 'playing') return { ...next, transport: 'paused', positionSeconds };
  if (!view.paused && !view.ended && state.transport !== 'playing')
    return { ...next, transport: 'playing', positionSeconds };
  return { ...next, positionSeconds };
};

/** Whether the clip's time runs. */
export const isPlaying = (state: DeckState): boolean => state.transport === 'playing' && state.playerRunning;

/** Seconds with at most 3 decimals, on the file's own scale; 0 on the splash. */
export const timecodeSeconds = (state: DeckState): number =>
  isOnSplash(state) ? 0 : toMilliseconds(state.targetSeconds ?? state.positionSeconds);
