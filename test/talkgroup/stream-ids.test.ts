// Ids of streams are unique by convention only: what is whole, what is a loop and what is late is told by more.
import { describe, expect, test } from 'vitest';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import type { Timeslot } from '../../src/talkgroup/timeslot.ts';
import { type Call, dataOf, headerOf, terminatorOf, transmission, voiceOf } from './fakes/bursts.ts';
import type { Hotspot } from './fakes/hotspot.ts';
import { joinByUdp, startService } from './fakes/running-service.ts';
import { createTestNetwork, type TestNetwork } from './fakes/test-network.ts';

const [ONE, TWO, LISTENER] = [2_345_671, 2_345_672, 2_345_679];
const BURST_SECONDS = 0.06;
/** The first number of a generator that nobody seeded, and what XLX always sends. */
const [UNSEEDED, XLX] = [0x6b8b4567, 0xc0180000];

const callOf = (peer: number, stream: number, change: Partial<Call> = {}): Call => ({
  ...{ peer, source: peer, destination: 91, timeslot: 2, stream },
  ...change,
});

const createWorld = () => {
  const world = createTestNetwork();
  const [one, two, listener] = [world.join(ONE), world.join(TWO), world.join(LISTENER)];
  const subscribe = (talkgroup: number, timeslot: Timeslot): void => {
    world.network.subscriptions.change(LISTENER, (list) => setStatic(list, { talkgroup, timeslot, enabled: true }));
  };
  subscribe(91, 2);
  subscribe(92, 1);
  const { dropped } = world.network.counters;
  return { world, one, two, listener, dropped };
};

const play = ({ clock }: TestNetwork, hotspot: Hotspot, bursts: readonly Buffer[]): void => {
  for (const burst of bursts) {
    hotspot.send(burst);
    clock.advance(BURST_SECONDS);
  }
};

/** `radio:sequence`, with an h before a header and a t before a terminator; what came since the last time. */
const heardBy = (hotspot: Hotspot): readonly string[] =>
  hotspot.received
    .splice(0)
    .filter((datagram) => datagram.length === 55)
    .map((burst) => {
      const kind = (burst[15] ?? 0) & 0x3f;
      return `${kind === 0x21 ? 'h' : kind === 0x22 ? 't' : ''}${burst.readUIntBE(5, 3) % 10}:${burst[4]}`;
    });
const whole = (radio: number, length: number): readonly string[] => [
  `h${radio}:0`,
  ...Array.from({ length }, (_, index) => `${radio}:${index + 1}`),
  `t${radio}:${length + 1}`,
];

test('over UDP: soft clients that were just started, XLX, and a stall of two seconds', async () => {
  const service = await startService();
  await service.admin('catalogue add', ['91', 'World']);
  const [one, two, listener] = [
    await joinByUdp(service, ONE),
    await joinByUdp(service, TWO),
    await joinByUdp(service, LISTENER),
  ];
  await service.post('/api/set_talkgroup.json', { peer: String(LISTENER), token: listener.token, tg: '91' });
  const speak = async (hotspot: Hotspot, stream: number, stallSeconds = 0): Promise<readonly string[]> => {
    heardBy(listener);
    for (const [index, burst] of transmission(callOf(hotspot.peer, stream), 6).entries()) {
      if (index === 4) await service.pass(stallSeconds);
      hotspot.send(burst);
      await service.pass(BURST_SECONDS);
    }
    await service.pass(2);
    return heardBy(listener);
  };
  expect(await speak(one, UNSEEDED)).toEqual(whole(1, 6));
  expect(await speak(two, UNSEEDED)).toEqual(whole(2, 6));
  expect(await speak(one, XLX)).toEqual(whole(1, 6));
  expect(await speak(one, XLX)).toEqual(whole(1, 6));
  expect(await speak(one, 0x1234567, 2)).toEqual(whole(1, 6));
});

