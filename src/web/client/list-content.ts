// The list that is shown, with its items: read again whenever the player tells that it is another one.
import { call, type List, type ListItem } from './api.ts';
import { clips, link, lists } from './event-stream.ts';
import { createStore } from './store.ts';

/** Undefined until it is read, and while none is shown. */
export const content = createStore<List | undefined>(undefined);

const RETRY_MS = 1000;

let shownId: string | undefined;
/** Revision with which the list was asked for last. */
let askedRevision: number | undefined;
let isReading = false;
let isStale = false;
let clipCount = 0;

const revisionNow = (): number | undefined => lists.get()?.find(({ id }) => id === shownId)?.revision;

/** All values of an item are plain ones. */
const isSame = (one: ListItem, other: ListItem): boolean => {
  const keys = Object.keys(one) as (keyof ListItem)[];
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
};

/** Unchanged items stay the same objects, so that only changed rows are drawn again. */
export const adoptList = (next: List): void => {
  if (next.id !== shownId) return;
  const known = new Map((content.get()?.items ?? []).map((item) => [item.id, item]));
  const items = next.items.map((item) => {
    const before = known.get(item.id);
    return before !== undefined && isSame(before, item) ? before : item;
  });
  content.set({ ...next, items });
};

const read = async (): Promise<void> => {
  isStale = true;
  if (isReading) return;
  isReading = true;
  while (isStale && shownId !== undefined && link.get() === 'open') {
    isStale = false;
    askedRevision = revisionNow();
    const list = await call('get', '/lists/{id}', { path: { id: shownId } }).catch(() => undefined);
    if (list !== undefined) adoptList(list);
    else if (revisionNow() !== undefined) setTimeout(() => void read(), RETRY_MS);
  }
  isReading = false;
};

/** Shows another list, or none. */
export const showList = (id: string | undefined): void => {
  if (id === shownId) return;
  shownId = id;
  if (content.get()?.id !== id) content.set(undefined);
  if (id !== undefined) void read();
};

lists.subscribe(() => {
  if (shownId !== undefined && revisionNow() !== undefined && revisionNow() !== askedRevision) void read();
});
// Revisions of before the break mean nothing any more.
link.subscribe(() => {
  if (link.get() === 'open') void read();
});
// The items of a deleted clip go with it, and come back with it.
clips.subscribe(() => {
  if (clips.get().length === clipCount) return;
  clipCount = clips.get().length;
  void read();
});
