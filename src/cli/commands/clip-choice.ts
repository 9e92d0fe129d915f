// Which clip a person means: its number in the list, or its name.
import { CliError, EXIT } from '../cli-error.ts';
import { toPrintable } from '../format.ts';
import type { PlayerApi } from '../player-api.ts';
import type { ClipAnswer } from '../player-status.ts';

const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** `clip 2, Intro`. */
export const toClipText = (clips: readonly ClipAnswer[], id: number): string =>
  id === 0 ? 'the splash screen' : `clip ${id}, ${toPrintable(clips[id]?.ClipName ?? '?')}`;

/**
 * Position in the list. A number is a position; anything else a clip's name or file name, in upper or lower case.
 * @throws CliError when there is none, or more than one
 */
export const findClip = (clips: readonly ClipAnswer[], word: string): number => {
  if (/^[0-9]{1,6}$/.test(word)) {
    if (clips[Number(word)] !== undefined) return Number(word);
    throw new CliError(
      EXIT.refused,
      `There is no clip ${Number(word)}; the list has 0 to ${clips.length - 1}. \`cuedeck clips\` shows it.`,
    );
  }
  const named = clips.flatMap(({ ClipName, Filename }, index) =>
    index > 0 && [ClipName, Filename].some((name) => fold(name) === fold(word)) ? [index] : [],
  );
  const [id, ...more] = named;
  if (id === undefined) {
    const shown = JSON.stringify(word.length > 80 ? `${word.slice(0, 80)}…` : word);
    throw new CliError(EXIT.refused, `There is no clip named ${shown}. \`cuedeck clips\` shows the list.`);
  }
  if (more.length > 0) {
    throw new CliError(EXIT.refused, `Clips ${named.join(' and ')} have the same name. Give the number.`);
  }
  return id;
};

/** The same in the list as it is now. */
export const chooseClip = async (api: PlayerApi, word: string): Promise<number> =>
  findClip((await api.get('/status')).CLIPS, word);