describe('an id that was used before', () => {
  test('three overs of one radio at once after each other', () => {
    const { world, one, listener } = createWorld();
    for (let over = 0; over < 3; over++) play(world, one, transmission(callOf(ONE, UNSEEDED), 18));
    expect(heardBy(listener)).toEqual([...whole(1, 18), ...whole(1, 18), ...whole(1, 18)]);
  });

  test('two clients that use it by turns, and one that uses it while the other speaks elsewhere', () => {
    const { world, one, two, listener } = createWorld();
    for (const [hotspot, radio] of [
      [one, 1],
      [two, 2],
      [one, 1],
      [two, 2],
    ] as const) {
      play(world, hotspot, transmission(callOf(hotspot.peer, UNSEEDED), 3));
      expect(heardBy(listener)).toEqual(whole(radio, 3));
      world.clock.advance(0.4);
    }
    const other = transmission(callOf(TWO, UNSEEDED, { destination: 92 }), 5);
    for (const [index, burst] of transmission(callOf(ONE, UNSEEDED), 5).entries()) {
      one.send(burst);
      play(world, two, [other[index] ?? burst]);
    }
    const heard = heardBy(listener);
    expect(heard.filter((burst) => burst.includes('1:'))).toEqual(whole(1, 5));
    expect(heard.filter((burst) => burst.includes('2:'))).toEqual(whole(2, 5));
  });

  test('both timeslots of a repeater at once', () => {
    const { world, one, listener } = createWorld();
    const first = transmission(callOf(ONE, XLX), 10);
    const second = transmission(callOf(ONE, XLX, { source: 5, destination: 92, timeslot: 1 }), 10);
    for (const [index, burst] of first.entries()) play(world, one, [burst, second[index] ?? burst]);
    const heard = heardBy(listener);
    expect(heard.filter((burst) => /1:/.test(burst))).toEqual(whole(1, 10));
    expect(heard.filter((burst) => /5:/.test(burst))).toEqual(whole(5, 10));
  });

  test('the next over after a lost terminator, and after a lost header as well', () => {
    const { world, one, listener } = createWorld();
    const over = transmission(callOf(ONE, XLX), 30);
    for (let pause = 0; pause < 8; pause++) {
      play(world, one, over.slice(0, -1));
      world.clock.advance(pause * 0.2);
      play(world, one, over);
      const heard = heardBy(listener);
      expect(heard.filter((burst) => burst === 'h1:0')).toHaveLength(2);
      expect(heard.slice(-32)).toEqual(whole(1, 30));
      world.clock.advance(6);
      heardBy(listener);
    }
    play(world, one, over.slice(0, -1));
    world.clock.advance(0.4);
    play(world, one, over.slice(1));
    expect(heardBy(listener).slice(-31)).toEqual(whole(1, 30).slice(1));
  });

  test.each([
    [1, 0.1],
    [2, 0.1],
    [3, 0],
    [5, 0],
    [7, 0],
  ])('the next over after one of %d bursts and a lost terminator, %d s later or more', (length, leastSeconds) => {
    const { world, one, listener } = createWorld();
    for (const pauseSeconds of [leastSeconds, 0.2, 0.4]) {
      play(world, one, transmission(callOf(ONE, XLX), length).slice(0, -1));
      world.clock.advance(pauseSeconds);
      play(world, one, transmission(callOf(ONE, XLX), 20));
      expect(heardBy(listener)).toEqual([...whole(1, length).slice(0, -1), ...whole(1, 20)]);
      world.clock.advance(6);
    }
  });

  test('a header that comes twice, the second time after voice, begins nothing new', () => {
    const { world, one, listener, dropped } = createWorld();
    const over = transmission(callOf(ONE, XLX), 10);
    play(world, one, over.slice(0, 1));
    for (const burst of [...over.slice(1, 2), ...over.slice(0, 1)]) one.send(burst);
    world.clock.advance(0.05);
    play(world, one, [...over.slice(0, 1), ...over.slice(2)]);
    expect(heardBy(listener)).toEqual(whole(1, 10));
    expect([world.network.counters.streams.voice, dropped.repeated]).toEqual([1, 2]);
  });

  test.each([1, 4, 7])('a header that %d bursts of voice have overtaken begins nothing new', (length) => {
    const { world, one, listener, dropped } = createWorld();
    const over = transmission(callOf(ONE, XLX), 10);
    play(world, one, [...over.slice(1, length + 1), ...over.slice(0, 1), ...over.slice(length + 1)]);
    expect(heardBy(listener)).toEqual(whole(1, 10).slice(1));
    expect([world.network.counters.streams.voice, dropped.repeated]).toEqual([1, 1]);
  });

  test('headers that come three times, or again during the over, begin nothing new', () => {
    const { world, one, listener } = createWorld();
    const call = callOf(ONE, XLX);
    play(world, one, [headerOf(call, 0), headerOf(call, 1), headerOf(call, 2)]);
    for (let sequence = 3; sequence < 40; sequence++)
      play(world, one, [sequence % 6 === 0 ? headerOf(call, sequence) : voiceOf(call, sequence)]);
    expect(heardBy(listener)).toHaveLength(40);
    expect(world.network.counters.streams.voice).toBe(1);
  });

  test('the second parrot call', () => {
    const { world, one } = createWorld();
    for (let call = 0; call < 3; call++) {
      heardBy(one);
      play(world, one, transmission(callOf(ONE, UNSEEDED, { destination: 9990 }), 18));
      world.clock.advance(5);
      expect(heardBy(one)).toEqual(whole(1, 18));
    }
  });

  test('private calls, to and fro', () => {
    const { world, one, two } = createWorld();
    const toTwo = callOf(ONE, UNSEEDED, { call: 'private', destination: TWO });
    const toOne = callOf(TWO, UNSEEDED, { call: 'private', destination: ONE });
    play(world, two, transmission(toOne, 1));
    for (let over = 0; over < 3; over++) {
      for (const hotspot of [one, two]) heardBy(hotspot);
      play(world, one, transmission(toTwo, 4));
      play(world, two, transmission(toOne, 4));
      expect([heardBy(one), heardBy(two)]).toEqual([whole(2, 4), whole(1, 4)]);
    }
  });

  test('data: every message, repeats of its bursts left out', () => {
    const { world, one, listener, dropped } = createWorld();
    for (let message = 0; message < 3; message++) {
      const header = dataOf(callOf(ONE, XLX), 0, 6);
      header.writeUInt32BE(message, 30);
      play(world, one, [header, header, dataOf(callOf(ONE, XLX), 1, 7), dataOf(callOf(ONE, XLX), 2, 7)]);
    }
    expect(heardBy(listener)).toEqual([0, 1, 2].flatMap(() => ['1:0', '1:1', '1:2']));
    expect(dropped.repeated).toBe(3);
  });
});

