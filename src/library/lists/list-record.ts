// The on-disk format of the lists, and its validation: a file for each list, and one for their order.
import {
  type CueList,
  GIVEN_ITEM,
  LIST_ID,
  LIST_NAME,
  MAX_ITEMS,
  MAX_LISTS,
  toGivenItem,
  toItem,
} from '../../deck/lists/cue-list.ts';
import * as schema from '../../schema/schema.ts';

/** Increased when an older CueDeck would misread the format, as of the clip list. */
const VERSION = 1;
const version = schema.worded(schema.oneOf(VERSION), (given) => `version ${JSON.stringify(given)} is not known here`);
const MODE = schema.recordOf('the list');

const RECORD = schema.checked(
  schema.object({
    version,
    id: LIST_ID,
    name: LIST_NAME,
    repeat: schema.withDefault(schema.flag, false),
    shuffle: schema.withDefault(schema.flag, false),
    items: schema.list(GIVEN_ITEM, MAX_ITEMS),
  }),
  ({ items }) => (new Set(items.map(({ id }) => id)).size === items.length ? undefined : 'an item id is there twice'),
);
export type ListRecord = schema.ValueOf<typeof RECORD>;

export const toListRecord = ({ items, ...list }: CueList): ListRecord => ({
  version: VERSION,
  ...list,
  items: items.map(toGivenItem),
});

export const fromListRecord = ({ version: _version, items, ...list }: ListRecord): CueList => ({
  ...list,
  items: items.map(toItem),
});

/** @throws AppError `invalid-value` naming the field */
export const parseListRecord = (value: unknown): ListRecord => RECORD.parse(value, 'it', MODE);

const SHOW_RECORD = schema.checked(
  schema.object({ version, lists: schema.list(RECORD, MAX_LISTS) }, { listId: LIST_ID }),
  ({ lists }) => (new Set(lists.map(({ id }) => id)).size === lists.length ? undefined : 'a list id is there twice'),
);

/** All lists in one document, as in a backup. */
export type ShowRecord = schema.ValueOf<typeof SHOW_RECORD>;

export const toShowRecord = (lists: readonly ListRecord[], listId: string | undefined): ShowRecord => ({
  version: VERSION,
  lists,
  ...(listId !== undefined && { listId }),
});

/** @throws AppError `invalid-value` naming the field */
export const parseShowRecord = (value: unknown): ShowRecord => SHOW_RECORD.parse(value, 'it', MODE);

const ORDER_RECORD = schema.object({ version, ids: schema.list(LIST_ID, MAX_LISTS) }, { listId: LIST_ID });

/** The lists in their order, and the active one. */
type OrderRecord = schema.ValueOf<typeof ORDER_RECORD>;

export const toOrderRecord = (ids: readonly string[], listId: string | undefined): OrderRecord => ({
  version: VERSION,
  ids,
  ...(listId !== undefined && { listId }),
});

/** @throws AppError `invalid-value` naming the field */
export const parseOrderRecord = (value: unknown): OrderRecord => ORDER_RECORD.parse(value, 'it', MODE);
