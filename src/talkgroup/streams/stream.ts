// One push of the talk button: from its first burst to its terminator, its silence or its limit.
// It is identified by its origin, radio, destination and id, because ids alone are not unique.

import { type Burst, toAirBytes } from '../homebrew/burst.ts';
import { toTerminator } from '../homebrew/terminator.ts';
import type { Timeslot } from '../timeslot.ts';
import type { Link, Stream } from './model.ts';

/** Timeout of MMDVMHost on its network side. */
const SILENCE_TIMEOUT_SECONDS = 1.5;
/** One superframe without a burst: another radio may take the slot. */
const CONTENTION_SECONDS = 0.36;
/** Time limit of MMDVMHost for a radio, including the terminator. */
const MAX_SECONDS = 180;
const BURST_SECONDS = 0.06;

const callName = (burst: Burst): string =>
  burst.call === 'group'
    ? `group ${burst.destination}`
    : `private ${Math.min(burst.source, burst.destination)} ${Math.max(burst.source, burst.destination)}`;

export const createStream = (
  burst: Burst,
  datagram: Buffer,
  from: { readonly origin: Link; readonly timeslot: Timeslot },
  { nowSeconds, pressedAtSeconds }: { readonly nowSeconds: number; readonly pressedAtSeconds: number },
): Stream => ({
  id: burst.stream,
  ...from,
  source: burst.source,
  destination: burst.destination,
  group: burst.call === 'group',
  call: callName(burst),
  startedAtSeconds: nowSeconds,
  pressedAtSeconds,
  opening: burst.content === 'data' ? Buffer.from(toAirBytes(datagram)) : undefined,
  targets: [],
  voice: burst.content !== 'data',
  hasHeader: burst.content === 'header',
  spokenAtSeconds: burst.content === 'voice' ? nowSeconds : undefined,
  sequence: burst.sequence,
  lastAtSeconds: nowSeconds,
  echoes: new Map(),
  prints: undefined,
  notedAtSeconds: nowSeconds,
  bursts: 0,
  end: undefined,
});

/** True when radio and destination are the same. */
export const isSameCall = (burst: Burst, stream: Stream): boolean =>
  burst.source === stream.source &&
  burst.destination === stream.destination &&
  (burst.call === 'group') === stream.group;

/** True when a burst from the stream's origin has its ids. */
export const belongsTo = (burst: Burst, stream: Stream): boolean =>
  burst.stream === stream.id && isSameCall(burst, stream);

/** True when `stream` continues the silent stream `before`, so that listeners need no end in between. */
export const isSamePress = (before: Stream, stream: Stream): boolean =>
  before.origin === stream.origin &&
  before.id === stream.id &&
  before.call === stream.call &&
  before.pressedAtSeconds === stream.pressedAtSeconds;

const terminators = new WeakMap<Stream, Buffer>();

/** The terminator after the last burst of a stream; made once for all listeners. */
export const terminatorOf = (stream: Stream): Buffer => {
  const known = terminators.get(stream);
  if (known !== undefined && known[4] === ((stream.sequence + 1) & 0xff)) return known;
  const terminator = toTerminator(stream);
  terminators.set(stream, terminator);
  return terminator;
};

/** True when the stream is over without a terminator. */
export const isSilent = (stream: Stream, nowSeconds: number): boolean =>
  nowSeconds - stream.lastAtSeconds > SILENCE_TIMEOUT_SECONDS;

/** True while its sender certainly still transmits, so that another radio of the same peer must wait. */
export const isFresh = (stream: Stream, nowSeconds: number): boolean =>
  nowSeconds - stream.lastAtSeconds <= CONTENTION_SECONDS;

export const isTooLong = ({ pressedAtSeconds }: Pick<Stream, 'pressedAtSeconds'>, nowSeconds: number): boolean =>
  nowSeconds - pressedAtSeconds > MAX_SECONDS - BURST_SECONDS;
