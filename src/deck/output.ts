// Output settings, and which of them mpv changes while it runs.
import { AppError } from '../base/errors.ts';

export const ROTATIONS = [0, 90, 180, 270] as const;
/** Degrees, clockwise. */
export type Rotation = (typeof ROTATIONS)[number];

/** How clips are decoded: as the machine allows, by the processor, or by a decoder as mpv names it. */
export const DECODER_CHOICES = [
  'auto',
  'software',
  'v4l2m2m',
  'v4l2m2m-copy',
  'drm',
  'drm-copy',
  'vaapi',
  'vaapi-copy',
] as const;
export type DecoderChoice = (typeof DECODER_CHOICES)[number];

/** How a picture of another shape than the screen is shown: whole, filling the screen with its edges cut off, or pulled to the screen's shape. */
export const FITS = ['contain', 'cover', 'stretch'] as const;
export type Fit = (typeof FITS)[number];

/** Whole milliseconds by which the sound is later than the picture; below 0 it is earlier. */
export const AUDIO_DELAY = { least: -500, most: 2000 } as const;

/** Output settings that the player applies while it runs. */
export interface LiveOutput {
  /** The player's name of an audio device, stable across restarts; absent: its default. */
  readonly audioDevice?: string;
  readonly rotationDegrees: Rotation;
  /** Absent: `contain`. */
  readonly fit?: Fit;
  /** Within AUDIO_DELAY; absent: 0. */
  readonly audioDelayMilliseconds?: number;
}

export interface OutputSettings extends LiveOutput {
  /** `WIDTHxHEIGHT`, `WIDTHxHEIGHT@RATE` or `WIDTHxHEIGHT@clips`; absent: the display's preferred mode. Takes effect at mpv's next start. */
  readonly displayMode?: string;
  /** Absent: `auto`. Takes effect at the next load of a clip. */
  readonly decoder?: DecoderChoice;
}

export const PLAIN_OUTPUT: OutputSettings = { rotationDegrees: 0 };

/** Output settings of the device; absent fields leave the choice unchanged. */
interface SetOutput {
  readonly audioDevice: string | undefined;
  readonly displayMode: string | undefined;
  readonly displayRotation: Rotation | undefined;
  readonly decoder: DecoderChoice | undefined;
}

/** @returns the same object when nothing changes */
export const withSetOutput = (
  chosen: OutputSettings,
  { audioDevice, displayMode, displayRotation, decoder }: SetOutput,
): OutputSettings => {
  const set: OutputSettings = {
    ...chosen,
    ...(audioDevice !== undefined && { audioDevice }),
    ...(displayMode !== undefined && { displayMode }),
    ...(displayRotation !== undefined && { rotationDegrees: displayRotation }),
    ...(decoder !== undefined && { decoder }),
  };
  const isSame = isSameOutput(set, chosen) && set.displayMode === chosen.displayMode && set.decoder === chosen.decoder;
  return isSame ? chosen : set;
};

export const isSameOutput = (one: LiveOutput, other: LiveOutput): boolean =>
  one.audioDevice === other.audioDevice &&
  one.rotationDegrees === other.rotationDegrees &&
  one.fit === other.fit &&
  one.audioDelayMilliseconds === other.audioDelayMilliseconds;

/** In place of a rate: that of the clip list. */
export const RATE_OF_CLIPS = '@clips';

const DISPLAY_MODE = /^[1-9]\d{1,4}x[1-9]\d{1,4}(@(\d{1,3}(\.\d{1,3})?|clips))?$/;

/** @throws AppError `invalid-value` */
export const parseDisplayMode = (text: string): string => {
  if (DISPLAY_MODE.test(text)) return text;
  throw new AppError(
    'invalid-value',
    `displayMode=${JSON.stringify(text.slice(0, 40))} is refused; allowed: WIDTHxHEIGHT or WIDTHxHEIGHT@RATE, such as 1920x1080@50.`,
  );
};

const MAX_DEVICE_LENGTH = 200;

/** @throws AppError `invalid-value` */
export const parseAudioDevice = (text: string): string => {
  if (text !== '' && text.length <= MAX_DEVICE_LENGTH && /^[\x20-\x7e]+$/.test(text)) return text;
  throw new AppError(
    'invalid-value',
    `audioDevice=${JSON.stringify(text.slice(0, 40))} is refused; allowed: a name from the list of audio devices.`,
  );
};
