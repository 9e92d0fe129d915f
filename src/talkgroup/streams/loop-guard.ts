// Detects looped streams by content, not only by id.
import type { Burst } from '../homebrew/burst.ts';
import { isServiceNumber } from '../registry/talkgroup-number.ts';
import type { Timeslot } from '../timeslot.ts';
import type { BridgeEnd, Place, Stream } from './model.ts';
import { isFresh } from './stream.ts';
import type { StreamRegister } from './stream-register.ts';

/** Where a burst comes from. */
export interface Origin {
  readonly peer: number;
  /** Undefined for a peer. */
  readonly bridge: BridgeEnd | undefined;
  readonly timeslot: Timeslot;
}

/** A header may be one or the other where the voice has to tell: the headers of two overs are the same to the bit. */
export type LoopVerdict = 'loop' | 'unclear' | 'new';

export interface LoopGuard {
  /** Whether a burst that would begin a stream is another one come back. */
  judge(burst: Burst, datagram: Buffer, from: Origin, nowSeconds: number): LoopVerdict;
}

/** Longer than any way round. */
const LOOP_SECONDS = 5;
/**
 * A server on the way may give streams new ids. A radio does not speak on one talkgroup from two places within this
 * time, unless it has moved.
 */
const DUPLICATE_WINDOW_SECONDS = 1;

const isPlace = ({ origin, timeslot }: Stream, from: Origin): boolean =>
  from.bridge === undefined
    ? origin.bridge === undefined && origin.peer === from.peer && timeslot === from.timeslot
    : origin.bridge === from.bridge;

/** On its other timeslot a peer sends nothing back after long. */
const isSamePeer = ({ origin }: Stream, { bridge, peer }: Origin): boolean =>
  bridge === undefined && origin.bridge === undefined && origin.peer === peer;

const toPlace = ({ bridge, peer, timeslot }: Origin): Place => bridge ?? peer * 2 + timeslot;

/** Whether a burst from elsewhere with the id of a stream is that come back. */
const judgeEcho = (
  burst: Burst,
  datagram: Buffer,
  { known, place, nowSeconds }: { readonly known: Stream; readonly place: Place; readonly nowSeconds: number },
): LoopVerdict => {
  const echoedAtSeconds = known.echoes.get(place) ?? Number.NEGATIVE_INFINITY;
  const isSpeaking = known.end === undefined && isFresh(known, nowSeconds);
  if (isSpeaking || nowSeconds - echoedAtSeconds <= DUPLICATE_WINDOW_SECONDS) {
    // Its rest is no new call either, however long the way is.
    known.echoes.set(place, nowSeconds);
    return 'loop';
  }
  if (nowSeconds - known.lastAtSeconds > LOOP_SECONDS) return 'new';
  // Somebody with two clients has one radio id, and both may begin with the same stream id: what is said differs.
  if (burst.content === 'voice') return known.prints?.has(datagram) === true ? 'loop' : 'new';
  return burst.content === 'header' ? 'unclear' : 'loop';
};

export const createLoopGuard = ({ register }: { readonly register: StreamRegister }): LoopGuard => ({
  judge: (burst, datagram, from, nowSeconds) => {
    // They end here: two hotspots that hear one radio both obey it.
    if (isServiceNumber(burst.destination)) return 'new';
    const place = toPlace(from);
    let verdict: LoopVerdict = 'new';
    for (const known of register.recent(burst)) {
      if (isPlace(known, from)) continue;
      if (known.id === burst.stream && !isSamePeer(known, from)) {
        const one = judgeEcho(burst, datagram, { known, place, nowSeconds });
        if (one === 'loop') return 'loop';
        if (one === 'unclear') verdict = 'unclear';
      } else if (nowSeconds - known.lastAtSeconds <= DUPLICATE_WINDOW_SECONDS) return 'loop';
    }
    return verdict;
  },
});
