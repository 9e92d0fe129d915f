// Tells an over that comes back another way from a new one: more than its id has to agree, and it has to be recent.
import type { Burst } from '../homebrew/burst.ts';
import { isServiceNumber } from '../talkgroup-number.ts';
import type { Timeslot } from '../timeslot.ts';
import type { BridgeEnd } from './link.ts';
import type { Stream } from './stream.ts';
import type { StreamRegister } from './stream-register.ts';

/** Where a burst comes from. */
export interface Origin {
  readonly peer: number;
  /** Undefined for a peer. */
  readonly bridge: BridgeEnd | undefined;
  readonly timeslot: Timeslot;
}

export interface LoopGuard {
  /** Whether a burst that would begin a stream is another one come back. */
  isLoop(burst: Burst, from: Origin, nowSeconds: number): boolean;
}

/** Longer than any way round. */
const LOOP_SECONDS = 5;
/**
 * A server on the way may give streams new ids. A radio does not speak on one talkgroup from two places within this
 * time, unless it has moved.
 */
const TWIN_SECONDS = 1;

const isFrom = ({ origin, timeslot }: Stream, from: Origin): boolean =>
  from.bridge === undefined
    ? origin.bridge === undefined && origin.peer === from.peer && timeslot === from.timeslot
    : origin.bridge === from.bridge;

/** Whether a burst from elsewhere is the stream come back. */
const isEcho = (burst: Burst, known: Stream, nowSeconds: number): boolean => {
  if (known.id !== burst.stream) return nowSeconds - known.lastAtSeconds <= TWIN_SECONDS;
  return nowSeconds - Math.max(known.lastAtSeconds, known.echoedAtSeconds) <= LOOP_SECONDS;
};

export const createLoopGuard = ({ register }: { readonly register: StreamRegister }): LoopGuard => ({
  isLoop: (burst, from, nowSeconds) => {
    // They end here: two hotspots that hear one radio both obey it.
    if (isServiceNumber(burst.destination)) return false;
    const known = register.recent(burst).find((stream) => !isFrom(stream, from) && isEcho(burst, stream, nowSeconds));
    // Its rest is no new call either, however long the way is.
    if (known !== undefined) known.echoedAtSeconds = nowSeconds;
    return known !== undefined;
  },
});
