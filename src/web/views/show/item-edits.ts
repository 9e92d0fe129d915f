// Edits of a list's items; each returns the same array when it changes nothing.
import type { components } from '../../../client/api-types.ts';
import type { ItemSettings } from '../../format/item-texts.ts';

type ListItem = components['schemas']['ListItem'];
type GivenListItem = components['schemas']['GivenListItem'];

type Items = readonly GivenListItem[];
type Listed = readonly ListItem[];

type ItemPatch = Partial<ItemSettings>;

const indexOf = (items: Listed, id: string): number => items.findIndex((item) => item.id === id);

/** @param number the first is 1; beyond the ends: there */
export const moveItem = (items: Listed, id: string, number: number): Listed => {
  const from = indexOf(items, id);
  const item = items[from];
  const to = Math.max(0, Math.min(items.length - 1, number - 1));
  if (item === undefined || to === from) return items;
  const rest = items.filter((other) => other !== item);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
};

export const moveItemBy = (items: Listed, id: string, places: number): Listed =>
  moveItem(items, id, indexOf(items, id) + 1 + places);

/** The item gets the number of the one it is dropped on. */
export const moveItemOnto = (items: Listed, id: string, targetId: string): Listed => {
  const target = indexOf(items, targetId);
  return target < 0 ? items : moveItem(items, id, target + 1);
};

export const removeItem = (items: Listed, id: string): Listed =>
  indexOf(items, id) < 0 ? items : items.filter((item) => item.id !== id);

/** Puts a removed item back. @param index of its place before */
export const insertItem = (items: Listed, item: ListItem, index: number): Listed =>
  indexOf(items, item.id) < 0 ? [...items.slice(0, index), item, ...items.slice(index)] : items;

export const addClips = (items: Listed, clipIds: readonly string[]): Items =>
  clipIds.length === 0 ? items : [...items, ...clipIds.map((clipId) => ({ clipId }))];

export const patchItem = (items: Listed, id: string, patch: ItemPatch): Listed =>
  indexOf(items, id) < 0 ? items : items.map((item) => (item.id === id ? withPatch(item, patch) : item));

const withPatch = (item: ListItem, patch: ItemPatch): ListItem => {
  const patched = Object.entries({ ...item, ...patch }).filter(([, value]) => value !== null);
  return Object.fromEntries(patched) as unknown as ListItem;
};

export const toSettings = (item: ListItem): ItemSettings => {
  const { follow = null, fadeInSeconds = null, fadeOutSeconds = null } = item;
  const { preWaitSeconds, postWaitSeconds, note, inCountdown } = item;
  return { follow, preWaitSeconds, postWaitSeconds, fadeInSeconds, fadeOutSeconds, note, inCountdown };
};

const keysOf = (settings: ItemSettings) => Object.keys(settings) as (keyof ItemSettings)[];

/** What was changed in a form, so that what somebody else changed meanwhile stays. */
export const toItemPatch = (before: ItemSettings, typed: ItemSettings): ItemPatch =>
  Object.fromEntries(
    keysOf(typed)
      .filter((key) => typed[key] !== before[key])
      .map((key) => [key, typed[key]]),
  );

/** The fields of a form that somebody else has set to another value meanwhile. */
export const toConflicts = (
  before: ItemSettings,
  now: ItemSettings,
  typed: ItemSettings,
): readonly (keyof ItemSettings)[] =>
  keysOf(typed).filter((key) => ![before[key], typed[key]].includes(now[key]) && typed[key] !== before[key]);

/** `Show`, or the first of `Show 2`, `Show 3`… that no list is called. */
export const toNewName = (names: readonly string[]): string => {
  const taken = new Set(names);
  let name = 'Show';
  for (let number = 2; taken.has(name); number += 1) name = `Show ${number}`;
  return name;
};
