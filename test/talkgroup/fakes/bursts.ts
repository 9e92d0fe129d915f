// Bursts as a radio makes them: what a test names is set, the rest is one push of the talk button.
import type { Timeslot } from '../../../src/talkgroup/timeslot.ts';
import { HEADER, TERMINATOR, VOICE } from './vectors.ts';

export interface Call {
  readonly peer: number;
  readonly source: number;
  readonly destination: number;
  readonly timeslot: Timeslot;
  readonly stream: number;
  readonly call?: 'group' | 'private';
}

const write = (template: Buffer, sequence: number, call: Call): Buffer => {
  const datagram = Buffer.from(template);
  datagram.writeUInt8(sequence & 0xff, 4);
  datagram.writeUIntBE(call.source, 5, 3);
  datagram.writeUIntBE(call.destination, 8, 3);
  datagram.writeUInt32BE(call.peer, 11);
  const flags = datagram.readUInt8(15) & 0x3f;
  datagram.writeUInt8(flags | (call.timeslot === 2 ? 0x80 : 0) | (call.call === 'private' ? 0x40 : 0), 15);
  datagram.writeUInt32BE(call.stream, 16);
  return datagram;
};

export const headerOf = (call: Call, sequence = 0): Buffer => write(HEADER, sequence, call);
export const voiceOf = (call: Call, sequence: number): Buffer =>
  write(VOICE[(sequence + 5) % VOICE.length] ?? HEADER, sequence, call);
export const terminatorOf = (call: Call, sequence: number): Buffer => write(TERMINATOR, sequence, call);

/** A data block: `type` 3 is a CSBK, 6 a data header, 7 rate 1/2 data. */
export const dataOf = (call: Call, sequence = 0, type = 6): Buffer => {
  const datagram = write(HEADER, sequence, call);
  datagram.writeUInt8((datagram.readUInt8(15) & 0xc0) | 0x20 | type, 15);
  return datagram;
};

/** Header, `length` bursts of voice, terminator. */
export const transmission = (call: Call, length: number): readonly Buffer[] => [
  headerOf(call),
  ...Array.from({ length }, (_, index) => voiceOf(call, index + 1)),
  terminatorOf(call, length + 1),
];
