// What it costs to route one burst to ten listeners while many others are in that do not listen.
import type { Log } from '../../src/base/log.ts';
import type { Clock } from '../../src/talkgroup/clock.ts';
import { toBurst } from '../../src/talkgroup/homebrew/burst.ts';
import { createNetwork, type Network } from '../../src/talkgroup/network.ts';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import { BURST_SECONDS } from './shape.ts';
import { toBurstBytes } from './wire.ts';

const LISTENERS = 10;
const BURSTS_A_STREAM = 50;
/** For the compiler. */
const WARM_UP_STREAMS = 400;
const STREAMS = 2000;
const TALKER = 2_000_000;
const TALKGROUP = 91;

const silent: Log = {
  error: () => undefined,
  warning: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  recent: () => [],
};

const build = (others: number): { readonly network: Network; readonly move: (seconds: number) => void } => {
  let nowSeconds = 0;
  const clock: Clock = {
    seconds: () => nowSeconds,
    wallSeconds: () => nowSeconds,
    after: () => () => undefined,
  };
  const frame = Buffer.alloc(55);
  const ids = Array.from({ length: 1 + LISTENERS + others }, (_, index) => TALKER + index);
  const nothing = (): void => undefined;
  const network = createNetwork({
    ...{ clock, log: silent, socket: { frame: () => frame, send: nothing, answer: nothing } },
    documents: {
      peers: ids.map((id) => ({
        ...{ id, callsign: 'M0ABC', tokenHash: '0'.repeat(64), password: 'x', expiryMinutes: 15 },
        ...{ allowed: undefined, options: 'ignore' },
      })),
      talkgroups: [TALKGROUP, 92, 93].map((number) => ({ number, name: `${number}`, enabled: true })),
      ...{ bridges: [], subscriptions: [], presences: [] },
    },
    ...{
      onPeersChange: nothing,
      onBridgesChange: nothing,
      onCatalogueChange: nothing,
      onActivityChange: nothing,
      onEvent: nothing,
    },
  });
  for (const [index, id] of ids.entries()) {
    network.router.connect(id, { address: '127.0.0.1', port: 1 }, false);
    const talkgroup = index <= LISTENERS ? TALKGROUP : 92 + (index % 2);
    network.subscriptions.change(id, (list) => setStatic(list, { talkgroup, timeslot: 2, enabled: true }));
  }
  const move = (seconds: number): void => {
    nowSeconds += seconds;
  };
  return { network, move };
};

const playStream = ({ network, move }: ReturnType<typeof build>, stream: number): number => {
  const bursts = Array.from({ length: BURSTS_A_STREAM }, (_, sequence) => {
    const kind = sequence === 0 ? 0x21 : sequence === BURSTS_A_STREAM - 1 ? 0x22 : 0x10;
    const bytes = toBurstBytes({ peer: TALKER, talkgroup: TALKGROUP, stream, sequence, kind, leavesAtMs: 0 });
    return [bytes, toBurst(bytes)] as const;
  });
  const startedAt = process.hrtime.bigint();
  for (const [bytes, burst] of bursts) {
    move(BURST_SECONDS);
    if (burst !== undefined) network.router.receive(TALKER, burst, bytes);
  }
  const spent = Number(process.hrtime.bigint() - startedAt);
  network.tick();
  return spent / BURSTS_A_STREAM;
};

/**
 * Nanoseconds a burst for each number of others, measured in turn stream by stream.
 * The median of many short streams: few of them are interrupted by the machine's other work.
 */
export const measureRouting = (others: readonly number[]): readonly number[] => {
  const networks = others.map(build);
  const spent = others.map((): number[] => []);
  for (let stream = 1; stream <= WARM_UP_STREAMS + STREAMS; stream++)
    for (const [index, network] of networks.entries()) {
      const cost = playStream(network, stream);
      if (stream > WARM_UP_STREAMS) spent[index]?.push(cost);
    }
  const expected = (WARM_UP_STREAMS + STREAMS) * BURSTS_A_STREAM * LISTENERS;
  for (const { network } of networks)
    if (network.counters.bursts.sent !== expected) throw new Error('not every burst was routed');
  return spent.map((list) => list.sort((one, other) => one - other)[list.length >> 1] ?? Number.NaN);
};
