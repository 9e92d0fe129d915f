// Chooses speed correction or a seek for a player out of sync.

/**
 * Why a player is out of sync: `gone`: mpv was restarted; `stood`: no frames came for a while; `sent`: somebody
 * seeked.
 */
export type Disruption = 'none' | 'gone' | 'stood' | 'sent';

/** `leave`: it leaves the group. */
type Correction = 'pace' | 'jump' | 'leave';

/** Error above which it seeks; a seek is visible unless the picture was gone or frozen anyway. */
const SEEK_THRESHOLD_SECONDS: Readonly<Record<Disruption, number>> = {
  none: Number.POSITIVE_INFINITY,
  gone: 0.06,
  stood: 0.5,
  sent: Number.POSITIVE_INFINITY,
};
/** The first seek guesses its duration, the second uses that of the first; an error after that has another cause. */
const MAX_SEEKS = 3;
/** A larger error is intended, or the clock was set. */
const MAX_CORRECTABLE_SECONDS = 2;
/** One frame at 25 fps, which speed correction removes unnoticed. */
const IN_SYNC_SECONDS = 0.04;

/** @param seeks number of seeks since the disruption */
export const toCorrection = (errorSeconds: number, disruption: Disruption, seeks: number): Correction => {
  const off = Math.abs(errorSeconds);
  if (off > SEEK_THRESHOLD_SECONDS[disruption] && seeks < MAX_SEEKS) return 'jump';
  return off > MAX_CORRECTABLE_SECONDS ? 'leave' : 'pace';
};

/** The disruption that remains at this error: a player that was gone does not lead before it is in sync again. */
export const toRemainingDisruption = (errorSeconds: number, disruption: Disruption): Disruption => {
  if (disruption === 'gone') return Math.abs(errorSeconds) > IN_SYNC_SECONDS ? 'gone' : 'none';
  return Math.abs(errorSeconds) > MAX_CORRECTABLE_SECONDS ? disruption : 'none';
};
