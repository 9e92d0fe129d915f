// Edits of the lists; each returns changed lists and leaves the others as they are.
import { AppError } from '../../base/errors.ts';
import type { Clip } from '../clips/clip.ts';
import { type Order, restoreOrder } from '../clips/kept-order.ts';
import { clipsById } from './clips-by-id.ts';
import { type CueItem, type CueList, createId, type GivenItem, MAX_ITEMS, MAX_LISTS, toItem } from './cue-list.ts';

export type Lists = readonly CueList[];

/** Absent fields stay unchanged. */
export type ListPatch = Partial<Pick<CueList, 'name' | 'repeat' | 'shuffle'>>;

interface GivenList extends ListPatch {
  readonly name: string;
  readonly items?: readonly GivenItem[];
}

/** @throws AppError `list-not-found` */
export const listById = (lists: Lists, id: string): CueList => {
  const list = lists.find((other) => other.id === id);
  if (list === undefined) throw new AppError('list-not-found', `There is no list with the id ${JSON.stringify(id)}.`);
  return list;
};

/** Items whose clip is in the clip list: those of a deleted clip are gone, and return with it. */
export const itemsOf = (list: CueList, clips: readonly Clip[]): readonly CueItem[] => {
  const known = SHOWN.get(list.items);
  if (known?.clips === clips) return known.items;
  const byId = clipsById(clips);
  const items = list.items.every(({ clipId }) => byId.has(clipId))
    ? list.items
    : list.items.filter(({ clipId }) => byId.has(clipId));
  SHOWN.set(list.items, { clips, items });
  return items;
};

/** Worked out once for each pair of lists, since every read-out asks. */
const SHOWN = new WeakMap<
  readonly CueItem[],
  { readonly clips: readonly Clip[]; readonly items: readonly CueItem[] }
>();

/** @throws AppError `invalid-value` beyond the limit, `clip-not-found` */
export const addList = (lists: Lists, given: GivenList, clips: readonly Clip[], id = createId()): Lists => {
  if (lists.length >= MAX_LISTS) throw tooMany('lists', MAX_LISTS);
  const { name, repeat = false, shuffle = false, items = [] } = given;
  const list = { id, name, repeat, shuffle, items: toItems(items, clips) };
  return [...lists, list];
};

/** @throws AppError `list-not-found` */
export const patchList = (lists: Lists, id: string, patch: ListPatch): Lists =>
  replaceList(lists, { ...listById(lists, id), ...patch });

/** @throws AppError `list-not-found` */
export const removeList = (lists: Lists, id: string): Lists => {
  const list = listById(lists, id);
  return lists.filter((other) => other !== list);
};

/**
 * The whole order anew. Items of clips that are deleted just now keep their places, for the undo, as far as there is room.
 * @throws AppError `list-not-found`, `clip-not-found`; `invalid-value` for an id that is there twice, or too many items
 */
export const replaceItems = (lists: Lists, id: string, given: readonly GivenItem[], clips: readonly Clip[]): Lists => {
  const list = listById(lists, id);
  const items = toItems(given, clips);
  const gone = list.items.filter(({ clipId }) => !clipsById(clips).has(clipId)).slice(0, MAX_ITEMS - items.length);
  return replaceList(lists, { ...list, items: withGone(list.items, items, gone) });
};

const withGone = (
  before: readonly CueItem[],
  items: readonly CueItem[],
  gone: readonly CueItem[],
): readonly CueItem[] => {
  const byId = new Map([...gone, ...items].map((item) => [item.id, item]));
  if (byId.size === items.length) return items;
  const kept = before.filter((item) => byId.has(item.id)).map(({ id }) => id);
  const order: Order = restoreOrder(
    kept,
    items.map(({ id }) => id),
  );
  return order.flatMap((id) => byId.get(id) ?? []);
};

const toItems = (given: readonly GivenItem[], clips: readonly Clip[]): readonly CueItem[] => {
  if (given.length > MAX_ITEMS) throw tooMany('items in a list', MAX_ITEMS);
  const byId = clipsById(clips);
  const unknown = given.find(({ clipId }) => !byId.has(clipId));
  if (unknown !== undefined) {
    throw new AppError('clip-not-found', `There is no clip with the id ${JSON.stringify(unknown.clipId)}.`);
  }
  const items = given.map(toItem);
  const ids = new Set<string>();
  for (const { id } of items) {
    if (ids.has(id)) throw new AppError('invalid-value', `The item id ${JSON.stringify(id)} is there twice.`);
    ids.add(id);
  }
  return items;
};

const replaceList = (lists: Lists, list: CueList): Lists => lists.map((other) => (other.id === list.id ? list : other));

export const tooMany = (what: string, most: number): AppError =>
  new AppError('invalid-value', `There are too many ${what}; allowed: ${most}.`);
