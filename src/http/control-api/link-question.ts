// Words the confirmation question for a bare link.

import { AppError } from '../../base/errors.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import type { Query } from '../query.ts';
import type { Operation, OperationContext } from './operations.ts';
import { parseParameters } from './parameters.ts';

export interface LinkQuestion {
  /** As plain text. */
  readonly text: string;
  /** Label of the button. */
  readonly action: string;
  /** The clip that the text names; another may have its number, or be selected, when the button is pressed. */
  readonly clipId?: string;
}

type QuestionText = (
  values: Readonly<Record<string, unknown>>,
  clip: string,
  host: string,
) => readonly [text: string, action: string];

const toDefault =
  (operation: Operation): QuestionText =>
  () => [`A link wants this: ${operation.summary}`, 'Do it'];

const WORDS: Readonly<Record<string, QuestionText>> = {
  '/select_clip': (_values, clip) => [`Cue ${clip}? It takes off what is on the output.`, 'Cue'],
  '/update_clip': ({ name, startat, endat, loop }, clip) => [
    `Change ${clip}? Its name becomes “${name}”, its start ${startat} s, its end ${endat} s, and it ${loop === true ? 'loops' : 'does not loop'}.`,
    'Change',
  ],
  '/goto_secs': ({ secs }, clip) => [`Go to ${secs} s of ${clip}?`, 'Go there'],
  '/showinfo': () => ['Switch over whether the splash screen is shown when the device starts?', 'Switch'],
  '/play': (_values, clip) => [`Play ${clip}, or pause it if it plays?`, 'Play or pause'],
  '/stop': (_values, clip) => [`Stop ${clip} and go back to its start?`, 'Stop'],
  '/delete': (_values, clip) => [`Delete ${clip}, and its file? This cannot be undone.`, 'Delete'],
  '/update_host': ({ hostname }, _clip, host) => [`Rename this device from “${host}” to “${hostname}”?`, 'Rename'],
};

const OF_THE_DEVICE = ['/showinfo', '/update_host'];

const toClipText = (clip: Clip | undefined, index: number): string => {
  if (clip === undefined) return `clip ${index}, which is not in the list`;
  return clip.kind === 'splash' ? 'the splash screen' : `clip ${index}, “${clip.name}”`;
};

/** Invalid values of a link are not shown, since anybody can write a link. */
const toValues = ({ parameters }: Operation, query: Query): Readonly<Record<string, unknown>> | undefined => {
  try {
    return parseParameters(parameters, query);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};

/** The question for a link; names only the operation when its values are invalid. */
export const toLinkQuestion = (
  operation: Operation,
  { deck, machine }: Pick<OperationContext, 'deck' | 'machine'>,
  query: Query,
): LinkQuestion => {
  const { document, selectedId } = deck.state();
  const { clips } = document;
  const values = toValues(operation, query);
  const index = typeof values?.id === 'number' ? values.id : clips.findIndex(({ id }) => id === selectedId);
  const clip = clips[index];
  const words = (values && WORDS[operation.path]) ?? toDefault(operation);
  const [text, action] = words(values ?? {}, toClipText(clip, index), machine.hostName());
  const isOfClip = values !== undefined && clip !== undefined && !OF_THE_DEVICE.includes(operation.path);
  return { text, action, ...(isOfClip && { clipId: clip.id }) };
};
