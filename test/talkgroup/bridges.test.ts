import { describe, expect, test } from 'vitest';
import { seal, toBridgeKey } from '../../src/talkgroup/openbridge/packets.ts';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import type { Timeslot } from '../../src/talkgroup/timeslot.ts';
import { bridgeNetworks, KEY, serverOf } from './fakes/bridged-networks.ts';
import { type Call, dataOf, headerOf, terminatorOf, transmission, voiceOf } from './fakes/bursts.ts';
import { burstsOf, type Hotspot } from './fakes/hotspot.ts';
import type { TestClock } from './fakes/test-clock.ts';
import type { TestNetwork } from './fakes/test-network.ts';

const TALKER = 2_345_671;
const LISTENER = 2_345_672;
const CALL: Call = { peer: TALKER, source: 1_000_001, destination: 91, timeslot: 2, stream: 0x1001 };
const BURST_SECONDS = 0.06;

const subscribe = ({ network }: TestNetwork, peer: number, talkgroup: number, timeslot: Timeslot = 2): void => {
  network.subscriptions.change(peer, (list) => setStatic(list, { talkgroup, timeslot, enabled: true }));
};

const play = (clock: TestClock, hotspot: Hotspot, bursts: readonly Buffer[]): void => {
  for (const burst of bursts) {
    hotspot.send(burst);
    clock.advance(BURST_SECONDS);
  }
  clock.advance(0.5);
};

const sequencesOf = (hotspot: Hotspot): readonly number[] => burstsOf(hotspot).map((burst) => burst[4] ?? -1);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const worldAt = (worlds: readonly TestNetwork[], index: number): TestNetwork => {
  const world = worlds[index];
  if (world === undefined) throw new Error(`there is no server ${index}`);
  return world;
};

/** Two servers with a bridge, a talker and a listener on each. */
const createPair = (change: Parameters<typeof bridgeNetworks>[2] = {}) => {
  const { clock, worlds, wires } = bridgeNetworks(2, [[0, 1]], change);
  const here = worldAt(worlds, 0);
  const there = worldAt(worlds, 1);
  const talker = here.join(TALKER);
  const listener = there.join(LISTENER);
  subscribe(there, LISTENER, 91);
  const bridge = there.network.bridges.require('to-0');
  /** What the server 0 would send, made by the test. */
  const forge = (burst: Buffer, key = KEY, network = 1): Buffer => {
    const bytes = Buffer.from(burst);
    bytes.writeUInt32BE(network, 11);
    return seal(bytes, toBridgeKey(key));
  };
  const inject = (datagram: Buffer): void => there.network.bridges.receive(datagram, serverOf(0));
  return { clock, here, there, wires, talker, listener, bridge, forge, inject };
};

const ON_1: Call = { ...CALL, timeslot: 1 };

