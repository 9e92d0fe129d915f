import { describe, expect, test } from 'vitest';
import { goodbyeBytes } from '../../src/talkgroup/homebrew/message-bytes.ts';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import { type Call, headerOf, transmission, voiceOf } from './fakes/bursts.ts';
import { burstsOf, type Hotspot } from './fakes/hotspot.ts';
import { createTestNetwork, type TestNetwork } from './fakes/test-network.ts';

const TALKER = 2_345_671;
const LISTENER = 2_345_672;
const PARROT: Call = { peer: TALKER, source: 1_000_001, destination: 9990, timeslot: 2, stream: 0x1001 };

const play = ({ clock }: TestNetwork, hotspot: Hotspot, bursts: readonly Buffer[]): void => {
  for (const burst of bursts) {
    hotspot.send(burst);
    clock.advance(0.06);
  }
};

const createWorld = () => {
  const world = createTestNetwork();
  return { world, talker: world.join(TALKER), listener: world.join(LISTENER) };
};

describe('9990, the parrot', () => {
  test.each(['group', 'private'] as const)('a %s call comes back as it was, to its peer only', (call) => {
    const { world, talker, listener } = createWorld();
    world.network.subscriptions.change(LISTENER, (list) =>
      setStatic(list, { talkgroup: 9990, timeslot: 2, enabled: true }),
    );
    const bursts = transmission({ ...PARROT, call }, 20);
    play(world, talker, bursts);
    world.clock.advance(2.4);
    expect(burstsOf(talker)).toEqual([]);
    world.clock.advance(0.05);
    expect(burstsOf(talker)).toEqual(bursts.slice(0, 1));
    world.clock.advance(0.6);
    expect(burstsOf(talker)).toHaveLength(11);
    world.clock.advance(5);
    expect(burstsOf(talker)).toEqual(bursts);
    expect([burstsOf(listener), world.network.counters.bursts.sent]).toEqual([[], bursts.length]);
    expect(world.network.subscriptions.of(TALKER)).toEqual([]);
  });

  test('without a terminator it answers after the silence', () => {
    const { world, talker } = createWorld();
    play(world, talker, [headerOf(PARROT), voiceOf(PARROT, 1)]);
    world.clock.advance(1.5);
    expect(burstsOf(talker)).toEqual([]);
    world.clock.advance(3);
    // The third is the terminator that was missing.
    expect(burstsOf(talker).map((burst) => (burst[15] ?? 0) & 0x3f)).toEqual([0x21, 0x10, 0x22]);
  });

  test('it stops when the user speaks again', () => {
    const { world, talker } = createWorld();
    play(world, talker, transmission(PARROT, 50));
    world.clock.advance(3);
    const before = burstsOf(talker).length;
    play(world, talker, [headerOf({ ...PARROT, destination: 91, stream: 2 })]);
    world.clock.advance(5);
    expect(before).toBeGreaterThan(5);
    expect(burstsOf(talker)).toHaveLength(before);
  });

  test('it stops when the hotspot goes', () => {
    const { world, talker } = createWorld();
    play(world, talker, transmission(PARROT, 50));
    talker.send(goodbyeBytes(TALKER));
    world.clock.advance(10);
    expect(burstsOf(talker)).toEqual([]);
  });

  test('it keeps the pace of a radio over a long transmission', () => {
    const { world, talker } = createWorld();
    play(world, talker, transmission(PARROT, 1000));
    world.clock.advance(2.44);
    const startedAt = world.clock.seconds();
    while (burstsOf(talker).length < 1002) world.clock.advance(0.06);
    expect(world.clock.seconds() - startedAt).toBeCloseTo(1001 * 0.06, 0);
  });

  describe.each([0, 1])(
    'while another hotspot presses without pause on both slots, with %d bursts of voice',
    (length) => {
      const createBusyWorld = () => {
        const { world, talker, listener } = createWorld();
        let stream = 0x2000;
        const tap = (seconds: number, eachTime: (tapIndex: number) => void = () => undefined): void => {
          for (let index = 0; index < seconds / 0.06; index++) {
            for (const timeslot of [1, 2] as const) {
              stream++;
              const call: Call = { ...PARROT, peer: LISTENER, source: 5, stream, timeslot };
              for (const burst of transmission(call, length).slice(0, -1)) listener.send(burst);
            }
            eachTime(index);
            world.clock.advance(0.06);
          }
        };
        return { world, talker, tap };
      };

      test('a call comes back whole', () => {
        const { talker, tap } = createBusyWorld();
        tap(4);
        const bursts = transmission(PARROT, 12);
        tap(8, (index) => {
          const burst = bursts[index];
          if (burst !== undefined) talker.send(burst);
        });
        expect(burstsOf(talker)).toEqual(bursts);
      });

      test('a call that came before comes back whole', () => {
        const { world, talker, tap } = createBusyWorld();
        const bursts = transmission(PARROT, 60);
        play(world, talker, bursts);
        tap(8);
        expect(burstsOf(talker)).toEqual(bursts);
      });
    },
  );
});

