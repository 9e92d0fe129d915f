// The names of clips on the wire: what lists carry, and which clip a name means.
import type { Clip } from '../../deck/clips/clip.ts';

/** Name of a clip in lists: its file name, or its own name. */
const LIST_NAMES = ['files', 'clips'] as const;
export type ListNames = (typeof LIST_NAMES)[number];

/** The protocol cannot escape a line end, and a file name may contain one. */
const toWire = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  name.replaceAll(/[\u0000-\u001f\u007f]/g, '_');

export const toWireName = ({ file, name }: Clip, names: ListNames): string => toWire(names === 'files' ? file : name);

/** Normalizes hand-written names: outer spaces, the root folder in front, accents in either form. */
const toLoose = (text: string): string =>
  text
    .trim()
    .replace(/^\.?\//, '')
    .normalize('NFC');

/**
 * Finds a clip by its file name or its own name: an exact match comes before all others, and
 * the name that lists use before the other one.
 * @returns its index, -1 when there is none
 */
export const findByName = (clips: readonly Clip[], text: string, names: ListNames): number => {
  const loose = toLoose(text);
  const kinds = [names, ...LIST_NAMES.filter((other) => other !== names)];
  const ways: readonly ((name: string) => boolean)[] = [(name) => name === text, (name) => toLoose(name) === loose];
  for (const isMeant of ways) {
    for (const kind of kinds) {
      const found = clips.findIndex((clip) => isMeant(toWireName(clip, kind)));
      if (found >= 0) return found;
    }
  }
  return -1;
};
