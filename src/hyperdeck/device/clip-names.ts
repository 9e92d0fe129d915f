// The names of clips on the wire: what lists carry, and which clip a name means.
import type { Clip } from '../../deck/clips/clip.ts';

/** What lists call a clip: its file, or the name that people give it. */
export const LIST_NAMES = ['files', 'clips'] as const;
export type ListNames = (typeof LIST_NAMES)[number];

/** Nothing in the protocol escapes a line end, and a file may have one in its name. */
const toWire = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  name.replaceAll(/[\u0000-\u001f\u007f]/g, '_');

export const toWireName = ({ file, name }: Clip, names: ListNames): string => toWire(names === 'files' ? file : name);

/** As controllers write names by hand: with spaces around, the root folder before, accents in either form. */
const toLoose = (text: string): string =>
  text
    .trim()
    .replace(/^\.?\//, '')
    .normalize('NFC');

/**
 * The clip that a name means, by its file or by its own name: one that is the same to the byte before all others, and
 * what lists carry before the other.
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
