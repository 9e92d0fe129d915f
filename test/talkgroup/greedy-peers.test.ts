// What a peer or bridge that floods with its right password or key takes from others.
import { describe, expect, test } from 'vitest';
import { toBurst } from '../../src/talkgroup/homebrew/burst.ts';
import { seal, toBridgeKey } from '../../src/talkgroup/openbridge/packets.ts';
import { createReplayMemory } from '../../src/talkgroup/openbridge/replay-memory.ts';
import { createLink } from '../../src/talkgroup/streams/link.ts';
import { createRadioDirectory } from '../../src/talkgroup/streams/radio-directory.ts';
import { createStream } from '../../src/talkgroup/streams/stream.ts';
import { createStreamRegister } from '../../src/talkgroup/streams/stream-register.ts';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import { bridgeNetworks, KEY, serverOf } from './fakes/bridged-networks.ts';
import { headerOf, transmission, voiceOf } from './fakes/bursts.ts';
import { burstsOf } from './fakes/hotspot.ts';
import { createTestNetwork } from './fakes/test-network.ts';

const TALKER = 2_345_671;

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

test('when streams are too many, the one that ended first gives way to a new call', () => {
  const register = createStreamRegister({ max: 3 });
  const link = createLink(1, { address: '10.0.0.1', port: 1 }, false);
  const create = (id: number) => {
    const datagram = headerOf({ peer: 1, source: id, destination: 91, timeslot: 2, stream: id });
    const burst = toBurst(datagram);
    if (burst === undefined) throw new Error('no burst');
    return {
      burst,
      stream: createStream(burst, datagram, { origin: link, timeslot: 2 }, { nowSeconds: 0, pressedAtSeconds: 0 }),
    };
  };
  const calls = [1, 2, 3, 4, 5].map(create);
  const [first, second] = calls;
  if (first === undefined || second === undefined) throw new Error('no calls');
  for (const { stream } of [first, second]) {
    register.add(stream);
    register.retire(stream, 0);
  }
  expect(calls.slice(2).map(({ stream }) => register.add(stream))).toEqual([true, true, true]);
  expect([register.recent(first.burst), register.recent(second.burst), register.size()]).toEqual([[], [], 3]);
  expect(register.add(create(6).stream)).toBe(false);
});

describe('private calls to ever new radios', () => {
  const create = () => {
    const world = createTestNetwork();
    const talker = world.join(TALKER);
    const listeners = Array.from({ length: 40 }, (_, index) => world.join(2_345_000 + index));
    for (const [index, { peer }] of listeners.entries()) {
      world.network.subscriptions.change(peer, (list) =>
        setStatic(list, { talkgroup: 91, timeslot: 2, enabled: true }),
      );
      world.network.master.receive(
        headerOf({ peer, source: 100 + index, destination: 262, timeslot: 2, stream: 1 }),
        world.endpointOf(peer),
      );
      world.clock.advance(7);
    }
    return { ...world, talker, listeners };
  };
  const noisy = { peer: TALKER, source: 1, timeslot: 1, call: 'private' } as const;

  test('hold the timeslots of a few, not of everybody', () => {
    const { clock, network, join, talker, listeners } = create();
    const honest = join(TALKER + 1);
    for (let count = 0; count < 200; count++) {
      const call = { ...noisy, destination: 100 + (count % 40), stream: 100 + count };
      talker.send(
        count % 2 === 0 ? headerOf(call) : voiceOf({ ...call, stream: 99 + count, destination: 99 + (count % 40) }, 1),
      );
      clock.advance(0.04);
    }
    const heard = listeners.map((listener) => burstsOf(listener).length);
    const over = { peer: honest.peer, source: 2, destination: 91, timeslot: 2, stream: 1 } as const;
    for (const burst of transmission(over, 1)) honest.send(burst);
    const served = listeners.filter((listener, index) => burstsOf(listener).length > (heard[index] ?? 0));
    expect(served.length).toBeGreaterThanOrEqual(30);
    expect(network.counters.dropped['too-fast']).toBeGreaterThan(0);
  });

  test('a conversation of quick overs goes on', () => {
    const { clock, talker, listeners } = create();
    const before = burstsOf(listeners[0] ?? talker).length;
    for (let count = 0; count < 20; count++) {
      for (const burst of transmission({ ...noisy, destination: 100, stream: 1 + count }, 5)) {
        talker.send(burst);
        clock.advance(0.06);
      }
      clock.advance(1.6);
    }
    expect(burstsOf(listeners[0] ?? talker)).toHaveLength(before + 20 * 7);
  });
});
