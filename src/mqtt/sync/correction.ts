// Whether a member of a group that is off comes back to the others by its tempo or by a jump, or goes its own way.

/**
 * What became of a member's picture since it was last with the others: `gone`: its player was replaced; `stood`: no frame
 * came for a while; `sent`: somebody sent it to another place.
 */
export type Mishap = 'none' | 'gone' | 'stood' | 'sent';

/** `leave`: it is no longer one of them. */
export type Course = 'pace' | 'jump' | 'leave';

/** How far off is worth a jump: one is seen by all unless the picture was gone or stood anyway. */
const WORTH_A_JUMP_SECONDS: Readonly<Record<Mishap, number>> = {
  none: Number.POSITIVE_INFINITY,
  gone: 0.06,
  stood: 0.5,
  sent: Number.POSITIVE_INFINITY,
};
/** The first lands by a guess, the second by what the first one took; who is off after these is off for another reason. */
const MOST_JUMPS = 3;
/** Who is further off went elsewhere on purpose, or has a clock that was set. */
const LOST_SECONDS = 2;
/** A frame of 25 a second: the others can take it back unseen. */
const IN_STEP_SECONDS = 0.04;

/** @param jumps how often it has jumped since its mishap */
export const toCourse = (errorSeconds: number, mishap: Mishap, jumps: number): Course => {
  const off = Math.abs(errorSeconds);
  if (off > WORTH_A_JUMP_SECONDS[mishap] && jumps < MOST_JUMPS) return 'jump';
  return off > LOST_SECONDS ? 'leave' : 'pace';
};

/** What is left of a mishap when a member is so far off: who was gone does not lead before it is in step again. */
export const toMishapLeft = (errorSeconds: number, mishap: Mishap): Mishap => {
  if (mishap === 'gone') return Math.abs(errorSeconds) > IN_STEP_SECONDS ? 'gone' : 'none';
  return Math.abs(errorSeconds) > LOST_SECONDS ? mishap : 'none';
};
