// GO, standby, next and previous: which item or clip an operation takes, and the state with it on the output.
import { AppError } from '../../base/errors.ts';
import { type Clip, SPLASH_ID } from '../clips/clip.ts';
import { clipById, indexOfClip } from '../clips/clip-list.ts';
import { type DeckState, isMeantToPlay, selectedClip } from '../state.ts';
import { cancelWait, cue, fire, play } from '../transport.ts';
import type { CueItem } from './cue-list.ts';
import { itemsOf } from './list-edits.ts';
import { activateList, activeList, type ListedItem, type Standby, toItemFades } from './show.ts';
import { itemAfter, itemBefore, placeAt } from './walk.ts';

/** The items of the active list, with the list. */
const active = (state: DeckState) => {
  const list = activeList(state.show);
  return list && { list, items: itemsOf(list, state.document.clips) };
};

/** The item of the active list that comes after the last one taken. */
export const nextItem = (state: DeckState): ListedItem | undefined => {
  const here = active(state);
  const item = here && itemAfter(here.list, here.items, state.show);
  return here && item && { list: here.list, item };
};

/** What `go` takes, as long as it is there: an item of the active list, or a clip. */
export const standbyOf = (state: DeckState): ListedItem | Clip | undefined => {
  const { standby } = state.show;
  if (standby === undefined) return undefined;
  if ('clipId' in standby) return state.document.clips.find(({ id }) => id === standby.clipId);
  const here = active(state);
  const item = here?.items.find(({ id }) => id === standby.itemId);
  return here && item && { list: here.list, item };
};

/** The item that the wait that runs leads to: of `go`, or of the item that has ended. */
export const waitingFor = (state: DeckState): ListedItem | undefined => {
  const { waiting } = state;
  if (waiting === undefined) return undefined;
  if (waiting.itemId === undefined) return selectedClip(state).atEnd === 'next' ? nextItem(state) : undefined;
  const here = active(state);
  const item = here?.items.find(({ id }) => id === waiting.itemId);
  return here && item && { list: here.list, item };
};

/** Marks what `go` takes next. @throws AppError `clip-not-found`, `item-not-found` */
export const standBy = (state: DeckState, standby: Standby | undefined): DeckState => {
  const next = { ...state, show: { ...state.show, standby } };
  if (standby !== undefined && 'clipId' in standby) clipById(state.document.clips, standby.clipId);
  if (standby !== undefined && 'itemId' in standby && standbyOf(next) === undefined) {
    const what = `There is no item with the id ${JSON.stringify(standby.itemId)} in the active list.`;
    throw new AppError('item-not-found', what);
  }
  return next;
};

/** @param round decides the order of a shuffled list */
export const activate = (state: DeckState, listId: string | undefined, round: number): DeckState => {
  const next = { ...cancelWait(state), show: activateList(state.show, listId, round) };
  return { ...next, show: { ...next.show, standby: toStandby(nextItem(next)?.item) } };
};

const toStandby = (item: CueItem | undefined): Standby | undefined => item && { itemId: item.id };

/**
 * Cues or fires an item of the active list. What stands by moves to the item after it, unless the item before led here
 * and something else stands by.
 */
export const takeItem = (
  state: DeckState,
  { list, item }: ListedItem,
  how: { readonly playing: boolean; readonly isBack?: boolean; readonly isFollow?: boolean },
): DeckState => {
  const { clips } = state.document;
  const clip = clipById(clips, item.clipId);
  const isCued = how.playing && state.selectedId === clip.id && state.transport === 'stopped';
  const cued = isCued ? state : cue(state, clip);
  const place = placeAt(list, itemsOf(list, clips), state.show, { id: item.id, isBack: how.isBack ?? false });
  const on = { listId: list.id, itemId: item.id, cues: cued.cues, ...toItemFades(item) };
  const taken = { ...cued, place: undefined, waiting: undefined, show: { ...state.show, ...place, on } };
  const isMarked = state.show.standby !== undefined && standbyItemId(state) !== item.id;
  const standby = how.isFollow && isMarked ? state.show.standby : toStandby(nextItem(taken)?.item);
  const next = { ...taken, show: { ...taken.show, standby } };
  return how.playing ? play(next) : next;
};

const standbyItemId = ({ show: { standby } }: DeckState): string | undefined =>
  standby !== undefined && 'itemId' in standby ? standby.itemId : undefined;

/**
 * Fires what stands by, else the next item of the active list; one with a wait before it starts when that is over, or at
 * once where its wait runs already.
 * @throws AppError `nothing-standing-by`
 */
export const go = (state: DeckState): DeckState => {
  const target = standbyOf(state) ?? nextItem(state);
  if (target === undefined) {
    throw new AppError('nothing-standing-by', 'Nothing stands by, and there is no next item.');
  }
  if (!('item' in target)) {
    const fired = fire(state, target);
    return { ...fired, show: { ...fired.show, standby: toStandby(nextItem(fired)?.item) } };
  }
  const { id, preWaitSeconds } = target.item;
  if (preWaitSeconds === 0 || waitingFor(state)?.item.id === id) return takeItem(state, target, { playing: true });
  return { ...state, armedAt: undefined, waiting: { seconds: preWaitSeconds, itemId: id } };
};

/**
 * The item after or before, of the clip list without an active list: fired when something plays, else cued.
 * @throws AppError `end-of-list`
 */
export const goToNeighbour = (state: DeckState, way: 'next' | 'previous'): DeckState => {
  const playing = isMeantToPlay(state);
  const here = active(state);
  if (here === undefined) return goToNeighbourClip(state, way, playing);
  const item = (way === 'next' ? itemAfter : itemBefore)(here.list, here.items, state.show);
  if (item === undefined) throw endOfList(way);
  return takeItem(state, { list: here.list, item }, { playing, isBack: way === 'previous' });
};

const goToNeighbourClip = (state: DeckState, way: 'next' | 'previous', playing: boolean): DeckState => {
  const { clips } = state.document;
  const clip = clips[indexOfClip(clips, state.selectedId) + (way === 'next' ? 1 : -1)];
  if (clip === undefined || clip.id === SPLASH_ID) throw endOfList(way);
  return playing ? fire(state, clip) : cue(state, clip);
};

const endOfList = (way: 'next' | 'previous'): AppError =>
  new AppError('end-of-list', way === 'next' ? 'The list ends here.' : 'The list begins here.');
