import { describe, expect, test } from 'vitest';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import type { Timeslot } from '../../src/talkgroup/timeslot.ts';
import { type Call, dataOf, headerOf, terminatorOf, transmission, voiceOf } from './fakes/bursts.ts';
import { burstsOf, type Hotspot } from './fakes/hotspot.ts';
import { createTestNetwork, type TestNetwork } from './fakes/test-network.ts';

const TALKER = 2_345_671;
const LISTENER = 2_345_672;
const OTHER = 2_345_673;
const CALL: Call = { peer: TALKER, source: 1_000_001, destination: 91, timeslot: 2, stream: 0x1001 };

const BURST_SECONDS = 0.06;

const subscribe = ({ network }: TestNetwork, peer: number, talkgroup: number, timeslot: Timeslot = 2): void => {
  network.subscriptions.change(peer, (list) => setStatic(list, { talkgroup, timeslot, enabled: true }));
};

/** Sends bursts at the pace of a radio. */
const play = ({ clock }: TestNetwork, hotspot: Hotspot, bursts: readonly Buffer[]): void => {
  for (const burst of bursts) {
    hotspot.send(burst);
    clock.advance(BURST_SECONDS);
  }
};

/** `stream:sequence` of every burst received. */
const heardBy = (hotspot: Hotspot): readonly string[] =>
  burstsOf(hotspot).map((burst) => `${burst.readUInt32BE(16).toString(16)}:${burst[4]}`);
const countOf = (hotspot: Hotspot): number => burstsOf(hotspot).length;
const timeslotsOf = (hotspot: Hotspot): readonly number[] => [
  ...new Set(burstsOf(hotspot).map((burst) => ((burst[15] ?? 0) & 0x80 ? 2 : 1))),
];

const createWorld = () => {
  const world = createTestNetwork();
  const talker = world.join(TALKER);
  const listener = world.join(LISTENER);
  const other = world.join(OTHER);
  subscribe(world, LISTENER, 91);
  return { world, talker, listener, other, dropped: world.network.counters.dropped };
};

