// Detects looped streams by content, not only by id.
import { type Burst, isOpening } from '../homebrew/burst.ts';
import { isServiceNumber } from '../registry/talkgroup-number.ts';
import type { Timeslot } from '../timeslot.ts';
import type { BridgeEnd, Place, Stream } from './model.ts';
import { isFresh } from './stream.ts';
import type { StreamRegister } from './stream-register.ts';

/** Origin of a burst. */
interface Origin {
  readonly peer: number;
  /** Undefined for a peer. */
  readonly bridge: BridgeEnd | undefined;
  readonly timeslot: Timeslot;
}

/** `unclear` is an opening that only what follows can tell apart: those of two overs or messages may be bit-identical. */
type LoopVerdict = 'loop' | 'unclear' | 'new';

export interface LoopGuard {
  /** Judges whether a first burst is a looped stream. */
  judge(burst: Burst, datagram: Buffer, from: Origin, nowSeconds: number): LoopVerdict;
}

/** Longer than any loop takes. */
const LOOP_SECONDS = 5;
/**
 * A server in between may assign new stream ids. A radio does not speak on one talkgroup from two places within this
 * time, unless it has moved.
 */
const DUPLICATE_WINDOW_SECONDS = 1;

const isPlace = ({ origin, timeslot }: Stream, from: Origin): boolean =>
  from.bridge === undefined
    ? origin.bridge === undefined && origin.peer === from.peer && timeslot === from.timeslot
    : origin.bridge === from.bridge;

/** On its other timeslot a peer never sends a loop after this long. */
const isSamePeer = ({ origin }: Stream, { bridge, peer }: Origin): boolean =>
  bridge === undefined && origin.bridge === undefined && origin.peer === peer;

const toPlace = ({ bridge, peer, timeslot }: Origin): Place => bridge ?? peer * 2 + timeslot;

/** Judges whether a burst from elsewhere with the id of a stream is its echo. */
const judgeEcho = (
  burst: Burst,
  datagram: Buffer,
  { known, place, nowSeconds }: { readonly known: Stream; readonly place: Place; readonly nowSeconds: number },
): LoopVerdict => {
  const echoedAtSeconds = known.echoes.get(place) ?? Number.NEGATIVE_INFINITY;
  const isSpeaking = known.end === undefined && isFresh(known, nowSeconds);
  if (isSpeaking || nowSeconds - echoedAtSeconds <= DUPLICATE_WINDOW_SECONDS) {
    // Its remaining bursts are no new call either, however long the loop is.
    known.echoes.set(place, nowSeconds);
    return 'loop';
  }
  if (nowSeconds - known.lastAtSeconds > LOOP_SECONDS) return 'new';
  // A user with two clients has one radio id, and both may begin with the same stream id; only the content differs.
  if (burst.content === 'header') return 'unclear';
  if (burst.content !== 'terminator' && known.prints?.has(datagram) !== true) return 'new';
  return isOpening(datagram) ? 'unclear' : 'loop';
};

export const createLoopGuard = ({ register }: { readonly register: StreamRegister }): LoopGuard => ({
  judge: (burst, datagram, from, nowSeconds) => {
    // Service calls are not forwarded: two hotspots that hear one radio both obey it.
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
