// What a list is: items that name clips, each with what follows it and its waits.
import * as schema from '../../schema/schema.ts';
import { fadeSeconds } from '../clips/clip-patch.ts';
import { END_ACTIONS } from '../clips/end-action.ts';

export const MAX_LISTS = 200;
export const MAX_ITEMS = 2000;
const MAX_WAIT_SECONDS = 24 * 3600;
const MAX_NAME_LENGTH = 120;
const MAX_NOTE_LENGTH = 1000;

const waitSeconds = schema.number({ least: 0, most: MAX_WAIT_SECONDS });

/** What an operator sets of an item besides its clip; absent fields have these standards. */
export const ITEM_FIELDS = {
  /** Absent: the clip's own end action. */
  follow: schema.oneOf(...END_ACTIONS),
  /** Between GO, or the end of the item before, and the start of this one. */
  preWaitSeconds: waitSeconds,
  /** Between the end of this item and what follows. */
  postWaitSeconds: waitSeconds,
  /** Absent: the clip's own. */
  fadeInSeconds: fadeSeconds,
  fadeOutSeconds: fadeSeconds,
  note: schema.text(MAX_NOTE_LENGTH),
  /** False leaves it out of the list's remaining time. */
  inCountdown: schema.flag,
} as const;

export const ITEM_ID = schema.text(40, 1);
/** Also a file's name. */
export const LIST_ID = schema.textForm(
  'an id of 1 to 40 lower-case letters, digits and hyphens',
  schema.fitting(/^[0-9a-z-]{1,40}$/),
);
export const LIST_NAME = schema.textForm(
  `1 to ${MAX_NAME_LENGTH} characters, none of them a control character`,
  (given) => {
    const name = given.normalize('NFC').trim();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    const isAllowed = name !== '' && [...name].length <= MAX_NAME_LENGTH && !/[\u0000-\u001f\u007f-\u009f]/.test(name);
    return isAllowed ? name : schema.MISFIT;
  },
);

const STANDARD = { preWaitSeconds: 0, postWaitSeconds: 0, note: '', inCountdown: true } as const;

/** An item as it is given: its id is made when it has none. */
export const GIVEN_ITEM = schema.object({ clipId: schema.text(40, 1) }, { id: ITEM_ID, ...ITEM_FIELDS });
export type GivenItem = schema.ValueOf<typeof GIVEN_ITEM>;

export type CueItem = Omit<GivenItem, 'id' | keyof typeof STANDARD> &
  Required<Pick<GivenItem, 'id' | keyof typeof STANDARD>>;

export interface CueList {
  readonly id: string;
  readonly name: string;
  /** After its last item comes its first. */
  readonly repeat: boolean;
  /** Every item comes once, in a random order, before any comes again. */
  readonly shuffle: boolean;
  readonly items: readonly CueItem[];
}

/** @param given names and values of the operator; absent ones get their standards */
export const toItem = (given: GivenItem): CueItem => {
  const { id = createId(), clipId, follow, ...rest } = given;
  return { id, clipId, ...(follow !== undefined && { follow }), ...STANDARD, ...rest };
};

/** The item without what has its standard value. */
export const toGivenItem = (item: CueItem): GivenItem => {
  const entries = Object.entries(item).filter(([key, value]) => (STANDARD as Record<string, unknown>)[key] !== value);
  return Object.fromEntries(entries) as unknown as GivenItem;
};

/** Twelve hex digits. */
export const createId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