describe('who gets a transmission', () => {
  test('every listener gets every burst, the talker and the others get none', () => {
    const { world, talker, listener, other } = createWorld();
    const bursts = transmission(CALL, 12);
    play(world, talker, bursts);
    expect(burstsOf(listener)).toEqual(
      bursts.map((burst) => {
        const expected = Buffer.from(burst);
        expected.writeUInt32BE(LISTENER, 11);
        return expected;
      }),
    );
    expect([countOf(talker), countOf(other)]).toEqual([0, 0]);
  });

  test('bursts of 53 bytes arrive as 55', () => {
    const { talker, listener } = createWorld();
    talker.send(headerOf(CALL).subarray(0, 53));
    expect(burstsOf(listener).map(({ length }) => length)).toEqual([55]);
  });

  test('a listener on the other timeslot gets the call there', () => {
    const { world, talker, other } = createWorld();
    subscribe(world, OTHER, 91, 1);
    play(world, talker, transmission(CALL, 3));
    expect([countOf(other), timeslotsOf(other)]).toEqual([5, [1]]);
  });

  test('a simplex listener gets everything on timeslot 2, also what it set before it was known as one', () => {
    const world = createTestNetwork();
    const talker = world.join(TALKER);
    subscribe(world, LISTENER, 91, 1);
    const listener = world.join(LISTENER, { configuration: { slots: 4 } });
    play(world, talker, transmission({ ...CALL, timeslot: 1 }, 3));
    expect([countOf(listener), timeslotsOf(listener)]).toEqual([5, [2]]);
    expect(world.network.subscriptions.of(LISTENER)).toMatchObject([{ talkgroup: 91, timeslot: 2 }]);
  });

  test('a simplex talker subscribes on timeslot 2, whatever its slot bit says', () => {
    const world = createTestNetwork();
    const talker = world.join(TALKER, { configuration: { slots: undefined, receiveHertz: 1, transmitHertz: 1 } });
    play(world, talker, transmission({ ...CALL, timeslot: 1 }, 1));
    expect(world.network.subscriptions.of(TALKER)).toMatchObject([{ talkgroup: 91, timeslot: 2, source: 'dynamic' }]);
  });

  test('a peer that has the talkgroup on both timeslots gets it once, where its user last spoke', () => {
    const { world, talker, listener } = createWorld();
    play(world, listener, transmission({ ...CALL, peer: LISTENER, timeslot: 1, stream: 5 }, 1));
    world.clock.advance(6);
    play(world, talker, transmission(CALL, 4));
    expect([countOf(listener), timeslotsOf(listener)]).toEqual([6, [1]]);
  });

  test.each([
    ['is not in the catalogue', 94],
    ['is a service number', 9991],
    ['is the status query', 5000],
  ])('a talkgroup that %s goes nowhere and subscribes nobody', (_why, destination) => {
    const { world, talker, listener } = createWorld();
    subscribe(world, LISTENER, destination);
    play(world, talker, transmission({ ...CALL, destination }, 2));
    expect([countOf(listener), world.network.subscriptions.of(TALKER)]).toEqual([0, []]);
  });

  test('a talkgroup that was switched off goes nowhere', () => {
    const { world, talker, listener } = createWorld();
    world.network.catalogue.enable(91, false);
    play(world, talker, transmission(CALL, 2));
    expect(countOf(listener)).toBe(0);
  });

  test.each(['talker', 'listener'] as const)('a %s that may not use the talkgroup has no part in it', (who) => {
    const { world, talker, listener } = createWorld();
    world.network.peers.change(who === 'talker' ? TALKER : LISTENER, { allowed: [[92, 95]] });
    play(world, talker, transmission(CALL, 2));
    expect(countOf(listener)).toBe(0);
    expect(world.network.subscriptions.of(TALKER)).toHaveLength(who === 'talker' ? 0 : 1);
  });

  test('a peer that is not in gets nothing, and gets it again when it is', () => {
    const { world, talker, listener } = createWorld();
    listener.stop();
    play(world, talker, transmission(CALL, 2));
    expect(countOf(listener)).toBe(0);
    const again = world.join(LISTENER);
    play(world, talker, transmission({ ...CALL, stream: 2 }, 2));
    expect(countOf(again)).toBe(4);
  });
});

describe('the routing decision is made once a stream', () => {
  test('a listener that comes during a call hears the next one', () => {
    const { world, talker, other } = createWorld();
    play(world, talker, [headerOf(CALL), voiceOf(CALL, 1)]);
    subscribe(world, OTHER, 91);
    play(world, talker, [voiceOf(CALL, 2), terminatorOf(CALL, 3)]);
    expect(countOf(other)).toBe(0);
    play(world, talker, transmission({ ...CALL, stream: 2 }, 1));
    expect(heardBy(other)).toEqual(['2:0', '2:1', '2:2']);
  });

  test('a listener that leaves is left at once', () => {
    const { world, talker, listener } = createWorld();
    play(world, talker, [headerOf(CALL), voiceOf(CALL, 1)]);
    world.network.subscriptions.change(LISTENER, () => []);
    play(world, talker, [voiceOf(CALL, 2), terminatorOf(CALL, 3)]);
    expect(heardBy(listener)).toEqual(['1001:0', '1001:1']);
  });

  test('a listener whose address changes hears on at the new one', () => {
    const { world, talker } = createWorld();
    play(world, talker, [headerOf(CALL)]);
    const link = world.network.sessions.get(LISTENER);
    expect(link?.endpoint).toEqual(world.endpointOf(LISTENER));
    const moved = { address: '10.9.9.9', port: 5 };
    world.network.router.connect(LISTENER, moved, false);
    play(world, talker, [voiceOf(CALL, 1)]);
    expect(world.sent.at(-1)?.to).toEqual(moved);
  });
});

