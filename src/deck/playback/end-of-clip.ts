// Applies the end action when playback reaches the end.

import { type Clip, SPLASH_ID } from '../clips/clip.ts';
import { cue, type DeckState, play, selectedClip, startSequence } from '../state.ts';
import { isAutoFollow } from './auto-follow.ts';
import { currentPart, nextSegmentIndex, type SequencePosition, toSequencePosition } from './sequence.ts';

/** Undefined when the last frame is held. */
export const afterEnd = (state: DeckState): DeckState | undefined => {
  const { place } = state;
  if (place === undefined) return state.transport === 'ended' ? afterClip(state) : undefined;
  const next = nextSegmentIndex(place);
  if (next !== undefined) return state.transport === 'playing' ? onTo(state, place, next, true) : undefined;
  if (state.transport !== 'ended') return undefined;
  return isAutoFollow(place) ? afterClip(state) : afterRun(state, place);
};

const onTo = (state: DeckState, { run }: SequencePosition, index: number, playing: boolean): DeckState | undefined => {
  const place = toSequencePosition(run, index, state.document.clips);
  const part = place && currentPart(place);
  const { speed, lastingSpeed } = state;
  const how = { playing, speed, isShuttle: speed !== lastingSpeed };
  return part && startSequence(state, { place, seconds: part.item.inSeconds, ...how });
};

const afterRun = (state: DeckState, place: SequencePosition): DeckState | undefined => {
  if (place.run.atEnd === 'hold') return undefined;
  // The state stays equal; the desired state now has the black picture.
  if (place.run.atEnd === 'black') return { ...state };
  return place.index + 1 < place.run.items.length ? onTo(state, place, place.index + 1, false) : undefined;
};

/** The end action of the finished clip; "next" is handled by auto-follow and has no next clip here. */
const afterClip = (state: DeckState): DeckState | undefined => {
  const { atEnd, id } = selectedClip(state);
  // Does not retry a clip that failed while the deck stands at the end.
  if (state.fault?.clipId === id) return undefined;
  if (atEnd === 'splash') return cueById(state, SPLASH_ID);
  if (atEnd !== 'back' || state.former === undefined) return undefined;
  const back = cueById(state, state.former.clipId);
  return back && { ...(state.former.playing ? play(back) : back), former: undefined };
};

const cueById = (state: DeckState, id: string): DeckState | undefined => {
  const clip: Clip | undefined = state.document.clips.find((entry) => entry.id === id);
  return clip && cue(state, clip);
};