describe('a call from one server to another', () => {
  test('arrives burst by burst, on the timeslot its listener has the talkgroup on', () => {
    const { clock, there, wires, talker, listener } = createPair();
    const other = there.join(2_345_673);
    subscribe(there, 2_345_673, 91, 1);
    const simplex = there.join(2_345_674, { configuration: { slots: 4 } });
    subscribe(there, 2_345_674, 91, 1);
    const bursts = transmission(CALL, 12);
    play(clock, talker, bursts);
    const expected = bursts.map((burst) => {
      const arrived = Buffer.from(burst);
      arrived.writeUInt32BE(LISTENER, 11);
      arrived.fill(0, 53);
      return arrived;
    });
    expect(burstsOf(listener)).toEqual(expected);
    const timeslots = [other, simplex].map((hotspot) =>
      burstsOf(hotspot).map((burst) => ((burst[15] ?? 0) & 0x80) >> 7),
    );
    expect(timeslots).toEqual([bursts.map(() => 0), bursts.map(() => 1)]);
    // On the way: 73 bytes, timeslot 1, the network id of who sends.
    expect(
      wires.map(({ way, datagram }) => [way, datagram.length, (datagram[15] ?? 0) & 0x80, datagram.readUInt32BE(11)]),
    ).toEqual(bursts.map(() => ['0>1', 73, 0, 1]));
  });

  test('is heard, and nobody there subscribes by it; an answer finds the way back', () => {
    const { clock, here, there, talker, listener } = createPair();
    play(clock, talker, transmission(CALL, 3));
    expect(there.network.lastHeard.list()).toMatchObject([
      { bridge: 'to-0', source: 1_000_001, destination: 91, end: 'terminator' },
    ]);
    expect(there.network.subscriptions.of(TALKER)).toEqual([]);
    play(clock, listener, transmission({ ...CALL, peer: LISTENER, source: 1_000_002, stream: 0x1002 }, 3));
    // The talker has the talkgroup since it spoke.
    expect(sequencesOf(talker)).toEqual(upTo(5));
    expect(here.network.counters.dropped.loop).toBe(0);
  });

  test.each([
    ['that is not sent there', { sends: [[262, 262]] as const }, 91, 0],
    ['that is not taken there', { takes: [[262, 262]] as const }, 91, 1],
  ])('a talkgroup %s does not arrive', (_why, change, destination, refused) => {
    const { clock, talker, listener, bridge } = createPair(change);
    play(clock, talker, transmission({ ...CALL, destination }, 3));
    expect([sequencesOf(listener), bridge.counters.refused.talkgroup > 0 ? 1 : 0]).toEqual([[], refused]);
  });

  test('private calls and service numbers stay here', () => {
    const { clock, there, wires, talker, listener } = createPair();
    play(clock, listener, transmission({ ...CALL, peer: LISTENER, source: 1_000_002, stream: 9 }, 1));
    wires.length = 0;
    play(clock, talker, transmission({ ...CALL, destination: 1_000_002, call: 'private' }, 3));
    for (const [index, destination] of [4000, 5000, 9990, 9998].entries())
      play(clock, talker, transmission({ ...CALL, destination, stream: 0x2000 + index }, 3));
    expect(wires).toEqual([]);
    expect(there.network.bridges.require('to-0').counters.received).toBe(0);
  });

  test('group data goes over, and subscribes nobody', () => {
    const { clock, talker, listener } = createPair();
    play(clock, talker, [dataOf(CALL), dataOf({ ...CALL, stream: 0x1002 }, 0, 7)]);
    expect(burstsOf(listener)).toHaveLength(2);
  });

  test('ends for the listeners when its bridge is removed', () => {
    const { clock, there, talker, listener } = createPair();
    for (const burst of [headerOf(CALL), voiceOf(CALL, 1)]) talker.send(burst);
    clock.advance(BURST_SECONDS);
    there.network.bridges.remove('to-0');
    talker.send(voiceOf(CALL, 2));
    clock.advance(BURST_SECONDS);
    // With a terminator of our own.
    expect(sequencesOf(listener)).toEqual([0, 1, 2]);
    expect(there.network.lastHeard.list()).toMatchObject([{ bridge: 'to-0', end: 'disconnected' }]);
    expect([...there.network.router.running()]).toEqual([]);
  });
});