describe('a loop', () => {
  /** What the second peer sends back of the first one's over, `delaySeconds` later. */
  const loop = (delaySeconds: number, change: Partial<Call> = {}, length = 20) => {
    const { world, one, two, listener, dropped } = createWorld();
    const echo = transmission(callOf(ONE, XLX, { peer: TWO, ...change }), length);
    for (const [index, burst] of transmission(callOf(ONE, XLX), length).entries()) {
      one.send(burst);
      world.clock.after(delaySeconds, () => two.send(echo[index] ?? burst));
      world.clock.advance(BURST_SECONDS);
    }
    world.clock.advance(delaySeconds + 3);
    return { heard: heardBy(listener), dropped, world, two, listener };
  };

  test.each([0.1, 1, 3, 4.9])(
    'that takes %d s is heard by nobody, its tail and short overs included',
    (delaySeconds) => {
      for (const length of [1, 20, 200]) {
        const { heard, dropped } = loop(delaySeconds, {}, length);
        expect(heard).toEqual(whole(1, length));
        expect(dropped.loop + dropped.late).toBe(length + 2);
      }
    },
  );

  test('under another id is one, too; what a radio says later at the other peer is not', () => {
    const { heard, world, two, listener } = loop(0.9, { stream: 0x7777 });
    expect(heard).toEqual(whole(1, 20));
    play(world, two, transmission(callOf(ONE, 0x7777, { peer: TWO }), 3));
    expect(heardBy(listener)).toEqual(whole(1, 3));
  });

  test('with the same id from another radio, or to another talkgroup, is none', () => {
    for (const change of [{ source: TWO }, { destination: 92 }]) {
      const { dropped } = loop(0.5, change);
      expect(dropped.loop).toBe(0);
    }
  });

  test('is told from what the same person says with another client, under the same id', () => {
    const { world, one, two, listener } = createWorld();
    const speak = (hotspot: Hotspot, mark: number): void =>
      play(
        world,
        hotspot,
        transmission(callOf(ONE, UNSEEDED, { peer: hotspot.peer }), 10).map((burst, index) => {
          if (index > 0 && index < 11) burst.writeUInt32BE(mark + index, 24);
          return burst;
        }),
      );
    speak(one, 1000);
    world.clock.advance(2);
    heardBy(listener);
    speak(two, 2000);
    expect(heardBy(listener)).toEqual(whole(1, 10));
    world.clock.advance(2);
    speak(one, 2000);
    expect(heardBy(listener)).toEqual([]);
  });

  test('of data is told from another message that the same person sends with another client, under the same id', () => {
    const { world, one, two, listener, dropped } = createWorld();
    /** Two preambles, a header and blocks; `words` are in the blocks, and `sizes` in what goes before them. */
    const send = (hotspot: Hotspot, sizes: number, words: number): void =>
      play(
        world,
        hotspot,
        [3, 3, 6, 7, 7, 7, 7].map((type, index) => {
          const burst = dataOf(callOf(ONE, UNSEEDED, { peer: hotspot.peer }), index, type);
          burst.writeUInt32BE(type === 7 ? words + index : sizes + type, 24);
          return burst;
        }),
      );
    const message = [0, 1, 2, 3, 4, 5, 6].map((sequence) => `1:${sequence}`);
    const pass = (seconds: number): readonly string[] => {
      world.clock.advance(seconds);
      return heardBy(listener);
    };
    send(one, 1000, 5000);
    expect(pass(2)).toEqual(message);
    send(two, 1000, 5000);
    expect([pass(3), dropped.loop + dropped.repeated]).toEqual([[], 7]);
    world.clock.advance(30);
    send(one, 1000, 5000);
    expect(pass(2)).toEqual(message);
    send(two, 2000, 6000);
    expect(pass(2)).toEqual(message);
    world.clock.advance(30);
    send(one, 1000, 5000);
    expect(pass(2)).toEqual(message);
    send(two, 1000, 6000);
    expect(pass(2)).toEqual(message.slice(2));
  });

  test('is none when a radio changes the timeslot of its repeater', () => {
    const { world, one, listener } = createWorld();
    play(world, one, transmission(callOf(ONE, XLX, { timeslot: 1 }), 3));
    world.clock.advance(1.1);
    heardBy(listener);
    play(world, one, transmission(callOf(ONE, XLX), 3));
    expect(heardBy(listener)).toEqual(whole(1, 3));
  });

  test('of an over between two others of the same radio is one', () => {
    const { world, one, two, listener } = createWorld();
    play(world, one, transmission(callOf(ONE, XLX), 5));
    play(world, one, transmission(callOf(ONE, UNSEEDED), 5));
    world.clock.advance(1.5);
    play(world, two, transmission(callOf(ONE, XLX, { peer: TWO }), 5));
    play(world, two, transmission(callOf(ONE, UNSEEDED, { peer: TWO }), 5));
    expect(heardBy(listener)).toEqual([...whole(1, 5), ...whole(1, 5)]);
  });

  test('is no reason to pass over a hotspot that hears the same radio command the master', () => {
    const { world, one, two } = createWorld();
    for (const hotspot of [one, two]) {
      play(world, hotspot, transmission(callOf(hotspot.peer, 7, { source: hotspot.peer }), 1));
      world.clock.advance(1);
    }
    const unlink = (peer: number) => callOf(peer, XLX, { source: 5, destination: 4000 });
    for (const hotspot of [one, two]) hotspot.send(headerOf(unlink(hotspot.peer)));
    expect([ONE, TWO].map((peer) => world.network.subscriptions.of(peer))).toEqual([[], []]);
  });
});