describe('one call a timeslot', () => {
  const SECOND: Call = { peer: OTHER, source: 1_000_003, destination: 92, timeslot: 2, stream: 0x2002 };

  const createBusyWorld = () => {
    const world = createWorld();
    subscribe(world.world, LISTENER, 92);
    return world;
  };

  test('a second call on another talkgroup waits for the first and its hang time', () => {
    const { world, talker, listener, other } = createBusyWorld();
    play(world, talker, [headerOf(CALL)]);
    play(world, other, [headerOf(SECOND), voiceOf(SECOND, 1)]);
    play(world, talker, [terminatorOf(CALL, 1)]);
    play(world, other, [voiceOf(SECOND, 2)]);
    expect(heardBy(listener)).toEqual(['1001:0', '1001:1']);
    for (let sequence = 3; sequence < 90; sequence++) play(world, other, [voiceOf(SECOND, sequence)]);
    const late = heardBy(listener).slice(2);
    // Five seconds are 83 bursts; it enters late and hears the rest.
    expect([late[0], late.length]).toEqual(['2002:85', 5]);
  });

  test('the hang time keeps the slot for an answer on the same talkgroup', () => {
    const { world, talker, listener, other } = createBusyWorld();
    play(world, talker, transmission(CALL, 1));
    world.clock.advance(4.5);
    play(world, other, transmission({ ...SECOND, destination: 91 }, 1));
    expect(heardBy(listener)).toEqual(['1001:0', '1001:1', '1001:2', '2002:0', '2002:1', '2002:2']);
  });

  test('after the hang time another talkgroup is free to come', () => {
    const { world, talker, listener, other } = createBusyWorld();
    play(world, talker, transmission(CALL, 1));
    world.clock.advance(5);
    play(world, other, [headerOf(SECOND)]);
    expect(heardBy(listener).at(-1)).toBe('2002:0');
  });

  test('the other timeslot is a call of its own', () => {
    const { world, talker, listener, other } = createWorld();
    subscribe(world, LISTENER, 92, 1);
    play(world, talker, [headerOf(CALL)]);
    play(world, other, [headerOf(SECOND)]);
    play(world, talker, [voiceOf(CALL, 1)]);
    expect(heardBy(listener)).toEqual(['1001:0', '2002:0', '1001:1']);
  });

  test('two talkers on one talkgroup: the first is heard', () => {
    const { world, talker, listener, other } = createWorld();
    play(world, talker, [headerOf(CALL)]);
    play(world, other, [headerOf({ ...SECOND, destination: 91 })]);
    play(world, talker, [voiceOf(CALL, 1)]);
    expect(heardBy(listener)).toEqual(['1001:0', '1001:1']);
  });

  test('what the peer itself transmits wins over what is sent to it', () => {
    const { world, talker, listener } = createWorld();
    const own: Call = { ...CALL, peer: LISTENER, source: 1_000_002, destination: 92, stream: 3 };
    play(world, talker, [headerOf(CALL)]);
    play(world, listener, [headerOf(own)]);
    play(world, talker, [voiceOf(CALL, 1)]);
    play(world, listener, [terminatorOf(own, 1)]);
    play(world, talker, [voiceOf(CALL, 2)]);
    expect(heardBy(listener)).toEqual(['1001:0']);
  });

  test('after its own transmission the slot is kept for the answer', () => {
    const { world, talker, listener, other } = createBusyWorld();
    play(world, listener, transmission({ ...CALL, peer: LISTENER, destination: 92, stream: 3 }, 1));
    play(world, talker, [headerOf(CALL)]);
    play(world, other, [headerOf(SECOND)]);
    expect(heardBy(listener)).toEqual(['2002:0']);
  });

  test('a silent call frees the slot after a second and a half, and the answer its hang', () => {
    const { world, talker, listener, other } = createBusyWorld();
    play(world, talker, [headerOf(CALL)]);
    world.clock.advance(1.6);
    play(world, other, [headerOf(SECOND)]);
    expect(countOf(listener)).toBe(1);
    world.clock.advance(3.4);
    play(world, other, [headerOf({ ...SECOND, stream: 9 })]);
    // The first call has been given the terminator that it lacked.
    expect(heardBy(listener)).toEqual(['1001:0', '1001:1', '9:0']);
  });
});