describe('one call at a time', () => {
  test('a timeslot that carries a call here is not given to one from there', () => {
    const { clock, there, talker, listener } = createPair();
    subscribe(there, LISTENER, 92);
    const local = there.join(2_345_673);
    const near: Call = { ...CALL, peer: 2_345_673, source: 1_000_003, destination: 92, stream: 0x3001 };
    for (const burst of transmission(near, 10).slice(0, -1)) {
      local.send(burst);
      talker.send(Buffer.concat([voiceOf(CALL, burst[4] ?? 0)]));
      clock.advance(BURST_SECONDS);
    }
    expect([...new Set(burstsOf(listener).map((burst) => burst.readUInt32BE(16)))]).toEqual([0x3001]);
  });

  test('of two radios on one talkgroup of a bridge the first one has it', () => {
    const { clock, there, listener, forge, inject, bridge } = createPair();
    const second: Call = { ...ON_1, source: 1_000_009, stream: 0x1009 };
    for (const sequence of upTo(10)) {
      inject(forge(sequence === 0 ? headerOf(ON_1) : voiceOf(ON_1, sequence)));
      inject(forge(sequence === 0 ? headerOf(second) : voiceOf(second, sequence)));
      clock.advance(BURST_SECONDS);
    }
    expect(burstsOf(listener).map((burst) => burst.readUInt32BE(16))).toEqual(upTo(10).map(() => 0x1001));
    expect(there.network.counters.dropped.collision).toBe(10);
    expect(bridge.channels.size).toBe(1);
  });

  test('two talkgroups go over a bridge at once', () => {
    const { clock, there, talker, listener } = createPair();
    const other = there.join(2_345_673);
    subscribe(there, 2_345_673, 92);
    const second: Call = { ...CALL, source: 1_000_004, destination: 92, timeslot: 1, stream: 0x1004 };
    const both = transmission(second, 4);
    for (const [index, burst] of transmission(CALL, 4).entries()) play(clock, talker, [burst, both[index] ?? burst]);
    expect([sequencesOf(listener), sequencesOf(other)]).toEqual([upTo(6), upTo(6)]);
  });

  test('what its server talks over is not sent back into it', () => {
    const { clock, there, wires, listener, forge, inject } = createPair();
    inject(forge(headerOf(ON_1)));
    wires.length = 0;
    listener.send(headerOf({ ...CALL, peer: LISTENER, source: 1_000_002, stream: 0x1002 }));
    clock.advance(BURST_SECONDS);
    expect(wires).toEqual([]);
    expect([...there.network.router.running()]).toHaveLength(2);
  });
});

describe('loops', () => {
  const RING = [
    [0, 1, 0.02],
    [1, 2, 0.02],
    [0, 2, 0.1],
  ] as const;

  test.each([
    ['with relays, the direct way being the slower one', true, 6],
    ['without relays', false, 2],
  ])('a ring of three %s: every burst exactly once, no storm', (_name, relay, most) => {
    const { clock, worlds, wires } = bridgeNetworks(3, RING, { relay });
    const talker = worldAt(worlds, 0).join(TALKER);
    const listeners = worlds.map((world) => {
      const listener = world.join(LISTENER);
      subscribe(world, LISTENER, 91);
      return listener;
    });
    play(clock, talker, transmission(CALL, 50));
    expect(listeners.map(sequencesOf)).toEqual([upTo(52), upTo(52), upTo(52)]);
    expect(wires.length).toBeLessThanOrEqual(most * 52);
    const before = wires.length;
    clock.advance(60);
    expect(wires.length).toBe(before);
    expect(sequencesOf(talker)).toEqual([]);
  });

  test('through a server in the middle only when it relays', () => {
    for (const [relay, arrived] of [
      [true, upTo(5)],
      [false, []],
    ] as const) {
      const { clock, worlds } = bridgeNetworks(
        3,
        [
          [0, 1],
          [1, 2],
        ],
        { relay },
      );
      const talker = worldAt(worlds, 0).join(TALKER);
      const far = worldAt(worlds, 2).join(LISTENER);
      subscribe(worldAt(worlds, 2), LISTENER, 91);
      play(clock, talker, transmission(CALL, 3));
      expect(sequencesOf(far)).toEqual(arrived);
    }
  });

  test('a burst that comes back over its own bridge is a loop', () => {
    const { clock, here, talker, forge } = createPair();
    const local = here.join(2_345_673);
    subscribe(here, 2_345_673, 91);
    play(clock, talker, transmission(CALL, 3));
    here.network.bridges.receive(forge(voiceOf(ON_1, 4), KEY, 2), serverOf(1));
    expect(here.network.bridges.require('to-1').counters.refused.loop).toBe(1);
    expect(sequencesOf(local)).toEqual(upTo(5));
  });

  test('a server that sends everything back under new stream ids is a loop too, the tail included', () => {
    const { clock, here, wires, talker, forge } = createPair();
    const local = here.join(2_345_673);
    subscribe(here, 2_345_673, 91);
    const bursts = transmission(CALL, 20);
    for (const burst of bursts) {
      talker.send(burst);
      const renumbered = Buffer.from(burst);
      renumbered.writeUInt32BE(0x7777, 16);
      renumbered.writeUInt8((renumbered[15] ?? 0) & 0x7f, 15);
      clock.after(0.4, () => here.network.bridges.receive(forge(renumbered, KEY, 2), serverOf(1)));
      clock.advance(BURST_SECONDS);
    }
    clock.advance(2);
    expect(sequencesOf(local)).toEqual(upTo(22));
    expect(here.network.bridges.require('to-1').counters.refused.loop).toBe(22);
    expect(wires.filter(({ way }) => way === '0>1')).toHaveLength(22);
  });

  test('what carries our own network id is an echo', () => {
    const { there, forge, inject, bridge, listener } = createPair();
    inject(forge(headerOf(ON_1), KEY, 2));
    expect([bridge.counters.refused['own-network'], bridge.counters.received, sequencesOf(listener)]).toEqual([
      1,
      0,
      [],
    ]);
    expect(there.network.counters.bursts.received).toBe(0);
  });

  test('a peer cannot speak into a stream that came over a bridge, not even with the network id as its own', () => {
    const { clock, there, listener, forge, inject } = createPair();
    there.network.bridges.remove('to-0');
    there.network.bridges.add({
      ...{ name: 'again', host: 'x', port: 1, network: 2_345_673, key: KEY },
      ...{ sends: undefined, takes: undefined, relay: false },
    });
    there.network.bridges.locate(there.network.bridges.require('again'), serverOf(0));
    const same = there.join(2_345_673);
    inject(forge(headerOf(ON_1)));
    same.send(voiceOf({ ...ON_1, peer: 2_345_673 }, 1));
    clock.advance(BURST_SECONDS);
    expect([sequencesOf(listener), there.network.counters.dropped.loop]).toEqual([[0], 1]);
  });
});

