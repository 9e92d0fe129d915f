// Read-outs of the deck's state that all interfaces share: each may name them in its own words, none works them out anew.
import { toMilliseconds } from './clips/clip.ts';
import { waitKind } from './lists/show.ts';
import { currentPart } from './playback/sequence.ts';
import { type DeckState, isPlaying, selectedClip, type Transport, timecodeSeconds } from './state.ts';

/** The state's name; while mpv does not run, nothing plays. */
export const transportState = (state: DeckState): Transport => {
  if (isPlaying(state)) return 'playing';
  return state.transport === 'playing' ? 'paused' : state.transport;
};

/** Factor, 1 is normal and below 0 is backwards; while the picture stands, the speed that is set. */
export const shownSpeed = ({ stepSpeed, speed }: DeckState): number => stepSpeed ?? speed;

/** Out point of the current item of a sequence, else of the selected clip. */
export const outSeconds = (state: DeckState): number =>
  (state.place && currentPart(state.place)?.item.outSeconds) ?? selectedClip(state).outSeconds;

/** Until the out point of what plays, at most 3 decimals; 0 at its end. */
export const remainingSeconds = (state: DeckState): number =>
  Math.max(0, toMilliseconds(outSeconds(state) - timecodeSeconds(state)));

/** True when the current clip or item loops for ever. */
export const loops = (state: DeckState): boolean => {
  const { loop, kind } = selectedClip(state);
  if (kind === 'splash' || loop) return kind !== 'splash';
  const run = state.place?.run;
  return run?.loop === true && (run.singleClip || run.items.length === 1);
};

/** What moves by itself while a clip plays, or a fade or a wait runs. */
const POSITION_KEYS: ReadonlySet<string> = new Set([
  'positionSeconds',
  'targetSeconds',
  'paceFactor',
  'fadeLevel',
  'waited',
] satisfies (keyof DeckState)[]);

/** `position`: nothing but the position differs, of which a running clip makes many a second; `clips`: the list reads otherwise. */
type ChangeKind = 'position' | 'status' | 'clips';

export const changeKind = (next: DeckState, before: DeckState): ChangeKind => {
  const { document, clipFaults, damaged } = before;
  if (next.document.clips !== document.clips || next.clipFaults !== clipFaults || next.damaged !== damaged)
    return 'clips';
  if (waitKind(next) !== waitKind(before)) return 'status';
  const keys = Object.keys(next) as (keyof DeckState)[];
  return keys.some((key) => next[key] !== before[key] && !POSITION_KEYS.has(key)) ? 'status' : 'position';
};
