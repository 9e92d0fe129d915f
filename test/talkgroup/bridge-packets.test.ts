import { describe, expect, test } from 'vitest';
import { addressBurst } from '../../src/talkgroup/homebrew/burst.ts';
import { toMasterMessage, toPeerMessage } from '../../src/talkgroup/homebrew/messages.ts';
import {
  parseBridgeAddress,
  parseBridgedTalkgroups,
  parseBridgeKey,
  parseBridgeName,
  parseNetwork,
  toBridgeAddress,
  toBridgedText,
} from '../../src/talkgroup/openbridge/bridge-record.ts';
import { isBridged, networkOf, seal, toBridgeKey, unseal } from '../../src/talkgroup/openbridge/packets.ts';
import { HEADER } from './fakes/vectors.ts';

const KEY = toBridgeKey('s3cret');
// The header of the protocol reference as network 250105 on timeslot 1; the seal is what
// `openssl dgst -sha1 -hmac s3cret` prints for the 53 bytes before it.
const BRIDGED = Buffer.from(
  '444d52440023cace4dad280003d0f9216323b9b10a230ac6642432208991e2e0046dff57d75df5de33802d5069b00de15b44d28db8' +
    '21c600b83fc955821ba84eece8ac3754d8329f9e',
  'hex',
);

describe('a burst on its way to another server', () => {
  test('is 53 bytes with the network id, on timeslot 1, and the seal: byte for byte', () => {
    const frame = Buffer.alloc(55);
    addressBurst(frame, HEADER, 250_105, 1);
    expect(seal(frame, KEY).toString('hex')).toBe(BRIDGED.toString('hex'));
  });

  test('is unsealed by the same key only', () => {
    expect(unseal(BRIDGED, KEY)).toEqual(BRIDGED.subarray(0, 53));
    expect(networkOf(BRIDGED)).toBe(250_105);
    expect(unseal(BRIDGED, toBridgeKey('s3cre'))).toBeUndefined();
  });

  test('a key of 20 bytes padded with NUL, as HBlink3 has it, is the same key', () => {
    expect(unseal(BRIDGED, toBridgeKey('s3cret'.padEnd(20, '\0')))).toEqual(BRIDGED.subarray(0, 53));
  });

  test('no bit of it can be changed', () => {
    const passed = Array.from({ length: BRIDGED.length * 8 }, (_, bit) => {
      const forged = Buffer.from(BRIDGED);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return unseal(forged, KEY) !== undefined;
    });
    expect(passed.filter(Boolean)).toEqual([]);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a burst of a peer', HEADER],
    ['a burst of a peer without its last two bytes', HEADER.subarray(0, 53)],
    ['a byte too few', BRIDGED.subarray(0, 72)],
    ['a byte too many', Buffer.concat([BRIDGED, Buffer.alloc(1)])],
    ['the 71 bytes of a trunk', BRIDGED.subarray(0, 71)],
    ['another tag', Buffer.concat([Buffer.from('DMRE'), BRIDGED.subarray(4)])],
  ])('%s is none', (_name, datagram) => {
    expect(isBridged(datagram)).toBe(false);
  });

  test('it is no message between a peer and a master', () => {
    expect([isBridged(BRIDGED), toPeerMessage(BRIDGED), toMasterMessage(BRIDGED)]).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });
});

describe('what an operator types', () => {
  test.each(['dmr.example.org:62031', '192.0.2.1:1', '[2001:db8::1]:65535'])('%s is an address', (text) => {
    expect(toBridgeAddress(parseBridgeAddress(text))).toBe(text);
  });

  test.each(['', 'host', 'host:', ':62031', 'host:0', 'host:65536', '2001:db8::1:62031', '[host]:1', '-x:1', 'a b:1'])(
    '%j is no address',
    (text) => {
      expect(() => parseBridgeAddress(text)).toThrow('allowed: HOST:PORT');
    },
  );

  test.each(['club-2', 'a', '2m'])('%s is a name', (text) => {
    expect(parseBridgeName(text)).toBe(text);
  });

  test.each(['', '2345678', '-club', 'Club', 'a b', 'a"b', 'x'.repeat(33)])('%j is no name', (text) => {
    expect(() => parseBridgeName(text)).toThrow('no name of a bridge');
  });

  test('network ids have 32 bits and are not 0', () => {
    expect([parseNetwork('1'), parseNetwork('4294967295')]).toEqual([1, 4_294_967_295]);
    for (const text of ['0', '4294967296', '-1', 'x', '']) expect(() => parseNetwork(text)).toThrow('no network id');
  });

  test('a key loses the line end of its file, and is not repeated when it is refused', () => {
    expect(parseBridgeKey(' pass word\r\n')).toBe('pass word');
    for (const text of ['abc', 'x'.repeat(65), 'pässword', 'a\nbcd'])
      expect(() => parseBridgeKey(text)).toThrow(/^That is no key; allowed: [^"]*$/);
  });

  test('talkgroups are none, all, or numbers and ranges', () => {
    for (const text of ['none', 'all', '91,262,2620-2629'])
      expect(toBridgedText(parseBridgedTalkgroups(text))).toBe(text);
    expect(() => parseBridgedTalkgroups('x')).toThrow('no talkgroup');
  });
});