describe('who has not the key', () => {
  test('is not heard and not answered; the log has a line a day, and another one after a new key', () => {
    const { clock, there, listener, forge, inject, bridge } = createPair();
    const lines = () =>
      there.log
        .recent()
        .filter(({ level }) => level === 'warning')
        .map(({ text }) => text);
    there.sent.length = 0;
    for (let count = 0; count < 100; count++) inject(forge(headerOf({ ...ON_1, stream: count + 1 }), 'wrong'));
    const line = 'bridge to-0: packets from 10.99.0.1:62031 have another key';
    expect(lines()).toEqual([line]);
    clock.advance(86_399);
    inject(forge(headerOf(ON_1), 'wrong'));
    expect(lines()).toEqual([line]);
    clock.advance(1);
    inject(forge(headerOf(ON_1), 'wrong'));
    expect(lines()).toEqual([line, line]);
    there.network.bridges.change('to-0', { key: 'another' });
    inject(forge(headerOf(ON_1)));
    expect(lines()).toEqual([line, line, line]);
    expect([bridge.counters.refused['wrong-key'], bridge.heardAt, burstsOf(listener)]).toEqual([103, undefined, []]);
    expect(there.sent.filter(({ to }) => to.address === serverOf(0).address)).toEqual([]);
    inject(forge(headerOf({ ...ON_1, stream: 0x5555 }), 'another'));
    expect(sequencesOf(listener)).toEqual([0]);
  });

  test('is not heard from another address or port either, with the key', () => {
    const { there, listener, forge } = createPair();
    const unknown = there.network.counters.datagrams.unknown;
    there.network.bridges.receive(forge(headerOf(ON_1)), { address: '10.99.0.1', port: 62_032 });
    there.network.bridges.receive(forge(headerOf(ON_1)), { address: '10.99.0.9', port: 62_031 });
    expect([sequencesOf(listener), there.network.counters.datagrams.unknown - unknown]).toEqual([[], 2]);
    expect(there.network.bridges.lastUnknownSender()).toMatchObject({ from: '10.99.0.9:62031' });
  });

  test('can play back what it recorded: while it runs, right after, and much later nobody hears it', () => {
    const { clock, there, wires, talker, listener, inject, bridge } = createPair();
    play(clock, talker, transmission(CALL, 10));
    const recorded = wires.map(({ datagram }) => datagram);
    const heard = sequencesOf(listener);
    expect(heard).toEqual(upTo(12));
    for (const waitSeconds of [0, 20, 30, 3600]) {
      clock.advance(waitSeconds);
      for (const datagram of recorded) {
        inject(datagram);
        clock.advance(BURST_SECONDS);
      }
    }
    expect(sequencesOf(listener)).toEqual(heard);
    expect(bridge.counters.refused.replayed).toBe(24);
    expect(there.network.counters.dropped.late).toBe(24);
  });

  test('an id that comes again is no recording: a fixed one, 15 minutes later and at once, every over whole', () => {
    const { clock, listener, talker, bridge } = createPair();
    for (const [index, waitSeconds] of [0, 0.1, 5, 900, 3600].entries()) {
      clock.advance(waitSeconds);
      listener.received.length = 0;
      const bursts = transmission({ ...CALL, stream: 0xc0180000 }, 10).map((burst) => {
        // Header and terminator are the same each time; nobody speaks the same twice.
        const spoken = Buffer.from(burst);
        if (((burst[15] ?? 0) & 0x20) === 0) spoken.writeUInt32BE(index * 1000 + (burst[4] ?? 0), 24);
        return spoken;
      });
      play(clock, talker, bursts);
      expect(burstsOf(listener).map((burst) => burst.subarray(20, 53))).toEqual(
        bursts.map((burst) => burst.subarray(20, 53)),
      );
    }
    expect(bridge.counters.refused.replayed).toBe(0);
  });

  test('a recording is told from an over under the same id, also when it is played into one', () => {
    const { clock, wires, talker, listener, inject } = createPair();
    const speak = (mark: number): readonly Buffer[] =>
      transmission({ ...CALL, stream: 0xc0180000 }, 40).map((burst) => {
        const spoken = Buffer.from(burst);
        if (((burst[15] ?? 0) & 0x20) === 0) spoken.writeUInt32BE(mark + (burst[4] ?? 0), 24);
        return spoken;
      });
    play(clock, talker, speak(1000));
    const recorded = wires.map(({ datagram }) => datagram);
    clock.advance(60);
    listener.received.length = 0;
    for (const [index, burst] of speak(2000).entries()) {
      talker.send(burst);
      clock.advance(BURST_SECONDS / 2);
      inject(recorded[(index + 9) % recorded.length] ?? burst);
      clock.advance(BURST_SECONDS / 2);
    }
    clock.advance(3);
    expect(sequencesOf(listener)).toEqual(upTo(42));
    expect(burstsOf(listener).filter((burst) => Math.floor(burst.readUInt32BE(24) / 1000) === 1)).toEqual([]);
  });

  test('several talkgroups with one id go over a bridge at once', () => {
    const { clock, there, talker, listener } = createPair();
    subscribe(there, LISTENER, 92, 1);
    const first = transmission({ ...CALL, stream: 0xc0180000 }, 10);
    const second = transmission({ ...CALL, source: 5, destination: 92, timeslot: 1, stream: 0xc0180000 }, 10);
    for (const [index, burst] of first.entries()) {
      talker.send(burst);
      talker.send(second[index] ?? burst);
      clock.advance(BURST_SECONDS);
    }
    clock.advance(1);
    for (const source of [CALL.source, 5])
      expect(
        burstsOf(listener)
          .filter((burst) => burst.readUIntBE(5, 3) === source)
          .map((burst) => burst[4]),
      ).toEqual(upTo(12));
  });

  test('nor what we sent, thrown back at us an hour later', () => {
    const { clock, here, wires, talker } = createPair();
    const local = here.join(2_345_673);
    subscribe(here, 2_345_673, 91);
    play(clock, talker, transmission(CALL, 3));
    clock.advance(3600);
    for (const { datagram } of wires.slice()) here.network.bridges.receive(datagram, serverOf(1));
    expect(sequencesOf(local)).toEqual(upTo(5));
    expect(here.network.bridges.require('to-1').counters.refused['own-network']).toBe(5);
  });
});

