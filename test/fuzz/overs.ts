// Overs of many peers whose clients have four ids between them, and peers that send back all they hear: every over
// has to arrive whole, and nothing twice.
import { toBurst } from '../../src/talkgroup/homebrew/burst.ts';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import type { Timeslot } from '../../src/talkgroup/timeslot.ts';
import { type Call, dataOf, headerOf, terminatorOf, voiceOf } from '../talkgroup/fakes/bursts.ts';
import type { Hotspot } from '../talkgroup/fakes/hotspot.ts';
import { createTestNetwork, type TestNetwork } from '../talkgroup/fakes/test-network.ts';
import { createRandom, type Random } from './random.ts';

const IDS = [0x6b8b4567, 0x327b23c6, 0xc0180000, 1];
const BURST_SECONDS = 0.06;
const MAGIC = 0xf731;
/** Ticks after which another radio may follow a call without an end. */
const PAUSE = 7;

/** Who speaks in a conversation: a peer, and the timeslot it is on there. */
interface Seat {
  readonly hotspot: Hotspot;
  readonly timeslot: Timeslot;
  readonly radios: readonly number[];
}

interface Over {
  /** What is sent at each tick; nothing while the network stalls. */
  readonly ticks: readonly (readonly Buffer[])[];
  readonly marks: readonly string[];
  /** How often its listeners may be given a terminator of the master's. */
  readonly ends: number;
  readonly isEnded: boolean;
}

interface Conversation {
  readonly seats: readonly Seat[];
  toCall(seat: Seat): Omit<Call, 'peer' | 'timeslot' | 'stream'>;
  /** Who has to hear what a seat says. */
  listenersOf(seat: Seat): readonly Hotspot[];
  over: Over | undefined;
  at: number;
  restTicks: number;
  awaited: readonly Hotspot[];
}

interface OversReport {
  readonly bursts: number;
  readonly overs: number;
  readonly echoes: number;
  readonly problems: readonly string[];
}

const mark = (burst: Buffer, over: number, index: number): Buffer => {
  burst.writeUInt16BE(MAGIC, 20);
  burst.writeUInt32BE(over, 22);
  burst.writeUInt16BE(index, 26);
  return burst;
};

/** The marks of the bursts a hotspot got since the last time; the master's own terminators have none. */
const takeMarks = (hotspot: Hotspot): { readonly marks: readonly string[]; readonly ends: number } => {
  const bursts = hotspot.received.splice(0).filter(({ length }) => length === 55);
  const marked = bursts.filter((burst) => burst.readUInt16BE(20) === MAGIC);
  return {
    marks: marked.map((burst) => `${burst.readUInt32BE(22)}:${burst.readUInt16BE(26)}`),
    ends: bursts.length - marked.length,
  };
};

const toPause = (ticks: number): readonly (readonly Buffer[])[] => Array.from({ length: ticks }, () => []);

const composeOver = (random: Random, call: Call, number: number): Over => {
  const isData = random.int(8) === 0;
  const length = 1 + random.int(random.int(10) === 0 ? 400 : 30);
  const isEnded = !isData && random.int(6) > 0;
  const all = isData
    ? Array.from({ length }, (_, index) => dataOf(call, index, index === 0 ? random.pick([3, 6]) : 7))
    : [
        headerOf(call),
        ...Array.from({ length }, (_, index) => voiceOf(call, index + 1)),
        ...(isEnded ? [terminatorOf(call, length + 1)] : []),
      ];
  const isHeaderLost = !isData && random.int(12) === 0;
  const bursts = all.map((burst, index) => mark(burst, number, index)).slice(isHeaderLost ? 1 : 0);
  const stallTicks = random.int(10) === 0 && !isData ? random.pick([5, 20, 26, 40, 60, 200, 450]) : 0;
  // A terminator that comes after more than 2.5 s has been given by the master.
  const stallAt = stallTicks === 0 ? -1 : 1 + random.int(stallTicks > 40 ? length - 1 : length);
  return {
    ticks: [
      // Without a header it could be the rest of a short over before.
      ...toPause(isHeaderLost ? PAUSE : 0),
      ...bursts.flatMap((burst, index) => [
        ...toPause(index === stallAt ? stallTicks : 0),
        random.int(30) === 0 ? [burst, burst] : [burst],
      ]),
    ],
    marks: bursts.map((burst) => `${burst.readUInt32BE(22)}:${burst.readUInt16BE(26)}`),
    ends: (isEnded ? 0 : 1) + (stallAt < 0 ? 0 : 1),
    isEnded,
  };
};

/** A peer that sends back what it hears, a while later: with the ids it came with, or under one of its own. */
const createLooper = (world: TestNetwork, hotspot: Hotspot, random: Random, ownId: number | undefined) => {
  const queue: { readonly burst: Buffer; readonly at: number }[] = [];
  const { address } = world.endpointOf(hotspot.peer);
  let delayTicks = 1;
  return (tick: number): number => {
    if (queue.length === 0) delayTicks = 1 + random.int(ownId === undefined ? 50 : 14);
    for (const { datagram: burst, to } of world.sent)
      if (to.address === address && burst.length === 55) queue.push({ burst, at: tick + delayTicks });
    let sent = 0;
    for (let next = queue[0]; next !== undefined && next.at <= tick; next = queue[0]) {
      queue.shift();
      const echo = Buffer.from(next.burst);
      if (ownId !== undefined) echo.writeUInt32BE(ownId, 16);
      const read = toBurst(echo);
      if (read !== undefined) world.network.router.receive(hotspot.peer, read, echo);
      sent++;
    }
    return sent;
  };
};

