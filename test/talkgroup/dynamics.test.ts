import { describe, expect, test } from 'vitest';
import { fromStored, toStored } from '../../src/talkgroup/state/activity-codec.ts';
import type { Subscription } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import { type Call, headerOf, transmission, voiceOf } from './fakes/bursts.ts';
import type { Hotspot } from './fakes/hotspot.ts';
import { createTestClock, NEW_YEAR } from './fakes/test-clock.ts';
import { createTestNetwork, type TestNetwork, toPeerRecord } from './fakes/test-network.ts';

const TALKER = 2_345_671;
const CALL: Call = { peer: TALKER, source: 1_000_001, destination: 91, timeslot: 2, stream: 1 };

const play = ({ clock }: TestNetwork, hotspot: Hotspot, bursts: readonly Buffer[]): void => {
  for (const burst of bursts) {
    hotspot.send(burst);
    clock.advance(0.06);
  }
};

const isDynamic = ({ network }: TestNetwork): boolean => network.subscriptions.of(TALKER).length > 0;

describe('a dynamic talkgroup', () => {
  test('lasts 15 minutes from the last voice of its peer, to the second', () => {
    const world = createTestNetwork();
    const talker = world.join(TALKER);
    play(world, talker, transmission(CALL, 10));
    const lastVoiceAt = world.clock.seconds() - 0.06;
    world.clock.advance(lastVoiceAt + 900 - 0.5 - world.clock.seconds());
    expect(isDynamic(world)).toBe(true);
    world.clock.advance(1);
    expect(isDynamic(world)).toBe(false);
  });

  test('every transmission of its peer starts the time anew, traffic from elsewhere does not', () => {
    const world = createTestNetwork();
    const talker = world.join(TALKER);
    const other = world.join(2_345_672);
    play(world, talker, transmission(CALL, 1));
    world.clock.advance(600);
    play(world, talker, transmission({ ...CALL, stream: 2 }, 1));
    world.clock.advance(600);
    play(world, other, transmission({ ...CALL, peer: 2_345_672, source: 9, stream: 3 }, 1));
    expect(isDynamic(world)).toBe(true);
    world.clock.advance(301);
    expect(isDynamic(world)).toBe(false);
  });

  test('with one minute of life it outlives a longer transmission', () => {
    const world = createTestNetwork();
    const talker = world.join(TALKER, { record: { expiryMinutes: 1 } });
    for (let sequence = 0; sequence < 2000; sequence++) {
      play(world, talker, [voiceOf(CALL, sequence)]);
      if (!isDynamic(world)) throw new Error(`gone at burst ${sequence}`);
    }
    world.clock.advance(59);
    expect(isDynamic(world)).toBe(true);
    world.clock.advance(2);
    expect(isDynamic(world)).toBe(false);
  });

  test('with an expiry of 0 it stays', () => {
    const world = createTestNetwork();
    play(world, world.join(TALKER, { record: { expiryMinutes: 0 } }), transmission(CALL, 1));
    world.clock.advance(2 * 86_400);
    expect(isDynamic(world)).toBe(true);
  });

  test('survives a reconnect', () => {
    const world = createTestNetwork();
    const talker = world.join(TALKER);
    play(world, talker, transmission(CALL, 1));
    talker.stop();
    world.clock.advance(100);
    world.join(TALKER);
    expect(isDynamic(world)).toBe(true);
  });

  test('survives a restart within its time, and not longer', () => {
    const before = createTestNetwork();
    const talker = before.join(TALKER);
    play(before, talker, transmission(CALL, 1));
    before.clock.advance(600);
    const activity = before.network.toActivity();

    const clock = createTestClock();
    clock.setWall(before.clock.wallSeconds() + 100);
    const after = createTestNetwork({ clock, activity, peers: [toPeerRecord(TALKER)] });
    clock.advance(198);
    expect(isDynamic(after)).toBe(true);
    clock.advance(3);
    expect(isDynamic(after)).toBe(false);
  });
});