describe('a call that lost the slot and runs on when the winner has ended', () => {
  const winner = { ...CALL, stream: 0x2002 } as const;
  const setUp = (destination: number) => {
    const { world, talker, listener, other } = createWorld();
    const loser = { ...CALL, peer: OTHER, source: 3, destination, stream: 0x3003 };
    subscribe(world, LISTENER, destination);
    play(world, talker, transmission(winner, 3).slice(0, -1));
    play(world, other, [headerOf(loser)]);
    play(world, talker, [terminatorOf(winner, 4)]);
    const before = countOf(listener);
    return { world, other, loser, heard: () => heardBy(listener).slice(before) };
  };

  test('on the same talkgroup it is joined late, with its next burst of voice', () => {
    const { world, other, loser, heard } = setUp(91);
    play(world, other, [voiceOf(loser, 1), voiceOf(loser, 2), terminatorOf(loser, 3)]);
    expect(heard()).toEqual(['3003:1', '3003:2', '3003:3']);
  });

  test('on another talkgroup only after the hang time', () => {
    const { world, other, loser, heard } = setUp(92);
    play(
      world,
      other,
      Array.from({ length: 100 }, (_, index) => voiceOf(loser, index + 1)),
    );
    const first = Number(heard()[0]?.split(':')[1]);
    expect([first > 80, first < 90]).toEqual([true, true]);
  });

  test('its terminator alone is delivered to nobody, and holds no slot', () => {
    const { world, other, loser, heard } = setUp(91);
    play(world, other, [terminatorOf(loser, 1)]);
    expect(heard()).toEqual([]);
  });
});

