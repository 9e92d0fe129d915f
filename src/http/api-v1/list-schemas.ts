// Schemas of the lists in /api/v1, and the lists rendered in them.
import type { Clip } from '../../deck/clips/clip.ts';
import {
  type CueList,
  GIVEN_ITEM,
  type GivenItem,
  ITEM_FIELDS,
  ITEM_ID,
  LIST_ID,
  LIST_NAME,
  MAX_ITEMS,
  MAX_LISTS,
} from '../../deck/lists/cue-list.ts';
import { itemsOf, type Lists } from '../../deck/lists/list-edits.ts';
import {
  count,
  flag,
  list,
  named,
  number,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  type ValueOf,
} from '../../schema/schema.ts';

const { follow, fadeInSeconds, fadeOutSeconds, ...fields } = ITEM_FIELDS;

const ITEM = named(
  'ListItem',
  object({ id: ITEM_ID, clipId: text(), ...fields }, { follow, fadeInSeconds, fadeOutSeconds }),
);

export const LIST = named(
  'List',
  object({ id: LIST_ID, name: LIST_NAME, repeat: flag, shuffle: flag, items: list(ITEM, MAX_ITEMS) }),
);
export const LISTS = list(LIST);

const GIVEN_ITEMS: Schema<readonly GivenItem[]> = list(named('GivenListItem', GIVEN_ITEM), MAX_ITEMS);

export const NEW_LIST = named(
  'NewList',
  object({ name: LIST_NAME }, { repeat: flag, shuffle: flag, items: GIVEN_ITEMS }),
);
export const LIST_PATCH = named('ListPatch', object({}, { name: LIST_NAME, repeat: flag, shuffle: flag }));

const WITH_REVISION = object({ items: GIVEN_ITEMS }, { revision: count });

/** The items, or an object with them and the revision of the list that they were made from. */
export const ORDER: Schema<ValueOf<typeof WITH_REVISION>> = {
  schema: { anyOf: [GIVEN_ITEMS.schema, WITH_REVISION.schema] },
  parts: [GIVEN_ITEMS],
  parse: (value, name, mode) =>
    Array.isArray(value) ? { items: GIVEN_ITEMS.parse(value, 'items', mode) } : WITH_REVISION.parse(value, name, mode),
};

/** A list of an exported clip list; its items name their clips by file. */
const KEPT_LIST = named(
  'KeptList',
  object(
    { id: LIST_ID, name: LIST_NAME },
    {
      repeat: flag,
      shuffle: flag,
      items: list(object({ file: text() }, { id: ITEM_ID, ...ITEM_FIELDS }), MAX_ITEMS),
    },
  ),
);
export const KEPT_LISTS = list(KEPT_LIST, MAX_LISTS);

const NAMED_CLIP = object({ clipId: text() }, { itemId: text() });

/** A wait that runs: of an item before its start (`pre`), or after its end (`post`). */
const WAIT = object({
  itemId: text(),
  clipId: text(),
  kind: oneOf('pre', 'post'),
  remainingSeconds: number({ least: 0 }),
});

/** What the transport says of the show. */
export const SHOW_FIELDS = {
  standby: orNull(NAMED_CLIP),
  listId: orNull(text()),
  itemId: orNull(text()),
  next: orNull(NAMED_CLIP),
  waiting: orNull(WAIT),
  listRemainingSeconds: orNull(number({ least: 0 })),
} as const;

/** The event `lists`: what identifies each list, and a number that changes with every change of it. */
export const LIST_INDEX = named(
  'ListIndex',
  list(object({ id: LIST_ID, name: LIST_NAME, repeat: flag, shuffle: flag, revision: count })),
);

const revisions = new WeakMap<CueList, number>();
let lastRevision = 0;

/** A list that is edited is another object. */
export const revisionOf = (cueList: CueList): number => {
  const known = revisions.get(cueList);
  if (known !== undefined) return known;
  lastRevision += 1;
  revisions.set(cueList, lastRevision);
  return lastRevision;
};

/** Without the items, of which there may be 400,000. */
export const toListIndex = (lists: Lists): ValueOf<typeof LIST_INDEX> =>
  lists.map((cueList) => {
    const { items: _items, ...facts } = cueList;
    return { ...facts, revision: revisionOf(cueList) };
  });

/** Without the items of clips that are deleted. */
export const toList = (cueList: CueList, clips: readonly Clip[]): ValueOf<typeof LIST> => ({
  ...cueList,
  items: itemsOf(cueList, clips),
});
