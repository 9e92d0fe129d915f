// Which clip a person means: its number in the list, or its name.
import { quote } from '../../base/quote.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { toPrintable } from '../format.ts';
import type { PlayerApi } from '../player-api.ts';
import { type PlayerClip, readClips } from '../player-status.ts';

export const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** `clip 2, Intro`. */
export const toClipText = (number: number, name = '?'): string =>
  number === 0 ? 'the splash screen' : `clip ${number}, ${toPrintable(name)}`;

/**
 * A number is a position in the list; anything else a clip's name or file name, in upper or lower case.
 * @throws CliError when there is none, or more than one
 */
const findClip = (clips: readonly PlayerClip[], word: string): PlayerClip => {
  if (/^[0-9]{1,6}$/.test(word)) {
    const clip = clips[Number(word)];
    if (clip !== undefined) return clip;
    throw new CliError(
      EXIT.refused,
      `There is no clip ${Number(word)}; the list has 0 to ${clips.length - 1}. \`cuedeck clips\` shows it.`,
    );
  }
  const named = clips.filter(
    ({ number, name, file }) => number > 0 && [name, file].some((own) => fold(own) === fold(word)),
  );
  const [clip, ...more] = named;
  if (clip === undefined) {
    throw new CliError(EXIT.refused, `There is no clip named ${quote(word)}. \`cuedeck clips\` shows the list.`);
  }
  if (more.length > 0) {
    const numbers = named.map(({ number }) => number).join(' and ');
    throw new CliError(EXIT.refused, `Clips ${numbers} have the same name. Give the number.`);
  }
  return clip;
};

/** The same for the current list. */
export const chooseClip = async (api: PlayerApi, word: string): Promise<PlayerClip> =>
  findClip(await readClips(api), word);
