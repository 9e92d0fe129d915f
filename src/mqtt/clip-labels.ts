// Clip labels in commands: id, or name numbered when ambiguous.

import { AppError } from '../base/errors.ts';
import { quote } from '../base/quote.ts';
import type { Clip } from '../deck/clips/clip.ts';
import { clipAt } from '../deck/clips/clip-list.ts';

/** A unique label for each clip of the list: its name, or `name (2)` for the second of that name. */
export const toClipLabels = (clips: readonly Pick<Clip, 'name'>[]): readonly string[] => {
  const taken = new Set(clips.map(({ name }) => name));
  const first = new Set<string>();
  return clips.map(({ name }) => {
    if (!first.has(name)) {
      first.add(name);
      return name;
    }
    let number = 2;
    while (taken.has(`${name} (${number})`)) number += 1;
    const word = `${name} (${number})`;
    taken.add(word);
    return word;
  });
};

/** The clip of a command; none: the selected one. */
interface ClipChoice {
  readonly clip: string | undefined;
  readonly number: number | undefined;
}

/** @throws AppError `clip-not-found`; `invalid-value` when both are given */
export const pickClip =
  ({ clip: word, number }: ClipChoice) =>
  (clips: readonly Clip[]): Clip => {
    if (word !== undefined && number !== undefined) {
      throw new AppError(
        'invalid-value',
        `clip=${quote(word)} and number=${number} are refused; allowed: one of them.`,
      );
    }
    if (number !== undefined) return clipAt(clips, number);
    const found = clips.find(({ id }) => id === word) ?? clips[toClipLabels(clips).indexOf(word ?? '')];
    if (found !== undefined) return found;
    throw new AppError(
      'clip-not-found',
      `There is no clip ${quote(word ?? '')}; allowed: an id or a name of the list.`,
    );
  };
