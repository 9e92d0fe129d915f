// `cuedeck outputs`: where picture and sound go and how; sets the fit of the picture and the delay of the sound.
import { AUDIO_DELAY, FITS } from '../../deck/output.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { toPrintable, toTable } from '../format.ts';
import type { PlayerApi } from '../player-api.ts';
import { textOf } from './option-values.ts';

type Outputs = Awaited<ReturnType<typeof readOutputs>>;
const readOutputs = (api: PlayerApi) => api.call('get', '/outputs');

const toLines = (outputs: Outputs): readonly string[] => {
  const { audioDevice, audioDelayMilliseconds, fit, rotationDegrees, displayMode, decoder, videoOutput } = outputs;
  return toTable(
    [
      ['Sound', audioDevice ?? 'the player’s own choice'],
      ['Audio delay', `${audioDelayMilliseconds} ms`],
      ['Picture', videoOutput ?? 'none'],
      ['Fit', fit],
      ['Rotation', `${rotationDegrees}°`],
      ['Display mode', displayMode ?? 'the player’s own choice'],
      ['Decoding', decoder],
    ],
    toPrintable,
  );
};

const parseFit = (word: string | undefined): Outputs['fit'] | undefined => {
  const fit = FITS.find((name) => name === word);
  if (word === undefined || fit !== undefined) return fit;
  throw new CliError(EXIT.usage, `--fit ${toPrintable(word)} is invalid; allowed: ${FITS.join(', ')}.`);
};

const parseDelay = (word: string | undefined): number | undefined => {
  if (word === undefined) return undefined;
  const { least, most } = AUDIO_DELAY;
  const delay = /^-?\d{1,4}$/.test(word) ? Number(word) : Number.NaN;
  if (delay >= least && delay <= most) return delay;
  throw new CliError(
    EXIT.usage,
    `--audio-delay ${toPrintable(word)} is invalid; allowed: whole milliseconds from ${least} to ${most}.`,
  );
};

export const OUTPUTS_COMMAND: Command = {
  name: 'outputs',
  takes: [],
  options: [
    {
      name: 'fit',
      value: 'FIT',
      completes: FITS,
      meaning:
        'how a picture of another shape than the screen is shown: `contain` whole, `cover` cropped to fill it, `stretch` pulled to its shape',
    },
    {
      name: 'audio-delay',
      value: 'MILLISECONDS',
      meaning: `delays the sound against the picture, ${AUDIO_DELAY.least} to ${AUDIO_DELAY.most}; below 0, it comes earlier`,
    },
  ],
  meaning: 'shows where picture and sound go; sets how the picture fits, and the delay of the sound',
  run: async ({ api, options }) => {
    const fit = parseFit(textOf({ options }, 'fit'));
    const audioDelayMilliseconds = parseDelay(textOf({ options }, 'audio-delay'));
    const body = {
      ...(fit !== undefined && { fit }),
      ...(audioDelayMilliseconds !== undefined && { audioDelayMilliseconds }),
    };
    const outputs = await (Object.keys(body).length === 0 ? readOutputs(api) : api.call('patch', '/outputs', { body }));
    return { lines: toLines(outputs), json: outputs };
  },
};
