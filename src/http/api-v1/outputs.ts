// The outputs in /api/v1: where picture and sound go, and what decodes.
import {
  AUDIO_DELAY,
  DECODER_CHOICES,
  FITS,
  type OutputSettings,
  parseAudioDevice,
  parseDisplayMode,
  ROTATIONS,
} from '../../deck/output.ts';
import { flag, list, named, object, oneOf, orNull, percent, text, type ValueOf, whole } from '../../schema/schema.ts';
import type { ApiContext } from './operation.ts';

/** mpv's name of the output that shows nothing. */
const NO_PICTURE = 'null';

const delay = whole(AUDIO_DELAY);

export const OUTPUTS = named(
  'Outputs',
  object({
    audioDevices: list(object({ name: text(), description: text() })),
    audioDevice: orNull(text()),
    rotationDegrees: oneOf(...ROTATIONS),
    /** How a picture of another shape than the screen is shown. */
    fit: oneOf(...FITS),
    /** Of the sound against the picture. */
    audioDelayMilliseconds: delay,
    displayModes: list(text()),
    displayMode: orNull(text()),
    /** What is chosen, what can be chosen on this machine, and what decodes what is on now, as mpv names it. */
    decoder: oneOf(...DECODER_CHOICES),
    decoders: list(oneOf(...DECODER_CHOICES)),
    decoderInUse: orNull(text()),
    /** What mpv draws on, as mpv names it; null while there is no picture. */
    videoOutput: orNull(text()),
    /** The master volume. */
    volumePercent: percent,
    muted: flag,
  }),
);

export const toOutputs = async ({ deck, outputs }: ApiContext): Promise<ValueOf<typeof OUTPUTS>> => {
  const { document, master } = deck.state();
  const { audioDevice, rotationDegrees, fit, audioDelayMilliseconds, displayMode, decoder } = document.settings.output;
  // mpv has no device list while it starts; the settings are answered all the same.
  const [audioDevices, displayModes, videoOutput] = await Promise.all([
    outputs.audioDevices().catch(() => []),
    outputs.displayModes(),
    outputs.videoOutput().catch(() => ''),
  ]);
  return {
    audioDevices,
    audioDevice: audioDevice ?? null,
    rotationDegrees,
    fit: fit ?? 'contain',
    audioDelayMilliseconds: audioDelayMilliseconds ?? 0,
    displayModes,
    displayMode: displayMode ?? null,
    decoder: decoder ?? 'auto',
    decoders: outputs.decoders(),
    decoderInUse: outputs.decoderInUse() ?? null,
    videoOutput: videoOutput === '' || videoOutput === NO_PICTURE ? null : videoOutput,
    ...master,
  };
};

export const OUTPUTS_PATCH = named(
  'OutputsPatch',
  object(
    {},
    {
      audioDevice: orNull(text(200)),
      rotationDegrees: oneOf(...ROTATIONS),
      fit: oneOf(...FITS),
      audioDelayMilliseconds: delay,
      displayMode: orNull(text(40)),
      decoder: oneOf(...DECODER_CHOICES),
      volumePercent: percent,
      muted: flag,
    },
  ),
);

/** null resets a choice. */
export const patchOutput = (before: OutputSettings, patch: ValueOf<typeof OUTPUTS_PATCH>): OutputSettings => {
  const audioDevice = patch.audioDevice === undefined ? before.audioDevice : patch.audioDevice;
  const displayMode = patch.displayMode === undefined ? before.displayMode : patch.displayMode;
  const decoder = patch.decoder ?? before.decoder;
  const fit = patch.fit ?? before.fit;
  const audioDelayMilliseconds = patch.audioDelayMilliseconds ?? before.audioDelayMilliseconds;
  return {
    rotationDegrees: patch.rotationDegrees ?? before.rotationDegrees,
    ...(audioDevice != null && { audioDevice: parseAudioDevice(audioDevice) }),
    ...(displayMode != null && { displayMode: parseDisplayMode(displayMode) }),
    ...(decoder !== undefined && { decoder }),
    ...(fit !== undefined && { fit }),
    ...(audioDelayMilliseconds !== undefined && { audioDelayMilliseconds }),
  };
};
