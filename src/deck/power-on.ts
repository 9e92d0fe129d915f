// Applies the power-on setting.
import { type Clip, SPLASH_ID } from './clips/clip.ts';
import { toSequenceOfAll, toSequencePosition } from './playback/sequence.ts';
import type { ClipFiles } from './ports.ts';
import { type ResumePoint, resumeAt } from './resume-point.ts';
import { cue, type DeckState, play, selectedClip, startSequence } from './state.ts';

/**
 * @param isMissing whether a clip's file is gone; not asked of the last clip itself
 * @returns undefined for the splash screen, and when the last clip is no longer in the list
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
 * What is put up: the first of these whose file is there, else what is up already.
 * @param before where the deck was cut off while the power stayed
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

/** The clip that the next power-on comes back to, where that is another than before. */
export const toRememberedClip = ({ document, selectedId }: DeckState): string | undefined => {
  const { powerOn, lastClipId } = document.settings;
  return powerOn === 'splash' || selectedId === SPLASH_ID || lastClipId === selectedId ? undefined : selectedId;
};
