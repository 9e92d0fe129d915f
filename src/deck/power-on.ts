// Applies the power-on setting.
import { type Clip, SPLASH_ID } from './clips/clip.ts';
import { toSequenceOfAll, toSequencePosition } from './playback/sequence.ts';
import type { ClipFiles } from './ports.ts';
import { type ResumePoint, resumeAt } from './resume-point.ts';
import { type DeckState, selectedClip } from './state.ts';
import { cue, play, startSequence } from './transport.ts';

/**
 * @param isMissing tells whether a clip's file is missing; not called for the last clip
 * @returns undefined for the splash screen, and when the last clip is not in the list
 */
const toPowerOn = (state: DeckState, isMissing: (clip: Clip) => boolean): DeckState | undefined => {
  const { clips, settings } = state.document;
  const last = clips.find(({ id }) => id === settings.lastClipId);
  if (settings.powerOn === 'splash' || last === undefined) return undefined;
  if (settings.powerOn === 'cue-last') return cue(state, last);
  if (settings.powerOn === 'play-last') return play(cue(state, last));
  const there = clips.filter((clip) => clip === last || (clip.kind !== 'splash' && !isMissing(clip)));
  const place = toSequencePosition(toSequenceOfAll(there), there.indexOf(last), there);
  return place && startSequence(state, { place, seconds: last.inSeconds, playing: true, speed: 1 });
};

/**
 * The first of these states whose file exists, else the current one.
 * @param before resume point of a player that was killed
 */
export const choosePowerOn = async (
  state: DeckState,
  files: Pick<ClipFiles, 'isMissing' | 'isThere'>,
  before: ResumePoint | undefined,
): Promise<DeckState> => {
  for (const next of [before && resumeAt(state, before), toPowerOn(state, (clip) => files.isMissing(clip))])
    if (next !== undefined && (await files.isThere(selectedClip(next)))) return next;
  return state;
};

/** The clip that the next power-on returns to, if it has changed. */
export const toRememberedClip = ({ document, selectedId }: DeckState): string | undefined => {
  const { powerOn, lastClipId } = document.settings;
  return powerOn === 'splash' || selectedId === SPLASH_ID || lastClipId === selectedId ? undefined : selectedId;
};