describe('what a server may not send', () => {
  test.each([
    ['private calls', headerOf({ ...ON_1, call: 'private' }), 'no-group-call'],
    ['timeslot 2', headerOf(CALL), 'no-group-call'],
    ['stream 0', headerOf({ ...ON_1, stream: 0 }), 'malformed'],
    ['talkgroups that are not carried', headerOf({ ...ON_1, destination: 94 }), 'talkgroup'],
    ['service numbers', headerOf({ ...ON_1, destination: 9990 }), 'talkgroup'],
    ['unlink', headerOf({ ...ON_1, destination: 4000 }), 'talkgroup'],
  ] as const)('%s', (_name, burst, why) => {
    const { forge, inject, bridge, there } = createPair();
    inject(forge(burst));
    expect([bridge.counters.refused[why], bridge.counters.received]).toEqual([1, 0]);
    expect([...there.network.router.running()]).toEqual([]);
  });

  test('more than 25 bursts a second of a call, and more than 25 new calls a second', () => {
    const { clock, there, listener, forge, inject, bridge } = createPair();
    inject(forge(headerOf(ON_1)));
    for (let tick = 1; tick <= 400; tick++) {
      inject(forge(voiceOf(ON_1, tick)));
      clock.advance(0.01);
    }
    expect(burstsOf(listener).length).toBeLessThan(36 + 4 * 25 + 3);
    expect(there.network.counters.dropped['too-fast']).toBeGreaterThan(200);
    const before = there.network.counters.streams.voice;
    for (let call = 0; call < 1000; call++)
      inject(
        forge(headerOf({ ...ON_1, destination: [92, 93, 262, 5_090_600][call % 4] ?? 92, stream: 0x9000 + call })),
      );
    expect(there.network.counters.streams.voice - before).toBeLessThanOrEqual(36);
    expect(bridge.counters.refused.crowded).toBeGreaterThan(900);
    clock.advance(10);
    expect(bridge.channels.size).toBe(0);
  });

  test('a call without end is cut after three minutes', () => {
    const { clock, there, listener, forge, inject } = createPair();
    inject(forge(headerOf(ON_1)));
    for (let sequence = 1; sequence * BURST_SECONDS < 200; sequence++) {
      inject(forge(voiceOf(ON_1, sequence)));
      clock.advance(BURST_SECONDS);
    }
    expect(burstsOf(listener).length).toBeLessThanOrEqual(180 / BURST_SECONDS + 2);
    expect(there.network.lastHeard.list()).toMatchObject([{ end: 'too-long' }]);
    inject(forge(terminatorOf(ON_1, 7)));
    expect([...there.network.router.running()]).toEqual([]);
  });
});

