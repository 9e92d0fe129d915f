// Remembers the positions of deleted clips, so that undo restores each to its place.

export type Order = readonly string[];

/** The largest set of ids with the same relative order in both: the others have been moved. */
const unmoved = (before: Order, now: Order): ReadonlySet<string> => {
  const placeNow = new Map(now.map((id, place) => [id, place] as const));
  /** The best last element of a rising sequence of each length, and the predecessor of each id. */
  const endings: { readonly id: string; readonly place: number }[] = [];
  const previous = new Map<string, string | undefined>();
  for (const id of before) {
    const place = placeNow.get(id);
    if (place === undefined) continue;
    let [low, high] = [0, endings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((endings[middle]?.place ?? place) < place) low = middle + 1;
      else high = middle;
    }
    previous.set(id, endings[low - 1]?.id);
    endings[low] = { id, place };
  }
  const run = new Set<string>();
  for (let id = endings.at(-1)?.id; id !== undefined; id = previous.get(id)) run.add(id);
  return run;
};

/**
 * The order after a change of the list: deleted ids stay behind the ids that they followed,
 * unless those were moved.
 * @param before all ids, the deleted ones included
 * @param now ids of the changed list
 */
export const restoreOrder = (before: Order, now: Order): Order => {
  const listed = new Set(now);
  const stays = unmoved(before, now);
  const followers = new Map<string | undefined, string[]>();
  let anchor: string | undefined;
  for (const id of before) {
    if (stays.has(id)) anchor = id;
    else if (!listed.has(id)) followers.set(anchor, [...(followers.get(anchor) ?? []), id]);
  }
  return [...(followers.get(undefined) ?? []), ...now.flatMap((id) => [id, ...(followers.get(id) ?? [])])];
};

/** Position in the list at which a deleted id returns. */
export const placeIn = (order: Order, id: string, listed: Order): number => {
  const before = new Set(order.slice(0, order.indexOf(id)));
  return listed.filter((other) => before.has(other)).length;
};
