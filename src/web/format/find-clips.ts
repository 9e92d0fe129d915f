// Which clips a search means.
import type { components } from '../../client/api-types.ts';

type Clip = components['schemas']['Clip'];

/** Clips whose name or file contains the words, or whose number begins with them. @param list without the splash screen */
export const findClips = (list: readonly Clip[], search: string): readonly Clip[] => {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return list;
  const isNumber = /^\d+$/.test(wanted);
  return list.filter(
    ({ name, file, number }) =>
      `${name}\n${file}`.toLowerCase().includes(wanted) || (isNumber && String(number).startsWith(wanted)),
  );
};

/** The clip of that number, else the only match. */
export const toMeant = (found: readonly Clip[], search: string): Clip | undefined =>
  found.find(({ number }) => String(number) === search.trim()) ?? (found.length === 1 ? found[0] : undefined);
