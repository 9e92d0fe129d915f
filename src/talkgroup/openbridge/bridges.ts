// The bridges to other servers: takes what arrives from them, and tells the router which of them a stream goes to.
import { AppError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Clock } from '../clock.ts';
import { type Endpoint, isSameEndpoint, toEndpointText } from '../endpoint.ts';
import type { Burst } from '../homebrew/burst.ts';
import type { OwnQueues } from '../own-queues.ts';
import type { Catalogue } from '../registry/catalogue.ts';
import { isAllowed } from '../registry/talkgroup-ranges.ts';
import type { LoopGuard } from '../streams/loop-guard.ts';
import type { Link } from '../streams/model.ts';
import type { Bridging } from '../streams/routing.ts';
import type { StreamRegister } from '../streams/stream-register.ts';
import type { Counters } from '../telemetry/counters.ts';
import { type Bridge, channelOf, createBridge, place, tidy } from './bridge.ts';
import { type BridgeRecord, toBridgeAddress } from './bridge-record.ts';
import { toBridgeKey } from './packets.ts';
import { createBridgeReceiver } from './receiver.ts';
import { toCutKey } from './truncated-key.ts';

export interface Bridges extends Bridging {
  get(name: string): Bridge | undefined;
  /** @throws AppError invalid-value when there is none */
  require(name: string): Bridge;
  /** By name. */
  list(): readonly Bridge[];
  /** @throws AppError invalid-value when name or address is taken, or there are 32 */
  add(record: BridgeRecord): void;
  /** @throws AppError invalid-value when there is none, or its new address is taken */
  change(
    name: string,
    change: Partial<Pick<BridgeRecord, 'host' | 'port' | 'key' | 'sends' | 'takes' | 'relay'>>,
  ): void;
  /** @throws AppError invalid-value when there is none */
  remove(name: string): void;
  /** Sets the address of a bridge, or the reason why it has none. */
  locate(bridge: Bridge, found: Endpoint | string): void;
  /** A datagram that isBridged; it is never answered. */
  receive(datagram: Buffer, from: Endpoint): void;
  /** The last datagram from an unknown address; it helps when a bridge hears nothing. */
  lastUnknownSender(): { readonly at: number; readonly from: string } | undefined;
  tick(): void;
}

const MAX_BRIDGES = 32;

const keyOf = ({ address, port }: Endpoint): string => `${port} ${address}`;

