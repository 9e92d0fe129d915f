// Timecode arithmetic (SMPTE ST 12-1): frame counts to labels HH:MM:SS:FF and back, drop-frame where the rate has it.
import { AppError } from '../../base/errors.ts';
import type { FrameRate } from './clip-shape.ts';

/** A frame rate, and whether labels drop numbers to keep up with the wall clock. */
export interface TimecodeBase {
  readonly rate: FrameRate;
  readonly dropFrame: boolean;
}

/** Frames in a labelled second: 30 for 29.97. */
export const nominalFrames = ({ numerator, denominator }: FrameRate): number => Math.round(numerator / denominator);

/** Drop-frame exists only for 29.97 and 59.94. */
export const hasDropFrame = (rate: FrameRate): boolean => rate.denominator === 1001 && nominalFrames(rate) % 30 === 0;

/** For clips that declare none. */
export const DEFAULT_RATE: FrameRate = { numerator: 25, denominator: 1 };

/** How long one frame of a clip is on. */
export const frameSecondsOf = (clip: { readonly media?: { readonly frameRate?: FrameRate } | undefined }): number =>
  framesToSeconds(1, clip.media?.frameRate ?? DEFAULT_RATE);

export const framesToSeconds = (frames: number, { numerator, denominator }: FrameRate): number =>
  (frames * denominator) / numerator;

/** The nearest frame. */
export const secondsToFrames = (seconds: number, { numerator, denominator }: FrameRate): number =>
  Math.round((seconds * numerator) / denominator);

/** Labels that are dropped at the start of a minute, except every tenth. */
const droppedPerMinute = (rate: FrameRate): number => nominalFrames(rate) / 15;

const toLabelNumber = (frame: number, { rate, dropFrame }: TimecodeBase): number => {
  if (!dropFrame) return frame;
  const dropped = droppedPerMinute(rate);
  const perMinute = nominalFrames(rate) * 60 - dropped;
  const perTenMinutes = perMinute * 10 + dropped;
  const tens = Math.floor(frame / perTenMinutes);
  const minutes = Math.max(0, Math.floor(((frame % perTenMinutes) - dropped) / perMinute));
  return frame + dropped * (9 * tens + minutes);
};

const toPair = (number: number): string => String(number).padStart(2, '0');

/**
 * The label of a frame, always eleven characters: `HH:MM:SS:FF`, or `HH:MM:SS;FF` in drop-frame.
 * @param frame 0 or more; hours wrap after 99
 */
export const toTimecode = (frame: number, base: TimecodeBase): string => {
  const nominal = nominalFrames(base.rate);
  const number = toLabelNumber(Math.max(0, Math.round(frame)), base);
  const seconds = Math.floor(number / nominal);
  const parts = [Math.floor(seconds / 3600) % 100, Math.floor(seconds / 60) % 60, seconds % 60].map(toPair);
  return `${parts.join(':')}${base.dropFrame ? ';' : ':'}${toPair(number % nominal)}`;
};

const FORM = /^(\d{2}):(\d{2}):(\d{2})([:;])(\d{2})$/;

/**
 * The frame that a label means. In drop-frame `HH:MM:SS;FF` is a label and `HH:MM:SS:FF` a plain count of frames, as
 * HyperDecks do; a dropped label means the frame after it.
 * @throws AppError `invalid-value` when it is no timecode of this rate
 */
export const parseTimecode = (text: string, { rate, dropFrame }: TimecodeBase): number => {
  const [, hours, minutes, seconds, separator, frames] = FORM.exec(text) ?? [];
  const nominal = nominalFrames(rate);
  if (hours === undefined || Number(minutes) > 59 || Number(seconds) > 59 || Number(frames) >= nominal) {
    throw new AppError(
      'invalid-value',
      `Timecode ${JSON.stringify(text)} is refused; allowed: HH:MM:SS:FF with FF 00 to ${nominal - 1}.`,
    );
  }
  const allMinutes = Number(hours) * 60 + Number(minutes);
  const number = (allMinutes * 60 + Number(seconds)) * nominal + Number(frames);
  if (!dropFrame || separator === ':') return number;
  const dropped = droppedPerMinute(rate);
  const isLeftOut = Number(minutes) % 10 !== 0 && Number(seconds) === 0 && Number(frames) < dropped;
  const shown = isLeftOut ? number - Number(frames) + dropped : number;
  return shown - dropped * (allMinutes - Math.floor(allMinutes / 10));
};
