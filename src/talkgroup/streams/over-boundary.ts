// Separates two transmissions with the same ids.
import { type Burst, isOpening, toAirBytes } from '../homebrew/burst.ts';
import type { Timeslot } from '../timeslot.ts';
import { slotOf } from './link.ts';
import type { Link, Slot, Stream } from './model.ts';
import { belongsTo, isFresh } from './stream.ts';

/** A shorter network stall is not a release of the button. */
const RELEASE_SECONDS = 30;
/** The header of a stream that began with voice arrives at most this long after that. */
const OVERTAKEN_SECONDS = 0.5;
/** A second copy of a header that was first arrives at most this long after the first voice. */
const REPEATED_SECONDS = 0.12;
/** Number of bursts that may be lost or overtaken within one press. */
const NEAR = 8;

const toStep = (burst: Burst, stream: Pick<Stream, 'sequence'>): number => (burst.sequence - stream.sequence) & 0xff;

/** False for a repeated or overtaken burst. */
export const isNext = (burst: Burst, stream: Pick<Stream, 'sequence'>): boolean => {
  const step = toStep(burst, stream);
  return step !== 0 && step < 128;
};

/** True when a burst is the next one or an older one, rather than a jump ahead. */
export const isInOrder = (burst: Burst, stream: Stream): boolean => {
  const step = toStep(burst, stream);
  return step <= 1 || step >= 128;
};

/** True when a header means a new press; some senders repeat their header during a press. */
const isPress = (burst: Burst, stream: Stream, nowSeconds: number): boolean => {
  if (burst.content !== 'header') return false;
  if (!stream.voice) return !isNext(burst, stream) || !isFresh(stream, nowSeconds);
  const { spokenAtSeconds, hasHeader } = stream;
  if (spokenAtSeconds === undefined) return false;
  if (!isFresh(stream, nowSeconds)) return true;
  const step = toStep(burst, stream);
  const isCopy = nowSeconds - spokenAtSeconds <= (hasHeader ? REPEATED_SECONDS : OVERTAKEN_SECONDS);
  return !isCopy && (step === 0 || step > NEAR);
};

/** True when a new data stream begins; an identical opening burst is a repeat. */
const isOtherData = (burst: Burst, datagram: Buffer, stream: Stream): boolean =>
  !isNext(burst, stream) && (toStep(burst, stream) !== 0 || stream.opening?.equals(toAirBytes(datagram)) === false);

/** True when a burst with the ids of a running stream belongs to a new press: the end was lost, and the id is reused. */
export const isAnew = (burst: Burst, datagram: Buffer, stream: Stream, nowSeconds: number): boolean => {
  if (burst.content === 'terminator') return false;
  if (burst.content === 'header') return isPress(burst, stream, nowSeconds);
  if (burst.content === 'data' && isOpening(datagram)) return isOtherData(burst, datagram, stream);
  return !isNext(burst, stream) && !isFresh(stream, nowSeconds);
};

/** True for a delayed burst of a stream that has ended. */
export const isLate = (burst: Burst, datagram: Buffer, ended: Stream, nowSeconds: number): boolean =>
  belongsTo(burst, ended) &&
  ended.end !== 'silence' &&
  !isOpening(datagram) &&
  isFresh(ended, nowSeconds) &&
  Math.min(toStep(burst, ended), 256 - toStep(burst, ended)) <= NEAR;

/**
 * True when a burst belongs to a press that was cut for its length. A terminator, another press or a long silence ends
 * that; later bursts are accepted again.
 */
export const isCut = (slot: Slot, burst: Burst, nowSeconds: number): boolean => {
  const { cut } = slot;
  if (cut === undefined || !belongsTo(burst, cut)) return false;
  if (burst.content === 'terminator' || isPress(burst, cut, nowSeconds) || isReleased(cut, nowSeconds)) {
    slot.cut = undefined;
    return false;
  }
  cut.lastAtSeconds = nowSeconds;
  cut.sequence = burst.sequence;
  return true;
};

/** True when a burst belongs to the peer's transmission on its other timeslot. */
export const isAstray = (link: Link, timeslot: Timeslot, burst: Burst): boolean => {
  const { uplink } = slotOf(link, timeslot === 1 ? 2 : 1);
  return uplink !== undefined && belongsTo(burst, uplink);
};

/** True when the button of a cut press is certainly released. */
export const isReleased = ({ lastAtSeconds }: Stream, nowSeconds: number): boolean =>
  nowSeconds - lastAtSeconds > RELEASE_SECONDS;

/** Time of the press of a new stream: a network stall is not a release. */
export const toPressedAt = (burst: Burst, ended: Stream | undefined, nowSeconds: number): number => {
  const goesOn =
    ended !== undefined &&
    (ended.end === 'silence' || ended.end === 'superseded') &&
    burst.content !== 'header' &&
    belongsTo(burst, ended) &&
    !isReleased(ended, nowSeconds);
  return goesOn ? ended.pressedAtSeconds : nowSeconds;
};