describe('a stall', () => {
  test.each([1.6, 2.3])('of %d s: the over goes on, without an end between', (seconds) => {
    const { world, one, listener } = createWorld();
    const over = transmission(callOf(ONE, 0x1001), 10);
    play(world, one, over.slice(0, 4));
    world.clock.advance(seconds);
    play(world, one, over.slice(4));
    expect(heardBy(listener)).toEqual(whole(1, 10));
  });

  test.each([3, 10, 29])('of %d s: its listeners get an end meanwhile, and then hear the rest', (seconds) => {
    const { world, one, listener } = createWorld();
    const over = transmission(callOf(ONE, 0x1001), 10);
    play(world, one, over.slice(0, 4));
    world.clock.advance(seconds);
    expect(heardBy(listener)).toEqual([...whole(1, 10).slice(0, 4), 't1:4']);
    play(world, one, over.slice(4));
    expect(heardBy(listener)).toEqual(whole(1, 10).slice(4));
  });

  test('in which another peer answers: its over is whole, then the rest is heard', () => {
    const { world, one, two, listener } = createWorld();
    const over = transmission(callOf(ONE, XLX), 10);
    play(world, one, over.slice(0, 4));
    world.clock.advance(0.4);
    const answer = transmission(callOf(TWO, XLX), 5);
    play(world, two, answer.slice(0, 3));
    play(world, one, over.slice(4, 6));
    play(world, two, answer.slice(3));
    play(world, one, over.slice(6));
    expect(heardBy(listener)).toEqual([...whole(1, 10).slice(0, 4), 't1:4', ...whole(2, 5), ...whole(1, 10).slice(6)]);
  });
});