describe('what starts, goes on and ends a stream', () => {
  test('a lone terminator starts nothing', () => {
    const { world, talker, listener, dropped } = createWorld();
    play(world, talker, [terminatorOf(CALL, 9)]);
    expect([countOf(listener), dropped.late, world.network.subscriptions.of(TALKER)]).toEqual([0, 1, []]);
  });

  test('a stream may begin in the middle: its header may be lost', () => {
    const { world, talker, listener } = createWorld();
    play(world, talker, [voiceOf(CALL, 4), voiceOf(CALL, 5)]);
    expect(heardBy(listener)).toEqual(['1001:4', '1001:5']);
  });

  test('late bursts of an ended stream start nothing', () => {
    const { world, talker, listener, dropped } = createWorld();
    play(world, talker, transmission(CALL, 1));
    world.network.subscriptions.change(TALKER, () => []);
    play(world, talker, [voiceOf(CALL, 1), voiceOf(CALL, 3), terminatorOf(CALL, 4)]);
    world.clock.advance(20);
    play(world, talker, [terminatorOf(CALL, 5)]);
    expect([countOf(listener), dropped.late, world.network.subscriptions.of(TALKER)]).toEqual([3, 4, []]);
  });

  test('after a second and a half of silence it is over, and says why; what follows is heard as late entry', () => {
    const { world, talker, listener, dropped } = createWorld();
    play(world, talker, [headerOf(CALL)]);
    world.clock.advance(1.4);
    play(world, talker, [voiceOf(CALL, 1)]);
    world.clock.advance(1.5);
    play(world, talker, [voiceOf(CALL, 2)]);
    expect(heardBy(listener)).toEqual(['1001:0', '1001:1', '1001:2']);
    expect(dropped.late).toBe(0);
    expect(world.network.lastHeard.list()).toMatchObject([{ end: 'silence', source: CALL.source }]);
  });

  test('repeated and overtaken bursts are dropped, across the wrap of the sequence as well', () => {
    const { world, talker, listener, dropped } = createWorld();
    play(
      world,
      talker,
      [254, 255, 255, 0, 254, 1, 3, 2].map((sequence) => voiceOf(CALL, sequence)),
    );
    expect(heardBy(listener)).toEqual(['1001:254', '1001:255', '1001:0', '1001:1', '1001:3']);
    expect(dropped.repeated).toBe(3);
  });

  test('a stream that comes back through another peer is a loop, also after its end', () => {
    const { world, talker, listener, other, dropped } = createWorld();
    play(world, talker, [headerOf(CALL)]);
    play(world, other, [voiceOf({ ...CALL, peer: OTHER }, 1)]);
    play(world, talker, [terminatorOf(CALL, 2)]);
    play(world, other, [headerOf({ ...CALL, peer: OTHER })]);
    expect([heardBy(listener), dropped.loop]).toEqual([['1001:0', '1001:2'], 2]);
  });

  test.each([
    ['source', { source: 5 }],
    ['destination', { destination: 92 }],
    ['timeslot', { timeslot: 1 }],
    ['call type', { call: 'private' }],
  ] as const)('a burst of the stream with another %s is not of it', (_what, change) => {
    const { world, talker, listener, dropped } = createWorld();
    play(world, talker, [headerOf(CALL), voiceOf({ ...CALL, ...change }, 1), voiceOf(CALL, 2)]);
    expect([heardBy(listener), dropped.stray]).toEqual([['1001:0', '1001:2'], 1]);
  });

  test('another radio on the same slot waits a superframe; the same radio may press again at once', () => {
    const { world, talker, listener, dropped } = createWorld();
    const second = { ...CALL, source: 1_000_009, stream: 7 };
    play(world, talker, [headerOf(CALL), headerOf(second)]);
    world.clock.advance(0.36);
    play(world, talker, [voiceOf(second, 1), headerOf({ ...second, stream: 8 })]);
    // A hotspot takes no header while a call runs: the first one ends for it before another radio follows.
    expect([heardBy(listener), dropped.collision]).toEqual([['1001:0', '1001:1', '7:1', '8:0'], 1]);
  });

  test('three minutes are the longest transmission', () => {
    const { world, talker, listener } = createWorld();
    const bursts = Array.from({ length: 3010 }, (_, index) => voiceOf(CALL, index));
    play(world, talker, bursts);
    // 180 s of 60 ms each, and the one that begins them.
    expect(countOf(listener)).toBeGreaterThanOrEqual(3000);
    expect(countOf(listener)).toBeLessThanOrEqual(3001);
    expect(world.network.lastHeard.list()).toMatchObject([{ end: 'too-long' }]);
  });

  test('a flood is cut to the rate of a radio, a stalled network is not', () => {
    const { world, talker, listener, dropped } = createWorld();
    const stalled = Array.from({ length: 30 }, (_, index) => voiceOf(CALL, index));
    for (const burst of stalled) talker.send(burst);
    expect(countOf(listener)).toBe(30);
    const flood = Array.from({ length: 1000 }, (_, index) => voiceOf(CALL, 30 + index));
    for (const burst of flood) {
      talker.send(burst);
      world.clock.advance(0.001);
    }
    // 36 at once, and 25 in the second.
    expect(countOf(listener)).toBeLessThanOrEqual(36 + 25 + 1);
    expect(dropped['too-fast']).toBeGreaterThan(900);
  });

  test('the end of a stream passes the rate guard: no listener waits for its silence', () => {
    const { world, talker, listener } = createWorld();
    for (const burst of transmission(CALL, 60)) talker.send(burst);
    expect(heardBy(listener).at(-1)).toBe('1001:61');
    expect([...world.network.router.running()]).toEqual([]);
    // Once: terminators are no way around it.
    const sent = countOf(listener);
    for (let sequence = 62; sequence < 70; sequence++) talker.send(terminatorOf(CALL, sequence));
    expect(countOf(listener)).toBe(sent);
  });

  test('a peer that goes in the middle ends its stream, for its listeners, too', () => {
    const { world, talker, listener } = createWorld();
    play(world, talker, [headerOf(CALL)]);
    talker.stop();
    expect(heardBy(listener)).toEqual(['1001:0', '1001:1']);
    expect([[...world.network.router.running()], world.network.lastHeard.list()]).toMatchObject([
      [],
      [{ end: 'disconnected' }],
    ]);
  });

  test('bursts with fields the protocol does not know are counted and dropped', () => {
    const { talker, listener, dropped } = createWorld();
    talker.send(headerOf({ ...CALL, stream: 0 }));
    talker.send(headerOf({ ...CALL, source: 0 }));
    expect([countOf(listener), dropped.malformed]).toEqual([0, 2]);
  });
});

