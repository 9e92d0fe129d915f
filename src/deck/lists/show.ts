// The show: the lists, the active one, where it stands, and what stands by.
import type { Clip } from '../clips/clip.ts';
import type { CueItem, CueList } from './cue-list.ts';
import { itemsOf, type Lists } from './list-edits.ts';

/** The last item taken of the active list. Without it in the list, `index` is where the one after it is now. */
interface Cursor {
  readonly itemId: string;
  readonly index: number;
}

/** Fades of an item as they were when it was taken: an edit of its list must not change the output. */
type ItemFades = Pick<CueItem, 'fadeInSeconds' | 'fadeOutSeconds'>;

export const toItemFades = ({ fadeInSeconds, fadeOutSeconds }: ItemFades): ItemFades => ({
  ...(fadeInSeconds !== undefined && { fadeInSeconds }),
  ...(fadeOutSeconds !== undefined && { fadeOutSeconds }),
});

/** What `go` takes: an item of the active list, or any clip. */
export type Standby = { readonly itemId: string } | { readonly clipId: string };

export interface Show {
  readonly lists: Lists;
  /** The active list. */
  readonly listId: string | undefined;
  readonly cursor: Cursor | undefined;
  /** The item on the output, as long as the deck's number of cues is this. */
  readonly on: ({ readonly listId: string; readonly itemId: string; readonly cues: number } & ItemFades) | undefined;
  readonly standby: Standby | undefined;
  /** Ids of the items of this round of a shuffled list, in the order in which they came. */
  readonly played: readonly string[];
  /** Decides the order of a shuffled list. */
  readonly round: number;
}

/** Before the start of an item, or between the end of one and what follows. */
export interface Wait {
  readonly seconds: number;
  /** The item that `go` started the wait of; undefined: the end of an item did. */
  readonly itemId: string | undefined;
  /** The part of it after the end of an item; the rest is before the start of the one that follows. */
  readonly postSeconds?: number;
}

/** How much of a wait has passed. */
export interface WaitProgress {
  readonly wait: Wait;
  readonly seconds: number;
}

interface Waiting {
  readonly waiting: Wait | undefined;
  readonly waited: WaitProgress | undefined;
}

/** Seconds of the wait that runs that have passed. */
export const waitedSeconds = ({ waiting, waited }: Waiting): number =>
  waited !== undefined && waited.wait === waiting ? waited.seconds : 0;

export const waitKind = (state: Waiting): 'pre' | 'post' | undefined =>
  state.waiting && (waitedSeconds(state) < (state.waiting.postSeconds ?? 0) ? 'post' : 'pre');

export const EMPTY_SHOW: Show = {
  lists: [],
  listId: undefined,
  cursor: undefined,
  on: undefined,
  standby: undefined,
  played: [],
  round: 0,
};

/** An item with its list. */
export interface ListedItem {
  readonly list: CueList;
  readonly item: CueItem;
}

export const activeList = ({ lists, listId }: Show): CueList | undefined => lists.find(({ id }) => id === listId);

/** What is on the output is no item of a list. */
export const leaveItem = (show: Show): Show => (show.on === undefined ? show : { ...show, on: undefined });

/** True while what is on the output was taken from a list, also from one that is gone by now. */
export const isOfList = ({ show, cues }: { readonly show: Show; readonly cues: number }): boolean =>
  show.on?.cues === cues;

/** The item on the output; undefined also when it is not in its list any more. */
export const itemOn = (state: { readonly show: Show; readonly cues: number }): ListedItem | undefined => {
  const { on, lists } = state.show;
  if (on === undefined || !isOfList(state)) return undefined;
  const list = lists.find(({ id }) => id === on.listId);
  const item = list?.items.find(({ id }) => id === on.itemId);
  return list && item && { list, item };
};

/** Makes a list the active one, from its first item. @param round decides the order when it is shuffled */
export const activateList = (show: Show, listId: string | undefined, round: number): Show => ({
  ...show,
  listId,
  cursor: undefined,
  standby: undefined,
  played: [],
  round,
});

/**
 * The show once the lists have been read. One that was resumed stays where it was.
 * @returns `isActivated` when the active list is to begin from its first item
 */
export const adoptLists = (
  show: Show,
  kept: { readonly lists: Lists; readonly listId: string | undefined },
): { readonly show: Show; readonly isActivated: boolean } => {
  const isResumed = show.listId !== undefined && kept.lists.some(({ id }) => id === show.listId);
  const { lists, listId } = kept;
  return isResumed
    ? { show: { ...show, lists }, isActivated: false }
    : { show: { ...show, lists, listId }, isActivated: listId !== undefined };
};

/** The show after an edit of lists or clips: the cursor stays where it is in the order. */
export const followEdit = (show: Show, lists: Lists, before: readonly Clip[], after: readonly Clip[]): Show => {
  const { cursor, listId } = show;
  const list = lists.find(({ id }) => id === listId);
  const was = activeList(show);
  if (list === undefined || was === undefined) {
    const isGone = listId !== undefined && list === undefined && was !== undefined;
    const standby = show.standby !== undefined && 'clipId' in show.standby ? show.standby : undefined;
    return isGone ? { ...activateList(show, undefined, 0), lists, standby } : { ...show, lists };
  }
  const [old, items] = [itemsOf(was, before), itemsOf(list, after)];
  if (cursor === undefined || old === items) return { ...show, lists };
  return { ...show, lists, cursor: { ...cursor, index: placeOf(cursor, old, items) } };
};

const placeOf = ({ itemId, index }: Cursor, old: readonly CueItem[], items: readonly CueItem[]): number => {
  const here = items.findIndex(({ id }) => id === itemId);
  if (here >= 0) return here;
  const place = old.findIndex(({ id }) => id === itemId);
  const earlier = new Set(old.slice(0, place < 0 ? index : place).map(({ id }) => id));
  return items.filter(({ id }) => earlier.has(id)).length;
};