test.each([2, 20])('a parrot call with a stall of %d s comes back as one, or in two parts', (seconds) => {
  const { world, one } = createWorld();
  const over = transmission(callOf(ONE, XLX, { destination: 9990 }), 40);
  play(world, one, over.slice(0, 11));
  world.clock.advance(seconds);
  const before = heardBy(one);
  expect(before).toEqual(seconds === 2 ? [] : [...whole(1, 40).slice(0, 11), 't1:11']);
  play(world, one, over.slice(11));
  world.clock.advance(10);
  expect(heardBy(one)).toEqual(whole(1, 40).slice(seconds === 2 ? 0 : 11));
});

describe('after a lost terminator', () => {
  test('the answer of another peer gets the slot after 0.4 s, everywhere, and the first call is ended', () => {
    const { world, one, two, listener } = createWorld();
    play(world, two, transmission(callOf(TWO, 1), 1));
    play(world, one, transmission(callOf(ONE, XLX), 6).slice(0, -1));
    for (const hotspot of [one, listener]) heardBy(hotspot);
    world.clock.advance(0.4 - BURST_SECONDS);
    play(world, two, transmission(callOf(TWO, XLX), 6));
    expect(heardBy(listener)).toEqual(['t1:7', ...whole(2, 6)]);
    expect(heardBy(one)).toEqual(whole(2, 6));
  });

  /** What a radio says at a peer under the one id, other words for each mark. */
  const overOf = (peer: number, mark: number, length: number): readonly Buffer[] =>
    transmission(callOf(ONE, UNSEEDED, { peer }), length).map((burst, index) => {
      if (index > 0 && index <= length) burst.writeUInt32BE(mark + index, 24);
      return burst;
    });

  describe.each([0.4, 0.6, 1, 1.45, 1.6, 2, 2.9, 4.5])('a radio that moves is heard whole after %d s', (seconds) => {
    const move = (spoken: number, prepare?: (world: TestNetwork) => void) => {
      const { world, one, two, listener, dropped } = createWorld();
      play(world, one, overOf(ONE, 1000, 6).slice(0, spoken));
      prepare?.(world);
      world.clock.advance(seconds - BURST_SECONDS);
      play(world, two, overOf(TWO, 2000, 6));
      world.clock.advance(6);
      return { heard: heardBy(listener).filter((burst) => !burst.startsWith('t1:') || burst === 't1:7'), dropped };
    };

    test.each([7, 1])('whose first call broke off after %d bursts', (spoken) => {
      const { heard, dropped } = move(spoken);
      expect(heard.slice(0, spoken)).toEqual(whole(1, 6).slice(0, spoken));
      expect(heard.slice(-8)).toEqual(whole(1, 6));
      expect([dropped.loop, dropped.repeated]).toEqual([0, 0]);
    });

    test('whose first call ended well', () => {
      const { heard } = move(8);
      expect(heard).toEqual([...whole(1, 6), ...whole(1, 6)]);
    });

    test('although another peer sends its first call back', () => {
      const { heard } = move(7, (world) => {
        const looper = world.join(2_345_675);
        for (const burst of overOf(looper.peer, 1000, 6).slice(0, 7)) looper.send(burst);
      });
      expect(heard.slice(-8)).toEqual(whole(1, 6));
    });
  });

  test('what comes back of a call that broke off is heard by nobody, and neither is a header alone', () => {
    for (const seconds of [0.4, 1, 2, 4]) {
      const { world, one, two, listener, dropped } = createWorld();
      play(world, one, overOf(ONE, 1000, 6).slice(0, -1));
      world.clock.advance(seconds - BURST_SECONDS);
      play(world, two, overOf(TWO, 1000, 6).slice(0, -1));
      world.clock.advance(6);
      expect(heardBy(listener)).toEqual([...whole(1, 6).slice(0, -1), 't1:7']);
      expect(dropped.loop).toBe(7);
      play(world, one, overOf(ONE, 3000, 6));
      world.clock.advance(1);
      play(world, two, [headerOf(callOf(ONE, UNSEEDED, { peer: TWO }))]);
      world.clock.advance(3);
      expect(heardBy(listener)).toEqual(whole(1, 6));
      expect(dropped.loop).toBe(8);
    }
  });

  test('a radio that moved is heard whole when it presses again at once', () => {
    const { world, one, two, listener } = createWorld();
    play(world, one, overOf(ONE, 1000, 6));
    world.clock.advance(0.6);
    for (let over = 2; over < 5; over++) play(world, two, overOf(TWO, over * 1000, 6));
    expect(heardBy(listener)).toEqual([1, 2, 3, 4].flatMap(() => whole(1, 6)));
  });

  test('a header that is sent three times, and silence that was sent before, do not cost the header', () => {
    const { world, one, two, listener } = createWorld();
    play(world, one, overOf(ONE, 1000, 6).slice(0, 7));
    world.clock.advance(0.6);
    heardBy(listener);
    const call = callOf(ONE, UNSEEDED, { peer: TWO });
    const [silence, voice] = [overOf(ONE, 1000, 6)[3], overOf(ONE, 2000, 6)[4]].map((burst) =>
      Buffer.from(burst ?? []),
    );
    silence?.writeUInt32BE(TWO, 11);
    voice?.writeUInt32BE(TWO, 11);
    play(
      world,
      two,
      [0, 1, 2].map((sequence) => headerOf(call, sequence)),
    );
    play(
      world,
      two,
      [silence, voice].filter((burst) => burst !== undefined),
    );
    expect(heardBy(listener)).toEqual(['t1:7', 'h1:2', '1:4']);
  });

  test('who talks over a call does not get the slot in its short gaps', () => {
    const { world, one, two, listener } = createWorld();
    play(world, one, [headerOf(callOf(ONE, 1)), voiceOf(callOf(ONE, 1), 1)]);
    play(world, two, [headerOf(callOf(TWO, 2))]);
    play(world, one, [voiceOf(callOf(ONE, 1), 2)]);
    for (let sequence = 1; sequence < 10; sequence++) play(world, two, [voiceOf(callOf(TWO, 2), sequence)]);
    play(world, one, [voiceOf(callOf(ONE, 1), 3), terminatorOf(callOf(ONE, 1), 4)]);
    expect(heardBy(listener)).toEqual(['h1:0', '1:1', '1:2', '1:3', 't1:4']);
  });

  test('the listeners of a call that nobody answers get a terminator, once', () => {
    const { world, one, two, listener } = createWorld();
    play(world, one, transmission(callOf(ONE, XLX), 3).slice(0, -1));
    world.clock.advance(20);
    expect(heardBy(listener)).toEqual([...whole(1, 3).slice(0, -1), 't1:4']);
    play(world, two, transmission(callOf(TWO, XLX), 3));
    expect(heardBy(listener)).toEqual(whole(2, 3));
  });
});

