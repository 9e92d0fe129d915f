// Applies the power-on setting.
import type { Clip } from './clips/clip.ts';
import { toSequenceOfAll, toSequencePosition } from './playback/sequence.ts';
import { cue, type DeckState, play, startSequence } from './state.ts';

/**
 * @param isMissing whether a clip's file is gone; not asked of the last clip itself
 * @returns undefined for the splash screen, and when the last clip is no longer in the list
 */
export const toPowerOn = (state: DeckState, isMissing: (clip: Clip) => boolean): DeckState | undefined => {
  const { clips, settings } = state.document;
  const last = clips.find(({ id }) => id === settings.lastClipId);
  if (settings.powerOn === 'splash' || last === undefined) return undefined;
  if (settings.powerOn === 'cue-last') return cue(state, last);
  if (settings.powerOn === 'play-last') return play(cue(state, last));
  const there = clips.filter((clip) => clip === last || (clip.kind !== 'splash' && !isMissing(clip)));
  const place = toSequencePosition(toSequenceOfAll(there), there.indexOf(last), there);
  return place && startSequence(state, { place, seconds: last.inSeconds, playing: true, speed: 1 });
};
