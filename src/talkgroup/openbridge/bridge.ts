// Runtime state of one bridge.
import type { KeyObject } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Endpoint } from '../endpoint.ts';
import { createAllowance, createLink } from '../streams/link.ts';
import type { Allowance, BridgeEnd, Link } from '../streams/model.ts';
import { isReleased } from '../streams/over-boundary.ts';
import { type BridgeCounters, createBridgeCounters } from './bridge-counters.ts';
import type { BridgeRecord } from './bridge-record.ts';
import { seal, toBridgeKey } from './packets.ts';
import { createReplayGuard, type ReplayGuard } from './replay-guard.ts';

export interface Bridge {
  record: BridgeRecord;
  key: KeyObject;
  /** The key as truncated by some servers; undefined when it is short enough, or when truncation is unsafe. */
  cutKey: KeyObject | undefined;
  /** True when the other server truncates it, by its last packet. */
  isCut: boolean | undefined;
  readonly end: BridgeEnd;
  /** One for each active talkgroup: a bridge carries one call per talkgroup, all on timeslot 1. */
  readonly channels: Map<number, Link>;
  readonly counters: BridgeCounters;
  readonly replays: ReplayGuard;
  /** Rate limit of new transmissions. */
  readonly starts: Allowance;
  /** Undefined until its host is resolved. */
  endpoint: Endpoint | undefined;
  /** Why it has no endpoint, in one sentence. */
  problem: string | undefined;
  /** Seconds since 1970 of the last burst with the right key. */
  heardAt: number | undefined;
  wrongKeyAt: number | undefined;
  /** Network id of the other server. */
  farNetwork: number | undefined;
  /** Clock seconds until which wrong keys are not logged. */
  quietUntilSeconds: number;
}

/** Until the other server is heard, the truncated key is used: servers that truncate reject the full one, and CueDeck accepts both. */
const keyOf = ({ key, cutKey, isCut }: Bridge): KeyObject => (isCut === false ? key : (cutKey ?? key));

export const createBridge = (record: BridgeRecord): Bridge => {
  const counters = createBridgeCounters();
  const bridge: Bridge = {
    record,
    key: toBridgeKey(record.key),
    cutKey: undefined,
    isCut: undefined,
    end: {
      name: record.name,
      seal: (frame) => {
        counters.sent++;
        return seal(frame, keyOf(bridge));
      },
    },
    channels: new Map(),
    counters,
    replays: createReplayGuard(),
    starts: createAllowance(),
    endpoint: undefined,
    problem: undefined,
    heardAt: undefined,
    wrongKeyAt: undefined,
    farNetwork: undefined,
    quietUntilSeconds: Number.NEGATIVE_INFINITY,
  };
  return bridge;
};

const NOWHERE: Endpoint = { address: '', port: 0 };

export const channelOf = (bridge: Bridge, talkgroup: number): Link => {
  const known = bridge.channels.get(talkgroup);
  if (known !== undefined) return known;
  const channel = createLink(bridge.record.network, bridge.endpoint ?? NOWHERE, false, bridge.end);
  channel.connected = bridge.endpoint !== undefined;
  bridge.channels.set(talkgroup, channel);
  return channel;
};

/** Moves running calls to the server's new address, or holds them while it is unknown. */
export const place = (bridge: Bridge, endpoint: Endpoint | undefined): void => {
  bridge.endpoint = endpoint;
  for (const channel of bridge.channels.values()) {
    channel.connected = endpoint !== undefined;
    channel.endpoint = endpoint ?? NOWHERE;
  }
};

/** Long enough for its rate guard to be full again. */
const IDLE_TIMEOUT_SECONDS = 2;

/** True when a channel carries nothing and is not held. */
const isIdle = ({ timeslot1: slot }: Link, nowSeconds: number): boolean => {
  if (slot.uplink !== undefined || slot.downlink !== undefined) return false;
  if (nowSeconds < Math.max(slot.heldUntilSeconds, slot.allowanceAtSeconds + IDLE_TIMEOUT_SECONDS)) return false;
  return slot.cut === undefined || isReleased(slot.cut, nowSeconds);
};

/** Removes idle channels. */
export const tidy = ({ channels, replays, counters }: Bridge, clock: Clock): void => {
  const nowSeconds = clock.seconds();
  counters.refused.replayed += replays.forget(nowSeconds);
  for (const [talkgroup, channel] of channels) if (isIdle(channel, nowSeconds)) channels.delete(talkgroup);
};