describe('4000, unlink', () => {
  test.each(['group', 'private'] as const)('a %s call ends the dynamic talkgroups of its timeslot', (call) => {
    const { world, talker } = createWorld();
    const spoken = { ...PARROT, destination: 91 };
    play(world, talker, transmission({ ...spoken, stream: 1 }, 1));
    play(world, talker, transmission({ ...spoken, stream: 2, destination: 92, timeslot: 1 }, 1));
    world.network.subscriptions.change(TALKER, (list) =>
      setStatic(list, { talkgroup: 93, timeslot: 2, enabled: true }),
    );
    play(world, talker, transmission({ ...PARROT, destination: 4000, call, stream: 3 }, 1));
    expect(world.network.subscriptions.of(TALKER)).toMatchObject([
      { talkgroup: 92, timeslot: 1, source: 'dynamic' },
      { talkgroup: 93, timeslot: 2, source: 'static' },
    ]);
  });

  test('a call that runs on a dropped talkgroup ends for the peer', () => {
    const { world, talker, listener } = createWorld();
    play(world, talker, transmission({ ...PARROT, destination: 91, timeslot: 1, stream: 1 }, 1));
    world.clock.advance(6);
    const running: Call = { ...PARROT, peer: LISTENER, source: 5, destination: 91, stream: 2 };
    play(world, listener, [headerOf(running)]);
    expect(burstsOf(talker)).toHaveLength(1);
    play(world, talker, transmission({ ...PARROT, destination: 4000, timeslot: 1, stream: 3 }, 0));
    play(world, listener, [voiceOf(running, 1)]);
    expect(burstsOf(talker)).toHaveLength(1);
  });
});

describe('options of a peer', () => {
  test('they are acknowledged and change nothing, as the API rules', () => {
    const world = createTestNetwork();
    const hotspot = world.join(TALKER, { options: 'TS1=91;TS2=92' });
    expect([hotspot.state(), world.network.subscriptions.of(TALKER)]).toEqual(['running', []]);
  });

  test.each([
    ['quoted', '"TS1=91;TS2=92"'],
    ['of 308 bytes', `TS1=91;TS2=92${'\0'.repeat(287)}`],
  ])('a peer that may has them as session talkgroups: %s', (_name, options) => {
    const world = createTestNetwork();
    const hotspot = world.join(TALKER, { options, record: { options: 'session' } });
    expect([hotspot.state(), world.network.subscriptions.of(TALKER)]).toMatchObject([
      'running',
      [
        { talkgroup: 91, timeslot: 1, source: 'session' },
        { talkgroup: 92, timeslot: 2, source: 'session' },
      ],
    ]);
  });

  test('they are cut to what the peer may use, follow later changes, and end with the session', () => {
    const world = createTestNetwork();
    const record = { options: 'session', allowed: [[91, 92]] } as const;
    const hotspot = world.join(TALKER, { options: 'TS2=91,92,93,94,4000,9990', record });
    const now = () =>
      world.network.subscriptions.of(TALKER).map(({ talkgroup, timeslot }) => `${talkgroup}/${timeslot}`);
    expect(now()).toEqual(['91/2', '92/2']);
    hotspot.setOptions('TS1=91;TS2_1=92');
    expect(now()).toEqual(['91/1', '92/2']);
    hotspot.setOptions('TS1=');
    expect(now()).toEqual(['92/2']);
    hotspot.stop();
    expect(now()).toEqual([]);
  });

  test('one login as simplex changes no stored timeslot: the next one as duplex has them as they were set', () => {
    const stored = ({ network }: TestNetwork) =>
      network
        .toActivity()
        .subscriptions.flatMap(([, list]) => list.map(({ talkgroup, timeslot }) => [talkgroup, timeslot]));
    const world = createTestNetwork();
    const listener = world.join(LISTENER);
    for (const [talkgroup, timeslot] of [
      [91, 1],
      [92, 2],
    ] as const)
      world.network.subscriptions.change(LISTENER, (list) => setStatic(list, { talkgroup, timeslot, enabled: true }));
    listener.stop();
    const simplex = world.join(LISTENER, { configuration: { slots: 4 } });
    const view = () => world.network.subscriptions.of(LISTENER).map(({ talkgroup, timeslot }) => [talkgroup, timeslot]);
    expect([view(), stored(world)]).toEqual([
      [
        [91, 2],
        [92, 2],
      ],
      [
        [91, 1],
        [92, 2],
      ],
    ]);
    // Spoken to as static there; what it adds by voice goes with 4000.
    play(world, simplex, transmission({ ...PARROT, peer: LISTENER, destination: 91, stream: 5 }, 1));
    play(world, simplex, transmission({ ...PARROT, peer: LISTENER, destination: 262, stream: 6 }, 1));
    expect(view()).toEqual([
      [91, 2],
      [92, 2],
      [262, 2],
    ]);
    play(world, simplex, transmission({ ...PARROT, peer: LISTENER, destination: 4000, stream: 7 }, 1));
    simplex.stop();
    world.join(LISTENER);
    expect(view()).toEqual([
      [91, 1],
      [92, 2],
    ]);
  });

  test('a simplex peer ends with 4000 what it had dynamic on the other timeslot as duplex', () => {
    const world = createTestNetwork();
    const duplex = world.join(TALKER);
    play(world, duplex, transmission({ ...PARROT, destination: 262, timeslot: 1 }, 1));
    duplex.stop();
    const simplex = world.join(TALKER, { configuration: { slots: 4 } });
    expect(world.network.subscriptions.of(TALKER)).toMatchObject([{ talkgroup: 262, timeslot: 2, source: 'dynamic' }]);
    play(world, simplex, transmission({ ...PARROT, destination: 4000, stream: 7 }, 1));
    expect(world.network.subscriptions.of(TALKER)).toEqual([]);
  });

  test('a simplex peer has them all on timeslot 2', () => {
    const world = createTestNetwork();
    world.join(TALKER, { options: 'TS1=91;TS2=92', record: { options: 'session' }, configuration: { slots: 4 } });
    expect(world.network.subscriptions.of(TALKER)).toMatchObject([
      { talkgroup: 91, timeslot: 2 },
      { talkgroup: 92, timeslot: 2 },
    ]);
  });
});
