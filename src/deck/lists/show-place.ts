// Where the show stands, for the resume point of the deck: all of it but the lists themselves.
import * as schema from '../../schema/schema.ts';
import { isOfList, type Show, toItemFades } from './show.ts';

export const SHOW_PLACE = schema.object(
  { played: schema.entries(schema.anyText, 'an item'), round: schema.anyNumber },
  {
    listId: schema.anyText,
    cursor: schema.object({ itemId: schema.anyText, index: schema.count }),
    on: schema.object(
      { listId: schema.anyText, itemId: schema.anyText },
      { fadeInSeconds: schema.anyNumber, fadeOutSeconds: schema.anyNumber },
    ),
    standby: schema.object({}, { itemId: schema.anyText, clipId: schema.anyText }),
  },
);
type ShowPlace = schema.ValueOf<typeof SHOW_PLACE>;

/** Undefined while there is neither an active list nor anything that stands by. */
export const toShowPlace = (state: { readonly show: Show; readonly cues: number }): ShowPlace | undefined => {
  const { listId, cursor, on, standby, played, round } = state.show;
  if (listId === undefined && standby === undefined) return undefined;
  return {
    ...{ played, round },
    ...(listId !== undefined && { listId }),
    ...(cursor !== undefined && { cursor }),
    ...(on !== undefined && isOfList(state) && { on: { listId: on.listId, itemId: on.itemId, ...toItemFades(on) } }),
    ...(standby !== undefined && { standby }),
  };
};

/** @param cues number of the deck's cues with the item on the output; undefined: what is on is none */
export const atShowPlace = (show: Show, place: ShowPlace | undefined, cues: number | undefined): Show => {
  if (place === undefined) return show;
  const { listId, cursor, on, standby, played, round } = place;
  const { itemId, clipId } = standby ?? {};
  return {
    ...{ lists: show.lists, listId, cursor, played, round },
    on: on === undefined || cues === undefined ? undefined : { ...on, cues },
    standby: itemId !== undefined ? { itemId } : clipId === undefined ? undefined : { clipId },
  };
};