const TALKGROUPS = [91, 92, 93, 262, 5_090_600];

const createScene = (random: Random) => {
  const world = createTestNetwork();
  let peers = 2_345_000;
  const join = (): Hotspot => world.join(peers++);
  const seatOf = (hotspot: Hotspot, timeslot: Timeslot, radio: number): Seat => ({
    ...{ hotspot, timeslot },
    radios: [radio, radio + 1],
  });
  // A repeater with a talkgroup on each of its timeslots.
  const repeater = join();
  const loopers: ((tick: number) => number)[] = [];
  const idle: Conversation[] = [];

  for (const [index, talkgroup] of TALKGROUPS.entries()) {
    const listener = join();
    const looper = join();
    for (const { peer } of [listener, looper])
      world.network.subscriptions.change(peer, (list) => setStatic(list, { talkgroup, timeslot: 2, enabled: true }));
    loopers.push(createLooper(world, looper, random, index < 3 ? undefined : IDS[index - 2]));
    const seats = Array.from({ length: 3 }, (_, seat) => seatOf(join(), 2, 1_000_000 + index * 100 + seat * 10));
    if (index < 2) seats.push(seatOf(repeater, index === 0 ? 1 : 2, 1_000_000 + index * 100 + 90));
    idle.push({
      ...{ seats, over: undefined, at: 0, restTicks: index, awaited: [] },
      toCall: (seat) => ({ source: random.pick(seat.radios), destination: talkgroup }),
      listenersOf: () => [listener, looper],
    });
  }
  for (let pair = 0; pair < 2; pair++) {
    const seats = [0, 1].map((seat) => ({ ...seatOf(join(), 2, 0), radios: [1_900_000 + pair * 10 + seat] }));
    const otherOf = (seat: Seat): Seat | undefined => seats.find((one) => one !== seat);
    // Each has to be known before it can be called.
    for (const { hotspot, radios } of seats) {
      const call = { peer: hotspot.peer, source: radios[0] ?? 0, destination: 4000, timeslot: 2, stream: 9 } as const;
      for (const burst of [headerOf(call), terminatorOf(call, 1)]) hotspot.send(burst);
    }
    idle.push({
      ...{ seats, over: undefined, at: 0, restTicks: pair, awaited: [] },
      toCall: (seat) => ({
        ...{ source: seat.radios[0] ?? 0, destination: otherOf(seat)?.radios[0] ?? 0 },
        call: 'private',
      }),
      listenersOf: (seat) => [otherOf(seat)?.hotspot].filter((one) => one !== undefined),
    });
  }
  world.clock.advance(6);
  return { world, conversations: idle, loopers };
};

/** Lets all speak until so many bursts were sent, the echoes not counted. */
export const runOvers = (options: { readonly bursts: number; readonly seed: number }): OversReport => {
  const random = createRandom(options.seed);
  const { world, conversations, loopers } = createScene(random);
  const problems: string[] = [];
  let [bursts, overs, echoes, missing, given] = [0, 0, 0, 0, 0];

  const judge = (conversation: Conversation): void => {
    const { over, awaited } = conversation;
    if (over === undefined) return;
    missing += over.ends * awaited.length;
    for (const hotspot of awaited) {
      const { marks, ends } = takeMarks(hotspot);
      given += ends;
      if (marks.join() === over.marks.join()) continue;
      problems.push(`${hotspot.peer} heard ${marks.join(' ')} of ${over.marks.join(' ')}`);
    }
  };

  const begin = (conversation: Conversation): void => {
    const seat = random.pick(conversation.seats);
    const call = { ...conversation.toCall(seat), peer: seat.hotspot.peer, timeslot: seat.timeslot };
    conversation.over = composeOver(random, { ...call, stream: random.pick(IDS) }, overs++);
    conversation.at = 0;
    conversation.awaited = conversation.listenersOf(seat);
    conversation.restTicks = conversation.over.isEnded ? random.int(60) : PAUSE + random.int(60);
    speakers.set(conversation, seat.hotspot);
  };

  const speakers = new Map<Conversation, Hotspot>();
  const step = (conversation: Conversation): void => {
    const { over } = conversation;
    if (over === undefined || conversation.at >= over.ticks.length) {
      if (conversation.restTicks-- > 0) return;
      judge(conversation);
      begin(conversation);
    }
    for (const burst of conversation.over?.ticks[conversation.at++] ?? []) {
      const read = toBurst(burst);
      const peer = speakers.get(conversation)?.peer ?? 0;
      if (read !== undefined) world.network.router.receive(peer, read, burst);
      bursts++;
    }
  };

  for (let tick = 0; bursts < options.bursts && problems.length < 5; tick++) {
    for (const conversation of conversations) step(conversation);
    for (const loop of loopers) echoes += loop(tick);
    world.sent.length = 0;
    world.clock.advance(BURST_SECONDS);
  }
  if (given > missing) problems.push(`${given} terminators were given, ${missing} were missing`);
  return { bursts, overs, echoes, problems };
};
