// Relative seeks and speed of the selected clip.
import { AppError } from '../../base/errors.ts';
import { frameSecondsOf } from '../clips/timecode.ts';
import { outSeconds } from '../read-outs.ts';
import { type DeckState, selectedClip } from '../state.ts';
import { endShuttle, goTo } from '../transport.ts';

const MIN_SPEED = 0.1;
const MAX_SPEED = 10;

const hereSeconds = (state: DeckState): number => state.targetSeconds ?? state.positionSeconds;

const goInside = (state: DeckState, seconds: number): DeckState =>
  goTo(state, Math.max(0, Math.min(seconds, selectedClip(state).durationSeconds)));

/**
 * Seeks forwards or backwards by seconds, within the section.
 * @throws AppError `not-seekable` on a picture
 */
export const goBy = (state: DeckState, seconds: number): DeckState => goInside(state, hereSeconds(state) + seconds);

/**
 * Steps forwards or backwards by frames and pauses the clip.
 * @throws AppError `not-seekable` on a picture
 */
export const stepBy = (state: DeckState, frames: number): DeckState => {
  const frameSeconds = frameSecondsOf(selectedClip(state));
  const frame = Math.round(hereSeconds(state) / frameSeconds) + frames;
  return { ...endShuttle(goInside(state, frame * frameSeconds)), transport: 'paused' };
};

/**
 * Seeks to this many seconds before the out point.
 * @throws AppError `not-seekable` on a picture
 */
export const goToLast = (state: DeckState, seconds: number): DeckState => goInside(state, outSeconds(state) - seconds);

/**
 * Sets the speed, also of later clips; ends a stepped shuttle.
 * @param speed factor, 1 is normal
 * @throws AppError `invalid-value`
 */
export const setSpeed = (state: DeckState, speed: number): DeckState => {
  if (speed >= MIN_SPEED && speed <= MAX_SPEED) {
    const transport = state.stepSpeed === undefined ? state.transport : 'playing';
    return { ...state, transport, speed, lastingSpeed: speed, stepSpeed: undefined };
  }
  throw new AppError('invalid-value', `speed=${speed} is refused; allowed: ${MIN_SPEED} to ${MAX_SPEED}.`);
};
