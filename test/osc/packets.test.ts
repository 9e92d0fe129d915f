// What a datagram may hold: the work that one can ask for is bounded, whatever is in it.
import { type OscBundleInput, type OscMessageInput, toBuffer } from 'osc-min';
import { expect, test } from 'vitest';
import { parsePacket } from '../../src/osc/packets.ts';

const toBytes = (packet: OscMessageInput | OscBundleInput): Buffer => {
  const { buffer, byteOffset, byteLength } = toBuffer(packet);
  return Buffer.from(buffer, byteOffset, byteLength);
};

const HEAD = Buffer.concat([Buffer.from('#bundle\0'), Buffer.alloc(8)]);

const toElement = (bytes: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeInt32BE(bytes.length);
  return Buffer.concat([size, bytes]);
};

const toBundle = (...elements: readonly Buffer[]): Buffer => Buffer.concat([HEAD, ...elements.map(toElement)]);

const NOTHING = Buffer.alloc(0);
const PLAY = toBytes({ address: '/cuedeck/play' });
const addressesIn = (bytes: Buffer): readonly string[] => parsePacket(bytes).map(({ address }) => address);

test('messages of nested bundles come in their order, with their arguments', () => {
  const select = toBytes({ address: '/cuedeck/select', args: [{ type: 'integer', value: 2 }] });
  const go = toBytes({ address: '/cuedeck/go', args: [{ type: 'true' }, { type: 'string', value: 'é' }] });
  expect(parsePacket(toBundle(select, toBundle(toBundle(go)), PLAY))).toEqual([
    { address: '/cuedeck/select', values: [2] },
    { address: '/cuedeck/go', values: [true, 'é'] },
    { address: '/cuedeck/play', values: [] },
  ]);
});

test('what is no message in a bundle leaves its neighbours alone', () => {
  const broken = [
    NOTHING,
    Buffer.from('x\0\0\0'),
    Buffer.from('/a\0\0,i\0\0'),
    Buffer.from('#bundle'),
    Buffer.from('/a'),
  ];
  expect(addressesIn(toBundle(...broken, PLAY, ...broken))).toEqual(['/cuedeck/play']);
  const overlong = Buffer.concat([HEAD, Buffer.from([0, 0, 1, 0]), PLAY]);
  const negative = Buffer.concat([HEAD, Buffer.from([255, 255, 255, 252]), PLAY]);
  expect(addressesIn(toBundle(overlong, negative, PLAY))).toEqual(['/cuedeck/play']);
  for (const bytes of [overlong, negative, toBundle(PLAY).subarray(0, -1), Buffer.from('#bundle\0')])
    expect(() => parsePacket(bytes)).toThrow();
});

test('64 messages of a bundle count, also with bundles between them', () => {
  expect(addressesIn(toBundle(...Array.from({ length: 70 }, () => PLAY)))).toHaveLength(64);
  expect(addressesIn(toBundle(...Array.from({ length: 70 }, () => toBundle(PLAY))))).toHaveLength(64);
});

test('elements that are no messages are read up to a bound, nested or not', () => {
  const nothings = (length: number): readonly Buffer[] => Array.from({ length }, () => NOTHING);
  expect(addressesIn(toBundle(...nothings(100), PLAY))).toHaveLength(1);
  expect(addressesIn(toBundle(...nothings(1000), PLAY))).toHaveLength(0);
  expect(addressesIn(toBundle(toBundle(...nothings(1000)), PLAY))).toHaveLength(0);
  let nested = toBundle(PLAY);
  for (let depth = 0; depth < 300; depth += 1) nested = toBundle(nested);
  expect(addressesIn(nested)).toHaveLength(0);
});

test('a datagram of more than 8 KiB is refused before it is read', () => {
  const long = (length: number): Buffer =>
    toBytes({ address: '/cuedeck/activate', args: [{ type: 'string', value: 'x'.repeat(length) }] });
  expect(long(8160)).toHaveLength(8188);
  expect(addressesIn(long(8160))).toEqual(['/cuedeck/activate']);
  expect(() => parsePacket(long(8168))).toThrow('8196 bytes');
});
