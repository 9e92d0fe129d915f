import { expect, test } from 'vitest';
import { addressBurst, toBurst } from '../../src/talkgroup/homebrew/burst.ts';
import { toTerminator } from '../../src/talkgroup/homebrew/terminator.ts';
import { PEER, SOURCE, STREAM, TALKGROUP, TERMINATOR } from './fakes/vectors.ts';

const CALL = { source: SOURCE, destination: TALKGROUP, group: true, id: STREAM, sequence: 0x3e };

test('a terminator made here is that of the protocol reference to the bit', () => {
  const frame = Buffer.alloc(55);
  addressBurst(frame, toTerminator(CALL), PEER, 2);
  expect(frame).toEqual(TERMINATOR);
});

test('the one of a private call says so outside and inside', () => {
  const datagram = toTerminator({ ...CALL, group: false });
  expect(toBurst(datagram)).toMatchObject({ call: 'private', content: 'terminator', sequence: 0x3f });
  expect(datagram.subarray(20)).not.toEqual(TERMINATOR.subarray(20));
});

test('its sequence wraps', () => {
  expect(toBurst(toTerminator({ ...CALL, sequence: 255 }))?.sequence).toBe(0);
});
