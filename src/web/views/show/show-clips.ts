// The clips of the page by their ids, for lists of thousands of items.
import type { Clip } from '../../client/api.ts';
import { clips } from '../../client/event-stream.ts';

let known: { readonly list: readonly Clip[]; readonly byId: ReadonlyMap<string, Clip> } | undefined;

export const clipOf = (id: string): Clip | undefined => {
  const list = clips.get();
  if (known?.list !== list) known = { list, byId: new Map(list.map((clip) => [clip.id, clip])) };
  return known.byId.get(id);
};
