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
  isLoop(burst: Burst, datagram: Buffer, from: Origin, nowSeconds: number): boolean;
}

/** Longer than any way round. */
const LOOP_SECONDS = 5;
/**
 * A server on the way may give streams new ids. A radio does not speak on one talkgroup from two places within this
 * time, unless it has moved.
 */
const TWIN_SECONDS = 1;

const isPlace = ({ origin, timeslot }: Stream, from: Origin): boolean =>
  from.bridge === undefined
    ? origin.bridge === undefined && origin.peer === from.peer && timeslot === from.timeslot
    : origin.bridge === from.bridge;

/** On its other timeslot a peer sends nothing back after long. */
const isSamePeer = ({ origin }: Stream, { bridge, peer }: Origin): boolean =>
  bridge === undefined && origin.bridge === undefined && origin.peer === peer;

/** Whether a burst from elsewhere with the id of a stream is that come back. */
const isEcho = (burst: Burst, datagram: Buffer, known: Stream, nowSeconds: number): boolean => {
  if (known.end === undefined || nowSeconds - known.echoedAtSeconds <= TWIN_SECONDS) {
    // Its rest is no new call either, however long the way is.
    known.echoedAtSeconds = nowSeconds;
    return true;
  }
  // Somebody with two clients has one radio id, and both may begin with the same stream id: what is said differs.
  const isOther = burst.content === 'voice' && known.prints?.has(datagram) === false;
  return nowSeconds - known.lastAtSeconds <= LOOP_SECONDS && !isOther;
};

export const createLoopGuard = ({ register }: { readonly register: StreamRegister }): LoopGuard => ({
  isLoop: (burst, datagram, from, nowSeconds) => {
    // They end here: two hotspots that hear one radio both obey it.
    if (isServiceNumber(burst.destination)) return false;
    return register.recent(burst).some((known) => {
      if (isPlace(known, from)) return false;
      return known.id === burst.stream && !isSamePeer(known, from)
        ? isEcho(burst, datagram, known, nowSeconds)
        : nowSeconds - known.lastAtSeconds <= TWIN_SECONDS;
    });
  },
});
