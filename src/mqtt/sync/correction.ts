// Chooses speed correction or a seek for a player out of sync.

/**
 * What became of a member's picture since it was last with the others: `gone`: its player was replaced; `stood`: no frame
 * came for a while; `sent`: somebody sent it to another place.
 */
export type Disruption = 'none' | 'gone' | 'stood' | 'sent';

/** `leave`: it is no longer one of them. */
export type Correction = 'pace' | 'jump' | 'leave';

/** How far off is worth a jump: one is seen by all unless the picture was gone or stood anyway. */
const SEEK_THRESHOLD_SECONDS: Readonly<Record<Disruption, number>> = {
  none: Number.POSITIVE_INFINITY,
  gone: 0.06,
  stood: 0.5,
  sent: Number.POSITIVE_INFINITY,
};
/** The first lands by a guess, the second by what the first one took; who is off after these is off for another reason. */
const MAX_SEEKS = 3;
/** Who is further off went elsewhere on purpose, or has a clock that was set. */
const MAX_CORRECTABLE_SECONDS = 2;
/** A frame of 25 a second: the others can take it back unseen. */
const IN_SYNC_SECONDS = 0.04;

/** @param seeks how often it has jumped since its disruption */
export const toCorrection = (errorSeconds: number, disruption: Disruption, seeks: number): Correction => {
  const off = Math.abs(errorSeconds);
  if (off > SEEK_THRESHOLD_SECONDS[disruption] && seeks < MAX_SEEKS) return 'jump';
  return off > MAX_CORRECTABLE_SECONDS ? 'leave' : 'pace';
};

/** What is left of a disruption when a member is so far off: who was gone does not lead before it is in step again. */
export const toRemainingDisruption = (errorSeconds: number, disruption: Disruption): Disruption => {
  if (disruption === 'gone') return Math.abs(errorSeconds) > IN_SYNC_SECONDS ? 'gone' : 'none';
  return Math.abs(errorSeconds) > MAX_CORRECTABLE_SECONDS ? disruption : 'none';
};
