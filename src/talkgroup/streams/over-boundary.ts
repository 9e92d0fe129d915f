// Separates two transmissions with the same ids.
import { type Burst, isOpening, toAirBytes } from '../homebrew/burst.ts';
import type { Timeslot } from '../timeslot.ts';
import { slotOf } from './link.ts';
import type { Link, Slot, Stream } from './model.ts';
import { belongsTo, isFresh } from './stream.ts';

/** A network that stalls for less does not release the button. */
const RELEASE_SECONDS = 30;
/** A header that was overtaken comes this long after the first burst at most. */
const OVERTAKEN_SECONDS = 0.5;
/** So many bursts may be lost or overtaken within one press. */
const NEAR = 8;

const toStep = (burst: Burst, stream: Pick<Stream, 'sequence'>): number => (burst.sequence - stream.sequence) & 0xff;

/** False for a repeat and for a burst that was overtaken. */
export const isNext = (burst: Burst, stream: Pick<Stream, 'sequence'>): boolean => {
  const step = toStep(burst, stream);
  return step !== 0 && step < 128;
};

/** Whether a burst is the very next one, or one that is behind: nothing that a stream would jump to. */
export const isInOrder = (burst: Burst, stream: Stream): boolean => {
  const step = toStep(burst, stream);
  return step <= 1 || step >= 128;
};

/** Whether a header means that the button was pressed anew; some senders repeat theirs while it is held. */
const isPress = (burst: Burst, stream: Stream, nowSeconds: number): boolean => {
  if (burst.content !== 'header') return false;
  if (!stream.voice) return !isNext(burst, stream) || !isFresh(stream, nowSeconds);
  if (!stream.spoken) return false;
  if (!isFresh(stream, nowSeconds)) return true;
  const step = toStep(burst, stream);
  return nowSeconds - stream.startedAtSeconds > OVERTAKEN_SECONDS && (step === 0 || step > NEAR);
};

/** Whether data begins again: the same opening burst once more is a repeat. */
const isOtherData = (burst: Burst, datagram: Buffer, stream: Stream): boolean =>
  !isNext(burst, stream) && (toStep(burst, stream) !== 0 || stream.opening?.equals(toAirBytes(datagram)) === false);

/** Whether a burst with the marks of a running stream is of another press: the end was lost, and the id is used again. */
export const isAnew = (burst: Burst, datagram: Buffer, stream: Stream, nowSeconds: number): boolean => {
  if (burst.content === 'terminator') return false;
  if (burst.content === 'header') return isPress(burst, stream, nowSeconds);
  if (burst.content === 'data' && isOpening(datagram)) return isOtherData(burst, datagram, stream);
  return !isNext(burst, stream) && !isFresh(stream, nowSeconds);
};

/** Whether a burst is what the network held back of a stream that has ended. */
export const isLate = (burst: Burst, datagram: Buffer, ended: Stream, nowSeconds: number): boolean =>
  belongsTo(burst, ended) &&
  ended.end !== 'silence' &&
  !isOpening(datagram) &&
  isFresh(ended, nowSeconds) &&
  Math.min(toStep(burst, ended), 256 - toStep(burst, ended)) <= NEAR;

/**
 * Whether a burst is of a press that was cut for its length. A terminator, another press or a long silence of it ends
 * that: what comes then is taken again.
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

/** Whether a burst is of what the peer transmits on its other timeslot. */
export const isAstray = (link: Link, timeslot: Timeslot, burst: Burst): boolean => {
  const { uplink } = slotOf(link, timeslot === 1 ? 2 : 1);
  return uplink !== undefined && belongsTo(burst, uplink);
};

/** Whether the button of a press that was cut is certainly released. */
export const isReleased = ({ lastAtSeconds }: Stream, nowSeconds: number): boolean =>
  nowSeconds - lastAtSeconds > RELEASE_SECONDS;

/** When the button of a new stream was pressed: a stall of the network is no release. */
export const toPressedAt = (burst: Burst, ended: Stream | undefined, nowSeconds: number): number => {
  const goesOn =
    ended !== undefined &&
    (ended.end === 'silence' || ended.end === 'superseded') &&
    burst.content !== 'header' &&
    belongsTo(burst, ended) &&
    !isReleased(ended, nowSeconds);
  return goesOn ? ended.pressedAtSeconds : nowSeconds;
};
