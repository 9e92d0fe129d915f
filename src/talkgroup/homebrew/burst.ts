// DMRD: one 60 ms burst of voice or data, and the only bytes of it a master may change.
import type { Timeslot } from '../timeslot.ts';

/** A master always sends 55 bytes: DMRGateway and others silently drop 53. */
export const BURST_BYTES = 55;
/** Some senders omit the last two (bit errors, signal strength). */
const SHORT_BURST_BYTES = 53;
const TAG = 0x444d5244;

const AT = { sequence: 4, source: 5, destination: 8, peer: 11, flags: 15, stream: 16, air: 20 } as const;
const TIMESLOT_2 = 0x80;
const PRIVATE_CALL = 0x40;

/** `header` and `terminator` frame a voice transmission; `data` is everything that is not voice. */
type BurstContent = 'header' | 'voice' | 'terminator' | 'data';

export interface Burst {
  /** 0 to 255, counts up within a stream and wraps. */
  readonly sequence: number;
  /** Radio id of the speaker, 24 bits. */
  readonly source: number;
  /** Talkgroup of a group call, radio id of a private call, 24 bits. */
  readonly destination: number;
  readonly timeslot: Timeslot;
  readonly call: 'group' | 'private';
  readonly content: BurstContent;
  /** Opaque, constant during one transmission. Many clients use the same few again and again. */
  readonly stream: number;
}

export const isBurst = (datagram: Buffer): boolean =>
  (datagram.length === BURST_BYTES || datagram.length === SHORT_BURST_BYTES) && datagram.readUInt32BE(0) === TAG;

const toContent = (kind: number): BurstContent | undefined => {
  if (kind === 0x21) return 'header';
  if (kind === 0x22) return 'terminator';
  if (kind <= 0x05 || kind === 0x10) return 'voice';
  return kind >= 0x20 && kind <= 0x2a ? 'data' : undefined;
};

/** Reads a datagram that isBurst; undefined when a field has an unknown value. */
export const toBurst = (datagram: Buffer): Burst | undefined => {
  const flags = datagram.readUInt8(AT.flags);
  const content = toContent(flags & 0x3f);
  const source = datagram.readUIntBE(AT.source, 3);
  const destination = datagram.readUIntBE(AT.destination, 3);
  const stream = datagram.readUInt32BE(AT.stream);
  if (content === undefined || source === 0 || destination === 0 || stream === 0) return undefined;
  return {
    sequence: datagram.readUInt8(AT.sequence),
    source,
    destination,
    timeslot: (flags & TIMESLOT_2) === 0 ? 1 : 2,
    call: (flags & PRIVATE_CALL) === 0 ? 'group' : 'private',
    content,
    stream,
  };
};

/** True for the first burst of a radio: a voice header, a CSBK or a data header. */
export const isOpening = (datagram: Buffer): boolean => {
  const kind = datagram.readUInt8(AT.flags) & 0x3f;
  return kind === 0x21 || kind === 0x23 || kind === 0x26;
};

/** The 33 bytes that go on the air. */
export const toAirBytes = (datagram: Buffer): Buffer => datagram.subarray(AT.air, SHORT_BURST_BYTES);

/**
 * Writes `datagram` into `frame` as it goes to `peer` on `timeslot`.
 * Source, destination and call type are also inside the burst under error correction, so they stay unchanged.
 * @param frame 55 bytes, overwritten whole
 */
export const addressBurst = (frame: Buffer, datagram: Buffer, peer: number, timeslot: Timeslot): void => {
  frame.set(datagram);
  if (datagram.length < BURST_BYTES) frame.fill(0, datagram.length);
  frame.writeUInt32BE(peer, AT.peer);
  const flags = datagram.readUInt8(AT.flags);
  frame[AT.flags] = timeslot === 2 ? flags | TIMESLOT_2 : flags & ~TIMESLOT_2;
};
