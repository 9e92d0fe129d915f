// Applies the end action when playback reaches the end.

import { type Clip, SPLASH_ID } from '../clips/clip.ts';
import { isOfList, itemOn, type Wait } from '../lists/show.ts';
import { nextItem, takeItem, waitingFor } from '../lists/take-item.ts';
import { type DeckState, selectedClip } from '../state.ts';
import { cue, play, startSequence } from '../transport.ts';
import { isAutoFollow } from './auto-follow.ts';
import { currentPart, nextSegmentIndex, type SequencePosition, toSequencePosition } from './sequence.ts';

/** Undefined when the last frame is held. */
export const afterEnd = (state: DeckState): DeckState | undefined => {
  const { place } = state;
  if (state.waiting !== undefined || state.holdsEnd) return undefined;
  if (place === undefined) return state.transport === 'ended' ? afterWaits(state) : undefined;
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

/** Of an item, what follows after its waits; the picture holds meanwhile. */
const afterWaits = (state: DeckState): DeckState | undefined => {
  const next = afterClip(state);
  const ended = itemOn(state);
  if (next === undefined || ended === undefined) return next;
  const started = next.show.on === state.show.on ? undefined : itemOn(next);
  const { postWaitSeconds: postSeconds } = ended.item;
  const seconds = postSeconds + (started?.item.preWaitSeconds ?? 0);
  return seconds === 0 ? next : { ...state, waiting: { seconds, itemId: undefined, postSeconds } };
};

/** What a wait was for; the same state when it was cancelled, and at least without the wait when there is nothing any more. */
export const afterWait = (state: DeckState, wait: Wait): DeckState => {
  if (state.waiting !== wait) return state;
  const over = { ...state, waiting: undefined };
  if (wait.itemId === undefined) return (over.transport === 'ended' ? afterClip(over) : undefined) ?? over;
  const awaited = waitingFor(state);
  return awaited === undefined ? over : takeItem(over, awaited, { playing: true });
};

/** The item after it, as long as its list is the active one. */
const afterItem = (state: DeckState): DeckState | undefined => {
  const next = nextItem(state);
  const isActive = next !== undefined && next.list.id === state.show.on?.listId;
  return isActive ? takeItem(state, next, { playing: true, isFollow: true }) : undefined;
};

/** The end action of the finished clip; "next" is handled by auto-follow and has no next clip here, but for an item. */
const afterClip = (state: DeckState): DeckState | undefined => {
  const { atEnd, id } = selectedClip(state);
  // Does not retry a clip that failed while the deck stands at the end.
  if (state.fault?.clipId === id) return undefined;
  if (atEnd === 'next') return isOfList(state) ? afterItem(state) : undefined;
  if (atEnd === 'splash') return cueById(state, SPLASH_ID);
  if (atEnd === 'black') return toBlack(state);
  if (atEnd !== 'back' || state.former === undefined) return undefined;
  const back = cueById(state, state.former.clipId);
  return back && { ...(state.former.playing ? play(back) : back), former: undefined };
};

/** As the black picture at power-on: no clip is selected. */
const toBlack = (state: DeckState): DeckState | undefined => {
  const splash = cueById(state, SPLASH_ID);
  return splash && { ...splash, screen: 'black' };
};

const cueById = (state: DeckState, id: string): DeckState | undefined => {
  const clip: Clip | undefined = state.document.clips.find((entry) => entry.id === id);
  return clip && cue(state, clip);
};