describe('data', () => {
  test('it passes to the listeners and never subscribes', () => {
    const { world, talker, listener } = createWorld();
    play(
      world,
      talker,
      [3, 6, 7].map((type, index) => dataOf({ ...CALL, stream: 50 + index }, 0, type)),
    );
    expect([countOf(listener), world.network.subscriptions.of(TALKER)]).toEqual([3, []]);
  });

  test('it keeps a slot for a superframe only, without hang time', () => {
    const { world, talker, listener, other } = createWorld();
    subscribe(world, LISTENER, 92);
    const voice: Call = { ...CALL, peer: OTHER, source: 5, destination: 92, stream: 9 };
    play(world, talker, [dataOf(CALL)]);
    play(world, other, [headerOf(voice)]);
    world.clock.advance(0.36);
    play(world, other, [voiceOf(voice, 1)]);
    expect(heardBy(listener)).toEqual(['1001:0', '9:1']);
  });

  test('voice that begins with a data burst subscribes with its first voice', () => {
    const { world, talker } = createWorld();
    play(world, talker, [dataOf(CALL, 0, 0)]);
    expect(world.network.subscriptions.of(TALKER)).toEqual([]);
    play(world, talker, [voiceOf(CALL, 1)]);
    expect(world.network.subscriptions.of(TALKER)).toMatchObject([{ talkgroup: 91, source: 'dynamic' }]);
  });
});

describe('private calls', () => {
  const PRIVATE: Call = { ...CALL, call: 'private', destination: 1_000_002 };
  const spoken: Call = { ...CALL, peer: OTHER, source: 1_000_002, destination: 92, stream: 77 };

  test('they go to the peer and timeslot where that radio was last heard, and only there', () => {
    const { world, talker, listener, other } = createWorld();
    play(world, other, transmission({ ...spoken, timeslot: 1 }, 1));
    world.clock.advance(6);
    play(world, talker, transmission(PRIVATE, 2));
    expect([countOf(other), timeslotsOf(other), countOf(listener)]).toEqual([4, [1], 0]);
    expect(world.network.subscriptions.of(TALKER)).toEqual([]);
  });

  test('a radio that was never heard, or is on the same peer, gets none', () => {
    const { world, talker, other } = createWorld();
    play(world, talker, transmission(PRIVATE, 1));
    play(world, talker, transmission({ ...spoken, peer: TALKER, stream: 78 }, 1));
    play(world, talker, transmission({ ...PRIVATE, stream: 79 }, 1));
    expect([countOf(talker), countOf(other)]).toEqual([0, 0]);
  });

  test('the slots of both are kept for the two radios', () => {
    const { world, talker, listener, other } = createWorld();
    subscribe(world, TALKER, 92);
    play(world, other, transmission(spoken, 1));
    world.clock.advance(6);
    play(world, talker, transmission(PRIVATE, 1));
    const before = countOf(talker);
    const third: Call = { ...spoken, peer: LISTENER, source: 4, stream: 80 };
    play(world, listener, transmission(third, 1));
    expect(countOf(talker)).toBe(before);
    play(world, other, transmission({ ...spoken, call: 'private', destination: CALL.source, stream: 81 }, 1));
    expect(heardBy(talker).slice(before)).toEqual(['51:0', '51:1', '51:2']);
    world.clock.advance(5);
    play(world, listener, transmission({ ...third, stream: 82 }, 1));
    expect(countOf(talker)).toBe(before + 6);
  });

  test('data to a radio goes the same way', () => {
    const { world, talker, other } = createWorld();
    play(world, other, transmission(spoken, 1));
    world.clock.advance(6);
    play(world, talker, [dataOf(PRIVATE)]);
    expect(countOf(other)).toBe(1);
  });
});
