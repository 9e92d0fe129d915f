// Finds clips by id in a list of clips; worked out once for each list.
import type { Clip } from '../clips/clip.ts';

const KNOWN = new WeakMap<readonly Clip[], ReadonlyMap<string, Clip>>();

export const clipsById = (clips: readonly Clip[]): ReadonlyMap<string, Clip> => {
  const known = KNOWN.get(clips) ?? new Map(clips.map((clip) => [clip.id, clip]));
  KNOWN.set(clips, known);
  return known;
};