describe('the address of a server', () => {
  test('a call goes on where it is found next, and waits while it is not found', () => {
    const { clock, here, talker } = createPair();
    const bridge = here.network.bridges.require('to-1');
    const sentTo = (burst: Buffer): readonly string[] => {
      here.sent.length = 0;
      talker.send(burst);
      clock.advance(BURST_SECONDS);
      return here.sent.map(({ to }) => `${to.address}:${to.port}`);
    };
    expect(sentTo(headerOf(CALL))).toEqual(['10.99.0.2:62031']);
    here.network.bridges.locate(bridge, { address: '10.99.0.7', port: 5 });
    expect(sentTo(voiceOf(CALL, 1))).toEqual(['10.99.0.7:5']);
    here.network.bridges.locate(bridge, 'x cannot be found.');
    expect([sentTo(voiceOf(CALL, 2)), bridge.problem]).toEqual([[], 'x cannot be found.']);
    here.network.bridges.locate(bridge, serverOf(1));
    expect([sentTo(voiceOf(CALL, 3)), bridge.problem]).toEqual([['10.99.0.2:62031'], undefined]);
  });

  test('belongs to one bridge', () => {
    const { here } = createPair();
    const record = { ...here.network.bridges.require('to-1').record, name: 'twin' };
    expect(() => here.network.bridges.add(record)).toThrow('10.99.0.2:62031 is the address of bridge to-1.');
    here.network.bridges.add({ ...record, host: 'other.name' });
    here.network.bridges.locate(here.network.bridges.require('twin'), serverOf(1));
    expect(here.network.bridges.require('twin')).toMatchObject({
      problem: 'It is where to-1 is.',
      endpoint: undefined,
    });
    expect(here.network.bridges.require('to-1').endpoint).toEqual(serverOf(1));
    for (let count = 2; count < 32; count++)
      here.network.bridges.add({ ...record, name: `more-${count}`, host: `host-${count}` });
    expect(() => here.network.bridges.add({ ...record, name: 'last', host: 'last' })).toThrow('allowed: up to 32');
  });
});
