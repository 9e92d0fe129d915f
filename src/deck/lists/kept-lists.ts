// Export and import of the lists with the clip list; items name their clips by file.
import { AppError } from '../../base/errors.ts';
import type { Clip } from '../clips/clip.ts';
import { clipsById } from './clips-by-id.ts';
import { type CueList, type GivenItem, MAX_LISTS, toGivenItem } from './cue-list.ts';
import { addList, itemsOf, type Lists, tooMany } from './list-edits.ts';

interface KeptItem extends Omit<GivenItem, 'clipId'> {
  /** Bare name in the clips folder. */
  readonly file: string;
}

interface KeptList extends Pick<CueList, 'id' | 'name'>, Partial<Pick<CueList, 'repeat' | 'shuffle'>> {
  readonly items?: readonly KeptItem[];
}

export const toKeptLists = (lists: Lists, clips: readonly Clip[]): readonly KeptList[] =>
  lists.map((list) => ({
    ...list,
    items: itemsOf(list, clips).flatMap((item) => {
      const { clipId, ...rest } = toGivenItem(item);
      const clip = clipsById(clips).get(clipId);
      return clip === undefined ? [] : [{ file: fileOf(clip), ...rest }];
    }),
  }));

/** The splash screen's file is another one on each device. */
const fileOf = (clip: Clip): string => (clip.kind === 'splash' ? '' : clip.file);

/** Files of items that are left out, since no clip has them, each once. */
export const missingItemFiles = (kept: readonly KeptList[], clips: readonly Clip[]): readonly string[] => {
  const here = new Set(clips.map(fileOf));
  const files = kept.flatMap(({ items = [] }) => items.map(({ file }) => file));
  return [...new Set(files.filter((file) => !here.has(file)))];
};

/**
 * Lists of the same id are replaced, others are added; items whose file is not here are left out.
 * @throws AppError `invalid-value` for an id that is there twice, or too many lists or items
 */
export const applyKeptLists = (lists: Lists, kept: readonly KeptList[], clips: readonly Clip[]): Lists => {
  const byFile = new Map(clips.map((clip) => [fileOf(clip), clip]));
  const ids = new Set(kept.map(({ id }) => id));
  if (ids.size !== kept.length) throw new AppError('invalid-value', 'The id of a list is there twice.');
  const applied = kept.flatMap(({ id, items = [], ...list }) => {
    const here = items.flatMap(({ file, ...item }) => {
      const clip = byFile.get(file);
      return clip === undefined ? [] : [{ ...item, clipId: clip.id }];
    });
    return addList([], { ...list, items: here }, clips, id);
  });
  const byId = new Map(applied.map((list) => [list.id, list]));
  const known = new Set(lists.map(({ id }) => id));
  const next = [...lists.map((list) => byId.get(list.id) ?? list), ...applied.filter(({ id }) => !known.has(id))];
  if (next.length > MAX_LISTS) throw tooMany('lists', MAX_LISTS);
  return next;
};
