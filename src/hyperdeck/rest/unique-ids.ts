// Stable numeric clip ids for the REST API.
import type { Clip } from '../../deck/clips/clip.ts';

/** FNV-1a, reduced to an integer that every client can hold. */
const toNumber = (id: string): number => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % 0x7fffffff;
};

type UniqueIds = ReadonlyMap<string, number>;

const known = new WeakMap<readonly Clip[], UniqueIds>();

/** Maps clip ids to numbers; collisions are resolved in the order of the list. */
export const uniqueIds = (clips: readonly Clip[]): UniqueIds => {
  const found = known.get(clips);
  if (found !== undefined) return found;
  const taken = new Set<number>();
  const ids = new Map<string, number>();
  for (const { id } of clips) {
    let number = toNumber(id);
    while (taken.has(number)) number += 1;
    taken.add(number);
    ids.set(id, number);
  }
  known.set(clips, ids);
  return ids;
};
