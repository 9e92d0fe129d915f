// The network without disk and sockets: what it sends is handed to simulated hotspots at once.
import type { Log } from '../../../src/base/log.ts';
import { every } from '../../../src/talkgroup/clock.ts';
import type { Endpoint } from '../../../src/talkgroup/endpoint.ts';
import { createNetwork, type Network } from '../../../src/talkgroup/network.ts';
import type { BridgeRecord } from '../../../src/talkgroup/openbridge/bridge-record.ts';
import type { OwnQueues } from '../../../src/talkgroup/own-queues.ts';
import { type Peer, STANDARD_EXPIRY_MINUTES } from '../../../src/talkgroup/registry/peers.ts';
import { toTokenHash } from '../../../src/talkgroup/registry/tokens.ts';
import type { ActivityDocument } from '../../../src/talkgroup/state/documents.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { createHotspot, type Hotspot, type HotspotOptions } from './hotspot.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

export interface TestNetwork {
  readonly clock: TestClock;
  readonly log: Log;
  readonly network: Network;
  /** Everything sent, with where to. */
  readonly sent: { readonly datagram: Buffer; readonly to: Endpoint }[];
  /** Registers a peer and lets its hotspot log in. */
  join(peer: number, options?: Partial<HotspotOptions> & { readonly record?: Partial<Peer> }): Hotspot;
  endpointOf(peer: number): Endpoint;
}

export const TOKEN = '0123456789abcdef0123456789abcdef';
const TALKGROUPS = [9, 91, 92, 93, 262, 5_090_600];

export const toPeerRecord = (id: number, change: Partial<Peer> = {}): Peer => ({
  id,
  callsign: 'M0ABC',
  tokenHash: toTokenHash(TOKEN),
  password: 's3cret',
  expiryMinutes: STANDARD_EXPIRY_MINUTES,
  allowed: undefined,
  options: 'ignore',
  ...change,
});

export const createTestNetwork = (
  given: {
    readonly peers?: readonly Peer[];
    readonly activity?: Partial<ActivityDocument>;
    readonly clock?: TestClock;
    readonly bridges?: readonly BridgeRecord[];
    readonly queues?: OwnQueues;
    /** Told of everything sent. */
    readonly onSent?: (datagram: Buffer, to: Endpoint) => void;
  } = {},
): TestNetwork => {
  const clock = given.clock ?? createTestClock();
  const log = createRecordingLog();
  const sent: { readonly datagram: Buffer; readonly to: Endpoint }[] = [];
  const hotspots = new Map<string, Hotspot>();
  const keyOf = ({ address, port }: Endpoint): string => `${address} ${port}`;
  const endpointOf = (peer: number): Endpoint => ({
    address: `10.${(peer >> 16) & 255}.${(peer >> 8) & 255}.${peer & 255}`,
    port: 40_000,
  });

  const send = (datagram: Buffer, to: Endpoint): void => {
    sent.push({ datagram, to });
    hotspots.get(keyOf(to))?.receive(datagram);
    given.onSent?.(datagram, to);
  };
  const nothing = (): void => undefined;
  const network = createNetwork({
    clock,
    log,
    socket: { frame: () => Buffer.alloc(55), send, answer: send },
    ...(given.queues === undefined ? {} : { queues: given.queues }),
    documents: {
      peers: given.peers ?? [],
      bridges: given.bridges ?? [],
      talkgroups: TALKGROUPS.map((number) => ({ number, name: `TG ${number}`, enabled: true })),
      subscriptions: [],
      presences: [],
      ...given.activity,
    },
    onPeersChange: nothing,
    onBridgesChange: nothing,
    onCatalogueChange: nothing,
    onActivityChange: nothing,
    onEvent: nothing,
  });
  every(clock, 0.25, () => network.tick());

  return {
    clock,
    log,
    network,
    sent,
    endpointOf,
    join: (peer, options = {}) => {
      const { record, ...parts } = options;
      if (network.peers.get(peer) === undefined) network.peers.add(toPeerRecord(peer, record));
      const from = endpointOf(peer);
      const hotspot = createHotspot({
        peer,
        password: 's3cret',
        clock,
        send: (datagram) => network.master.receive(datagram, from),
        ...parts,
      });
      hotspots.set(keyOf(from), hotspot);
      hotspot.start();
      clock.advance(10);
      return hotspot;
    },
  };
};
