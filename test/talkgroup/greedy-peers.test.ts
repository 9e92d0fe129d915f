// What a peer or bridge that floods with its right password or key takes from others.
import { describe, expect, test } from 'vitest';
import { seal, toBridgeKey } from '../../src/talkgroup/openbridge/packets.ts';
import { createReplayMemory } from '../../src/talkgroup/openbridge/replay-memory.ts';
import { createRadioDirectory } from '../../src/talkgroup/streams/radio-directory.ts';
import { bridgeNetworks, KEY, serverOf } from './fakes/bridged-networks.ts';
import { headerOf } from './fakes/bursts.ts';

describe('the memory of what has come over bridges', () => {
  const sealOf = (number: number): Buffer => {
    const bytes = Buffer.alloc(20);
    bytes.writeUInt32BE(Math.imul(number, 0x9e37_79b1) >>> 0);
    return bytes;
  };

  test('a bridge that floods pushes out only its own', () => {
    const memory = createReplayMemory({ pageBursts: 64 });
    for (let number = 1; number <= 200; number++) memory.record(sealOf(number), 'quiet');
    for (let number = 1001; number <= 11_000; number++) memory.record(sealOf(number), 'flood');
    expect(memory.record(sealOf(1001), 'flood')).toBe(false);
    for (const number of [1, 100, 200, 10_999]) expect(memory.record(sealOf(number), 'quiet')).toBe(true);
  });

  test('what came over one bridge is known over another that has the same key', () => {
    const memory = createReplayMemory();
    expect([memory.record(sealOf(1), 'one'), memory.record(sealOf(1), 'other')]).toEqual([false, true]);
  });

  test('it stays small, however many bridges flood', () => {
    const memory = createReplayMemory({ pageBursts: 64 });
    for (let number = 1; number <= 40_000; number++) memory.record(sealOf(number), `bridge ${number % 32}`);
    expect(memory.pages()).toBeLessThanOrEqual(32);
  });
});

test('calls that go over a bridge on many talkgroups keep out none that comes over it', () => {
  const { worlds } = bridgeNetworks(2, [[0, 1]]);
  const there = worlds[1];
  if (there === undefined) throw new Error('no server');
  const { network } = there;
  const entries = Array.from({ length: 1000 }, (_, index) => ({ number: 10_000 + index, name: `TG ${index}` }));
  network.catalogue.merge(entries, { dryRun: false, deleteMissing: false });
  const hotspots = Array.from({ length: 30 }, (_, number) => there.join(2_345_600 + number));
  for (const [number, hotspot] of hotspots.entries())
    for (let count = 0; count < 20; count++) {
      const destination = 10_000 + number * 20 + count;
      const call = {
        peer: hotspot.peer,
        source: 1_000_000 + number,
        destination,
        timeslot: 2,
        stream: 1 + count,
      } as const;
      hotspot.send(headerOf(call));
    }
  const bridge = network.bridges.require('to-0');
  expect(bridge.channels.size).toBe(600);
  const burst = headerOf({ peer: 1, source: 7, destination: 91, timeslot: 1, stream: 7 }).subarray(0, 53);
  network.bridges.receive(seal(burst, toBridgeKey(KEY)), serverOf(0));
  expect([bridge.counters.received, bridge.counters.refused.crowded]).toEqual([1, 0]);
});

test('a peer whose users are ever new radios pushes no radio of another peer out of the directory', () => {
  const directory = createRadioDirectory();
  directory.record(7, { peer: 1, timeslot: 2 });
  for (let radio = 1000; radio < 31_000; radio++) directory.record(radio, { peer: 2, timeslot: 1 });
  expect([directory.find(7), directory.find(1000), directory.find(30_999)]).toEqual([
    { peer: 1, timeslot: 2 },
    undefined,
    { peer: 2, timeslot: 1 },
  ]);
  expect(directory.size()).toBeLessThanOrEqual(20_000);
  // A radio that moves counts where it was heard last.
  directory.record(30_999, { peer: 1, timeslot: 1 });
  expect(directory.find(30_999)).toEqual({ peer: 1, timeslot: 1 });
});
