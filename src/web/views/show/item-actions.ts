// What an operator does to an item of the list that is shown.
import { editItems } from '../../actions/list-actions.ts';
import type { List, ListItem } from '../../client/api.ts';
import { content } from '../../client/list-content.ts';
import { announce } from '../../components/announcements.tsx';
import { notify } from '../../components/toasts.tsx';
import { addClips, insertItem, moveItem, moveItemBy, moveItemOnto, removeItem } from './item-edits.ts';
import { clipOf } from './show-clips.ts';

const UNDO_MS = 10_000;

export const nameOf = ({ clipId }: Pick<ListItem, 'clipId'>): string => {
  const clip = clipOf(clipId);
  return clip?.kind === 'splash' ? 'Splash screen' : (clip?.name ?? '');
};

const tellPlace = (list: List | undefined, id: string): void => {
  const at = list?.items.findIndex((item) => item.id === id) ?? -1;
  const item = list?.items[at];
  if (list !== undefined && item !== undefined)
    announce(`“${nameOf(item)}” is number ${at + 1} of ${list.items.length} now.`);
};

const move = async (id: string, change: (items: readonly ListItem[]) => readonly ListItem[]): Promise<void> => {
  const listId = content.get()?.id;
  if (listId !== undefined) tellPlace(await editItems(listId, change), id);
};

export const moveTo = (id: string, number: number): void => void move(id, (items) => moveItem(items, id, number));

/** @param places negative: up the list */
export const moveBy = (id: string, places: number): void => void move(id, (items) => moveItemBy(items, id, places));

export const moveOnto = (id: string, targetId: string): void =>
  void move(id, (items) => moveItemOnto(items, id, targetId));

/** Resolves to true when the item is out of the list. */
export const remove = async (item: ListItem): Promise<boolean> => {
  const listId = content.get()?.id;
  if (listId === undefined) return false;
  let index = 0;
  const list = await editItems(listId, (items) => {
    index = items.findIndex(({ id }) => id === item.id);
    return removeItem(items, item.id);
  });
  if (list === undefined) return false;
  notify(`Removed “${nameOf(item)}” from the list.`, {
    action: {
      label: 'Undo',
      run: () => void editItems(listId, (items) => insertItem(items, item, Math.max(0, index))),
    },
    milliseconds: UNDO_MS,
  });
  return true;
};

/** Adds clips at the end. */
export const add = async (clipIds: readonly string[]): Promise<void> => {
  const listId = content.get()?.id;
  if (listId === undefined) return;
  const list = await editItems(listId, (items) => addClips(items, clipIds));
  const last = list?.items.at(-1);
  if (list === undefined || last === undefined) return;
  announce(
    clipIds.length === 1
      ? `“${nameOf(last)}” is number ${list.items.length} of the list.`
      : `${clipIds.length} clips are in the list.`,
  );
};