describe('subscriptions on disk', () => {
  const list: readonly Subscription[] = [
    { talkgroup: 91, timeslot: 1, source: 'static', endsAtSeconds: Number.POSITIVE_INFINITY },
    { talkgroup: 92, timeslot: 2, source: 'disabled', endsAtSeconds: Number.POSITIVE_INFINITY },
    { talkgroup: 93, timeslot: 2, source: 'session', endsAtSeconds: Number.POSITIVE_INFINITY },
    { talkgroup: 94, timeslot: 2, source: 'dynamic', endsAtSeconds: 1300 },
    { talkgroup: 95, timeslot: 2, source: 'dynamic', endsAtSeconds: Number.POSITIVE_INFINITY },
  ];

  test('carry the time of day of their end; those of a session do not go there', () => {
    expect(toStored(list, createTestClock())).toEqual([
      { talkgroup: 91, timeslot: 1, source: 'static' },
      { talkgroup: 92, timeslot: 2, source: 'disabled' },
      { talkgroup: 94, timeslot: 2, source: 'dynamic', endsAt: NEW_YEAR + 300 },
      { talkgroup: 95, timeslot: 2, source: 'dynamic' },
    ]);
  });

  test('a clock that went back by years gives no dynamic one more than its whole time', () => {
    const clock = createTestClock();
    const stored = toStored(list, clock);
    clock.setWall(0);
    expect(fromStored(stored, toPeerRecord(TALKER), clock).map(({ endsAtSeconds }) => endsAtSeconds)).toEqual([
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      1900,
      1900,
    ]);
  });
});

test('24 hours: every expiry to the second, and nothing that grows', () => {
  const world = createTestNetwork();
  const { clock, network } = world;
  const peers = Array.from({ length: 20 }, (_, index) => 2_345_001 + index);
  const hotspots = peers.map((peer) => world.join(peer));
  const endsAt = new Map<number, number>();
  const errors: string[] = [];
  let stream = 100;
  let most = 0;

  const check = (): void => {
    for (const peer of peers) {
      const due = endsAt.get(peer) ?? Number.NEGATIVE_INFINITY;
      const isThere = network.subscriptions.of(peer).length > 0;
      // The sweep runs four times a second.
      if (isThere && clock.seconds() > due + 0.3) errors.push(`${peer} stays ${clock.seconds() - due} s too long`);
      if (!isThere && clock.seconds() < due - 0.001) errors.push(`${peer} goes ${due - clock.seconds()} s too early`);
    }
    most = Math.max(most, network.authenticator.pending() + [...network.router.running()].length);
    world.sent.length = 0;
    for (const hotspot of hotspots) hotspot.received.length = 0;
  };

  const endOfDay = clock.seconds() + 86_400;
  for (let turn = 0; clock.seconds() < endOfDay; turn++) {
    const index = (turn * 7) % peers.length;
    const peer = peers[index] ?? 0;
    const hotspot = hotspots[index];
    if (hotspot === undefined) throw new Error('no hotspot');
    const call: Call = {
      ...CALL,
      peer,
      source: 1_000_000 + peer,
      destination: turn % 3 === 0 ? 91 : 92,
      stream: stream++,
    };
    if (network.subscriptions.of(peer).every(({ talkgroup }) => talkgroup !== call.destination))
      network.subscriptions.change(peer, () => []);
    for (const burst of turn % 5 === 0 ? [headerOf(call)] : transmission(call, 3)) {
      hotspot.send(burst);
      endsAt.set(peer, clock.seconds() + 900);
      clock.advance(0.06);
    }
    for (let second = 0; second < 40 + (turn % 120); second++) {
      clock.advance(1);
      check();
    }
  }
  expect(errors).toEqual([]);
  expect(hotspots.map((hotspot) => hotspot.state())).toEqual(peers.map(() => 'running'));
  expect(most).toBeLessThanOrEqual(2);
  expect(network.lastHeard.list()).toHaveLength(100);
  expect(Object.values(network.counters.logins)).toEqual([20, 0, 0, 0, 0]);
});
