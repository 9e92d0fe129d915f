// One push of the talk button: from its first burst to its terminator, its silence or its limit.
import type { Burst } from '../homebrew/burst.ts';
import type { Timeslot } from '../timeslot.ts';
import type { Link, Slot } from './link.ts';

export interface Target {
  readonly link: Link;
  readonly slot: Slot;
  readonly timeslot: Timeslot;
}

export type StreamEnd = 'terminator' | 'silence' | 'too-long' | 'superseded' | 'disconnected';

export interface Stream {
  readonly id: number;
  readonly origin: Link;
  readonly timeslot: Timeslot;
  readonly source: number;
  readonly destination: number;
  readonly group: boolean;
  /** Names the call a slot is kept for: the talkgroup, or the two radios of a private call. */
  readonly call: string;
  readonly startedAtSeconds: number;
  /** The routing decision: made once, kept for every burst. */
  targets: readonly Target[];
  /** Data until the first burst of voice. */
  voice: boolean;
  sequence: number;
  lastAtSeconds: number;
  /** When the voice last counted for the subscriptions. */
  notedAtSeconds: number;
  bursts: number;
  end: StreamEnd | undefined;
}

/** What MMDVMHost waits on the network side. */
const SILENCE_SECONDS = 1.5;
/** One superframe without a burst: another radio may take the slot. */
const CONTENTION_SECONDS = 0.36;
/** What MMDVMHost allows a radio. */
const LONGEST_SECONDS = 180;

const callName = (burst: Burst): string =>
  burst.call === 'group'
    ? `group ${burst.destination}`
    : `private ${Math.min(burst.source, burst.destination)} ${Math.max(burst.source, burst.destination)}`;

export const createStream = (burst: Burst, origin: Link, timeslot: Timeslot, nowSeconds: number): Stream => ({
  id: burst.stream,
  origin,
  timeslot,
  source: burst.source,
  destination: burst.destination,
  group: burst.call === 'group',
  call: callName(burst),
  startedAtSeconds: nowSeconds,
  targets: [],
  voice: burst.content !== 'data',
  sequence: burst.sequence,
  lastAtSeconds: nowSeconds,
  notedAtSeconds: nowSeconds,
  bursts: 0,
  end: undefined,
});

export const belongsTo = (burst: Burst, stream: Stream): boolean =>
  burst.source === stream.source &&
  burst.destination === stream.destination &&
  (burst.call === 'group') === stream.group;

/** False for a repeat and for a burst that was overtaken. */
export const isNext = (burst: Burst, stream: Stream): boolean => {
  const step = (burst.sequence - stream.sequence) & 0xff;
  return step !== 0 && step < 128;
};

/** Over without a terminator. */
export const isSilent = (stream: Stream, nowSeconds: number): boolean =>
  nowSeconds - stream.lastAtSeconds > SILENCE_SECONDS;

/** Whether its sender is certainly still at it: another radio of the same peer has to wait. */
export const isFresh = (stream: Stream, nowSeconds: number): boolean =>
  nowSeconds - stream.lastAtSeconds <= CONTENTION_SECONDS;

/** Whether it keeps other calls off a slot. Data ends without a word: each block is a stream of its own. */
export const occupies = (stream: Stream, nowSeconds: number): boolean =>
  stream.voice ? !isSilent(stream, nowSeconds) : isFresh(stream, nowSeconds);

export const isTooLong = (stream: Stream, nowSeconds: number): boolean =>
  nowSeconds - stream.startedAtSeconds > LONGEST_SECONDS;