export const createBridges = (deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Counters;
  readonly catalogue: Catalogue;
  readonly register: StreamRegister;
  readonly guard: LoopGuard;
  readonly records: readonly BridgeRecord[];
  readonly queues?: OwnQueues | undefined;
  readonly onBurst: (channel: Link, burst: Burst, datagram: Buffer) => void;
  /** The server behind a channel was removed. */
  readonly onGone: (channel: Link) => void;
  readonly onChange: () => void;
}): Bridges => {
  const { clock, counters } = deps;
  const byName = new Map(deps.records.map((record) => [record.name, createBridge(record)]));
  const byEndpoint = new Map<string, Bridge>();
  const receiver = createBridgeReceiver(deps);
  let lastUnknownSender: { readonly at: number; readonly from: string } | undefined;

  /** Whether a key may be truncated depends on all keys. */
  const settleKeys = (): void => {
    for (const bridge of byName.values()) {
      const others = [...byName.values()].filter((other) => other !== bridge).map(({ record }) => record.key);
      bridge.cutKey = toCutKey(bridge.record.key, others);
    }
  };
  settleKeys();

  const findByAddress = ({ host, port }: Pick<BridgeRecord, 'host' | 'port'>): Bridge | undefined =>
    [...byName.values()].find(({ record }) => record.host === host && record.port === port);

  const requireFree = (address: Pick<BridgeRecord, 'host' | 'port'>, name: string): void => {
    const other = findByAddress(address);
    if (other !== undefined && other.record.name !== name)
      throw new AppError('invalid-value', `${toBridgeAddress(address)} is the address of bridge ${other.record.name}.`);
  };

  const leave = (bridge: Bridge): void => {
    if (bridge.endpoint !== undefined) byEndpoint.delete(keyOf(bridge.endpoint));
    deps.queues?.close(bridge.record.name);
    place(bridge, undefined);
  };

  const bridges: Bridges = {
    get: (name) => byName.get(name),
    require: (name) => {
      const bridge = byName.get(name);
      if (bridge === undefined) throw new AppError('invalid-value', `There is no bridge ${JSON.stringify(name)}.`);
      return bridge;
    },
    list: () => [...byName.values()].sort((one, other) => (one.record.name < other.record.name ? -1 : 1)),

    add: (record) => {
      if (byName.has(record.name)) throw new AppError('invalid-value', `There is a bridge ${record.name} already.`);
      requireFree(record, record.name);
      if (byName.size >= MAX_BRIDGES)
        throw new AppError('invalid-value', `There are ${byName.size} bridges; allowed: up to ${MAX_BRIDGES}.`);
      byName.set(record.name, createBridge(record));
      settleKeys();
      deps.onChange();
    },

    change: (name, change) => {
      const bridge = bridges.require(name);
      const record = { ...bridge.record, ...change };
      requireFree(record, name);
      if (record.host !== bridge.record.host || record.port !== bridge.record.port) leave(bridge);
      // A wrong key is logged once a day, a new key at once.
      if (record.key !== bridge.record.key)
        Object.assign(bridge, {
          ...{ key: toBridgeKey(record.key), isCut: undefined },
          ...{ wrongKeyAt: undefined, quietUntilSeconds: 0 },
        });
      bridge.record = record;
      settleKeys();
      deps.onChange();
    },

    remove: (name) => {
      const bridge = bridges.require(name);
      leave(bridge);
      byName.delete(name);
      settleKeys();
      for (const channel of bridge.channels.values()) deps.onGone(channel);
      deps.onChange();
    },

    locate: (bridge, found) => {
      // Removed while its host was resolved.
      if (byName.get(bridge.record.name) !== bridge) return;
      if (typeof found !== 'string' && bridge.endpoint !== undefined && isSameEndpoint(found, bridge.endpoint)) return;
      const owner = typeof found === 'string' ? undefined : byEndpoint.get(keyOf(found));
      const isTaken = owner !== undefined && owner !== bridge;
      bridge.problem = typeof found === 'string' ? found : isTaken ? `It is where ${owner.record.name} is.` : undefined;
      leave(bridge);
      if (typeof found === 'string' || isTaken) return;
      place(bridge, found);
      byEndpoint.set(keyOf(found), bridge);
      deps.queues?.open(bridge.record.name, found);
    },

    receive: (datagram, from) => {
      counters.datagrams.received++;
      const bridge = byEndpoint.get(keyOf(from));
      if (bridge !== undefined) {
        receiver.receive(bridge, datagram);
        return;
      }
      counters.datagrams.unknown++;
      lastUnknownSender = { at: clock.wallSeconds(), from: toEndpointText(from) };
    },

    lastUnknownSender: () => lastUnknownSender,

    takes: ({ name }, talkgroup) => {
      const bridge = byName.get(name);
      return bridge !== undefined && isAllowed(bridge.record.takes, talkgroup);
    },

    toTargets: ({ origin, destination }) => {
      if (byName.size === 0) return [];
      const from = origin.bridge === undefined ? undefined : byName.get(origin.bridge.name);
      const mayPass = ({ end, record }: Bridge): boolean =>
        end !== origin.bridge && (from === undefined || (from.record.relay && record.relay));
      return [...byName.values()]
        .filter((bridge) => mayPass(bridge) && isAllowed(bridge.record.sends, destination))
        .map((bridge) => {
          const link = channelOf(bridge, destination);
          return { link, slot: link.timeslot1, timeslot: 1 } as const;
        });
    },

    tick: () => {
      for (const bridge of byName.values()) tidy(bridge, clock);
    },
  };
  return bridges;
};