describe('a button that is stuck', () => {
  const hold = (world: TestNetwork, hotspot: Hotspot, seconds: number, from = 1): number => {
    const bursts = Math.round(seconds / BURST_SECONDS);
    for (let index = 0; index < bursts; index++) play(world, hotspot, [voiceOf(callOf(ONE, XLX), from + index)]);
    return from + bursts;
  };

  test('stays cut until it is released: by its end, or by another press', () => {
    const { world, one, listener, dropped } = createWorld();
    for (const isEnded of [true, false]) {
      play(world, one, [headerOf(callOf(ONE, XLX))]);
      const next = hold(world, one, 185);
      const cut = heardBy(listener);
      expect([cut.length, cut.at(-1)?.slice(0, 2)]).toEqual([3001, 't1']);
      hold(world, one, 300, next);
      world.clock.advance(20);
      hold(world, one, 10, next);
      expect(heardBy(listener)).toEqual([]);
      if (isEnded) play(world, one, [terminatorOf(callOf(ONE, XLX), 0)]);
      world.clock.advance(isEnded ? 0 : 1);
      play(world, one, transmission(callOf(ONE, XLX), 5));
      expect(heardBy(listener)).toEqual(whole(1, 5));
    }
    expect(dropped['too-long']).toBeGreaterThan(2 * 5000);
  });

  test('stays cut when a second hotspot hears the same radio, whatever ids the two make', () => {
    for (const id of [XLX, UNSEEDED]) {
      const { world, one, two, listener } = createWorld();
      for (let index = 0; index < 400 / BURST_SECONDS; index++) {
        one.send(voiceOf(callOf(ONE, XLX), index));
        two.send(voiceOf(callOf(TWO, id, { source: ONE }), index));
        world.clock.advance(BURST_SECONDS);
      }
      expect(heardBy(listener).length).toBe(3001);
    }
  });

  test('is cut although the network stalls now and then, and lets others speak', () => {
    const { world, one, two, listener } = createWorld();
    play(world, one, [headerOf(callOf(ONE, XLX))]);
    let next = 1;
    for (let minute = 0; minute < 6; minute++) {
      next = hold(world, one, 55, next);
      world.clock.advance(5);
    }
    expect(heardBy(listener).length).toBeLessThan(3010);
    hold(world, one, 1, next);
    play(world, two, transmission(callOf(TWO, XLX), 5));
    expect(heardBy(listener)).toEqual(whole(2, 5));
  });
});
