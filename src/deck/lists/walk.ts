// The way through a list: which item comes after and before the cursor, in order or shuffled.
import type { CueItem, CueList } from './cue-list.ts';
import type { Show } from './show.ts';

/** Where a list stands. */
export type Place = Pick<Show, 'cursor' | 'played' | 'round'>;

type Way = Pick<CueList, 'repeat' | 'shuffle'>;

/** Items after the cursor until the list, or the round of a shuffled one, is through. @param items those whose clips are there */
export const upcoming = ({ shuffle }: Way, items: readonly CueItem[], place: Place): readonly CueItem[] => {
  if (!shuffle) return items.slice(indexAfter(items, place));
  const played = new Set([...place.played, place.cursor?.itemId]);
  return shuffled(
    items.filter(({ id }) => !played.has(id)),
    place.round,
  );
};

/** Undefined at the end of a list that does not repeat. */
export const itemAfter = (way: Way, items: readonly CueItem[], place: Place): CueItem | undefined => {
  const [next] = upcoming(way, items, place);
  if (next !== undefined || !way.repeat) return next;
  if (!way.shuffle) return items[0];
  // The last of a round is not the first of the next.
  const others = items.filter(({ id }) => id !== place.cursor?.itemId);
  return shuffled(others.length > 0 ? others : items, place.round + 1)[0];
};

/** Undefined at the beginning, unless the list repeats in order. */
export const itemBefore = (way: Way, items: readonly CueItem[], place: Place): CueItem | undefined => {
  const { cursor, played } = place;
  if (way.shuffle) {
    const earlier = played.slice(0, Math.max(0, played.lastIndexOf(cursor?.itemId ?? '')));
    const id = earlier.findLast((other) => items.some((item) => item.id === other));
    return items.find((item) => item.id === id);
  }
  const here = cursor === undefined ? 0 : indexOf(items, cursor.itemId, cursor.index);
  return items[here - 1] ?? (way.repeat ? items.at(-1) : undefined);
};

/** Where the list stands once it has taken this item. @param isBack it is the one before; those after it come again */
export const placeAt = (
  way: Way,
  items: readonly CueItem[],
  place: Place,
  { id, isBack }: { readonly id: string; readonly isBack: boolean },
): Place => {
  const cursor = { itemId: id, index: indexOf(items, id, 0) };
  const { played, round } = place;
  if (!way.shuffle) return { cursor, played: [], round };
  if (isBack) return { cursor, played: played.slice(0, played.indexOf(id) + 1), round };
  if (played.includes(id) && upcoming(way, items, place).length === 0)
    return { cursor, played: [id], round: round + 1 };
  return { cursor, played: [...played.filter((other) => other !== id), id], round };
};

const indexAfter = (items: readonly CueItem[], { cursor }: Place): number => {
  if (cursor === undefined) return 0;
  const here = items.findIndex(({ id }) => id === cursor.itemId);
  return here < 0 ? cursor.index : here + 1;
};

const indexOf = (items: readonly CueItem[], itemId: string, otherwise: number): number => {
  const here = items.findIndex(({ id }) => id === itemId);
  return here < 0 ? otherwise : here;
};

/** In an order that looks random, and is the same for the same round whatever else is in the list. */
const shuffled = (items: readonly CueItem[], round: number): readonly CueItem[] =>
  items
    .map((item) => ({ item, rank: rankOf(`${round} ${item.id}`) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);

/** FNV-1a with the finish of MurmurHash3, since near texts have near FNV hashes. */
const rankOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
