// Remaining time and its urgency.
import type { components } from '../../client/api-types.ts';

type Transport = components['schemas']['Transport'];

import { toClock } from './format.ts';

const AMBER_SECONDS = 10;
const RED_SECONDS = 5;

export interface Remaining {
  readonly text: string;
  /** `idle`: nothing is on; `standing`: it does not run; `over`: it is at its end. */
  readonly urgency: 'idle' | 'standing' | 'over' | 'running' | 'amber' | 'red';
}

/**
 * Until the out point, at the speed that is set; what goes round for ever has no end to warn of.
 * @param nowSeconds position in the file
 */
export const toRemaining = (transport: Transport, nowSeconds: number): Remaining => {
  const { clipId, state, speed, outSeconds, loops } = transport;
  if (clipId === 'splash') return { text: '–:––.–', urgency: 'idle' };
  if (loops) return { text: '∞', urgency: state === 'playing' ? 'running' : 'standing' };
  const seconds = Math.max(0, (outSeconds - nowSeconds) / (speed > 0 ? speed : 1));
  const text = toClock(seconds);
  if (state !== 'playing') return { text, urgency: state === 'ended' ? 'over' : 'standing' };
  // Backwards it moves away from its end.
  if (speed < 0 || seconds > AMBER_SECONDS) return { text, urgency: 'running' };
  return { text, urgency: seconds <= RED_SECONDS ? 'red' : 'amber' };
};
