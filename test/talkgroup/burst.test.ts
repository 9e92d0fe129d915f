import { expect, test } from 'vitest';
import { addressBurst, BURST_BYTES, isBurst, toBurst } from '../../src/talkgroup/homebrew/burst.ts';
import { dataOf } from './fakes/bursts.ts';
import { HEADER, PEER, SOURCE, STREAM, TALKGROUP, TERMINATOR, VOICE } from './fakes/vectors.ts';

const COMMON = { source: SOURCE, destination: TALKGROUP, timeslot: 2, call: 'group', stream: STREAM };

test('the transmission of the protocol reference is read burst by burst', () => {
  expect([HEADER, ...VOICE, TERMINATOR].map((datagram) => toBurst(datagram))).toEqual([
    { ...COMMON, sequence: 0, content: 'header' },
    ...[3, 4, 5, 6, 7, 8].map((sequence) => ({ ...COMMON, sequence, content: 'voice' })),
    { ...COMMON, sequence: 0x3f, content: 'terminator' },
  ]);
});

test.each([
  [0x00, 1, 'group', 'voice'],
  [0x80 | 0x10, 2, 'group', 'voice'],
  [0x40 | 0x05, 1, 'private', 'voice'],
  [0xc0 | 0x21, 2, 'private', 'header'],
  [0x22, 1, 'group', 'terminator'],
  [0x20, 1, 'group', 'data'],
  [0x23, 1, 'group', 'data'],
  [0x2a, 1, 'group', 'data'],
])('flags %i mean timeslot %i, a %s call, %s', (flags, timeslot, call, content) => {
  const datagram = Buffer.from(HEADER);
  datagram[15] = flags;
  expect(toBurst(datagram)).toMatchObject({ timeslot, call, content });
});

test.each([
  ['voice burst number 6', 15, Buffer.from([0x06])],
  ['both kinds of sync', 15, Buffer.from([0x31])],
  ['a reserved data type', 15, Buffer.from([0x2b])],
  ['source 0', 5, Buffer.alloc(3)],
  ['destination 0', 8, Buffer.alloc(3)],
  ['stream 0', 16, Buffer.alloc(4)],
])('%s is refused', (_name, offset, bytes) => {
  const datagram = Buffer.from(HEADER);
  bytes.copy(datagram, offset);
  expect(toBurst(datagram)).toBeUndefined();
});

test.each([
  [1, 0x21],
  [2, 0xa1],
] as const)('to a peer on timeslot %i only its id and the slot bit are written', (timeslot, flags) => {
  const frame = Buffer.alloc(BURST_BYTES, 0xff);
  addressBurst(frame, HEADER, 1_234_567, timeslot);
  const expected = Buffer.from(HEADER);
  expected.writeUInt32BE(1_234_567, 11);
  expected.writeUInt8(flags, 15);
  expect(frame).toEqual(expected);
});

test('53 bytes leave as 55, with two zeros behind them', () => {
  const frame = Buffer.alloc(BURST_BYTES, 0xff);
  addressBurst(frame, TERMINATOR.subarray(0, 53), PEER, 2);
  expect(frame).toEqual(Buffer.concat([TERMINATOR.subarray(0, 53), Buffer.alloc(2)]));
});

test('bit errors and signal strength of the receiver are kept', () => {
  const datagram = Buffer.from(HEADER);
  datagram[53] = 7;
  datagram[54] = 93;
  const frame = Buffer.alloc(BURST_BYTES);
  addressBurst(frame, datagram, PEER, 2);
  expect([frame[53], frame[54]]).toEqual([7, 93]);
});

test('a burst is known by its tag and its length', () => {
  expect(
    [HEADER, HEADER.subarray(0, 53), HEADER.subarray(0, 54), Buffer.alloc(55), Buffer.alloc(0)].map(isBurst),
  ).toEqual([true, true, false, false, false]);
});

test('data bursts of tests are data', () => {
  const call = { peer: PEER, source: SOURCE, destination: TALKGROUP, timeslot: 2, stream: 5 } as const;
  expect([3, 6, 7].map((type) => toBurst(dataOf(call, 0, type))?.content)).toEqual(['data', 'data', 'data']);
});
