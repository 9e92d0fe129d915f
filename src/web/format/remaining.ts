// Remaining time and its urgency.
import type { components } from '../../client/api-types.ts';

type Transport = components['schemas']['Transport'];

import { toClock } from './format.ts';

const AMBER_SECONDS = 10;
const RED_SECONDS = 5;

interface Remaining {
  readonly text: string;
  /** `idle`: no clip; `standing`: not playing; `over`: at the end. */
  readonly urgency: 'idle' | 'standing' | 'over' | 'running' | 'amber' | 'red';
}

/**
 * Time to the out point, at the current speed; a loop has no end to warn of.
 * @param nowSeconds position in the file
 */
export const toRemaining = (transport: Transport, nowSeconds: number): Remaining => {
  const { clipId, state, speed, outSeconds, loops } = transport;
  if (clipId === 'splash') return { text: '–:––.–', urgency: 'idle' };
  if (loops) return { text: '∞', urgency: state === 'playing' ? 'running' : 'standing' };
  const seconds = Math.max(0, (outSeconds - nowSeconds) / (speed > 0 ? speed : 1));
  const text = toClock(seconds);
  if (state !== 'playing') return { text, urgency: state === 'ended' ? 'over' : 'standing' };
  // Backwards the clip moves away from its end.
  if (speed < 0 || seconds > AMBER_SECONDS) return { text, urgency: 'running' };
  return { text, urgency: seconds <= RED_SECONDS ? 'red' : 'amber' };
};
