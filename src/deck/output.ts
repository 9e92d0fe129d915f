// Output settings, and which of them mpv changes while it runs.
import { AppError } from '../base/errors.ts';

export const ROTATIONS = [0, 90, 180, 270] as const;
/** Degrees, clockwise. */
export type Rotation = (typeof ROTATIONS)[number];

/** Output settings that the player applies while it runs. */
export interface LiveOutput {
  /** The player's name of an audio device, stable across restarts; absent: its default. */
  readonly audioDevice?: string;
  readonly rotationDegrees: Rotation;
}

export interface OutputSettings extends LiveOutput {
  /** `WIDTHxHEIGHT` or `WIDTHxHEIGHT@RATE`; absent: the display's preferred mode. Takes effect at mpv's next start. */
  readonly displayMode?: string;
}

export const PLAIN_OUTPUT: OutputSettings = { rotationDegrees: 0 };

/** Output settings of the device; absent fields leave the choice unchanged. */
interface SetOutput {
  readonly audioDevice: string | undefined;
  readonly displayMode: string | undefined;
  readonly displayRotation: Rotation | undefined;
}

/** @returns the same object when nothing changes */
export const withSetOutput = (
  chosen: OutputSettings,
  { audioDevice, displayMode, displayRotation }: SetOutput,
): OutputSettings => {
  const set: OutputSettings = {
    ...chosen,
    ...(audioDevice !== undefined && { audioDevice }),
    ...(displayMode !== undefined && { displayMode }),
    ...(displayRotation !== undefined && { rotationDegrees: displayRotation }),
  };
  return isSameOutput(set, chosen) && set.displayMode === chosen.displayMode ? chosen : set;
};

export const isSameOutput = (one: LiveOutput, other: LiveOutput): boolean =>
  one.audioDevice === other.audioDevice && one.rotationDegrees === other.rotationDegrees;

const DISPLAY_MODE = /^[1-9]\d{1,4}x[1-9]\d{1,4}(@\d{1,3}(\.\d{1,3})?)?$/;

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
