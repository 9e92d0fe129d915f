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
  /** What a server that cuts long keys makes of it; undefined when it cuts nothing, or when that is not safe. */
  cutKey: KeyObject | undefined;
  /** Whether the other server cuts it, as it was heard last. */
  isCut: boolean | undefined;
  readonly end: BridgeEnd;
  /** One for each talkgroup in use: a bridge carries a call a talkgroup, all of them on timeslot 1. */
  readonly channels: Map<number, Link>;
  readonly counters: BridgeCounters;
  readonly replays: ReplayGuard;
  /** Transmissions that it may still begin. */
  readonly starts: Allowance;
  /** Undefined until its host is found. */
  endpoint: Endpoint | undefined;
  /** Why it has no endpoint, one sentence. */
  problem: string | undefined;
  /** Seconds since 1970 of the last burst with the right key. */
  heardAt: number | undefined;
  wrongKeyAt: number | undefined;
  /** What the other server calls itself. */
  farNetwork: number | undefined;
  /** Clock seconds until which the log says nothing of a wrong key. */
  quietUntilSeconds: number;
}

/** Until the other server is heard: all that are known to cut keys hear nothing of a whole one, CueDeck hears both. */
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

/** Moves the calls that run to where the server is now, or holds them while it is not found. */
export const place = (bridge: Bridge, endpoint: Endpoint | undefined): void => {
  bridge.endpoint = endpoint;
  for (const channel of bridge.channels.values()) {
    channel.connected = endpoint !== undefined;
    channel.endpoint = endpoint ?? NOWHERE;
  }
};

/** Long enough for its rate guard to be full again. */
const IDLE_TIMEOUT_SECONDS = 2;

/** Whether a channel carries nothing and is kept for nobody. */
const isIdle = ({ timeslot1: slot }: Link, nowSeconds: number): boolean => {
  if (slot.uplink !== undefined || slot.downlink !== undefined) return false;
  if (nowSeconds < Math.max(slot.heldUntilSeconds, slot.allowanceAtSeconds + IDLE_TIMEOUT_SECONDS)) return false;
  return slot.cut === undefined || isReleased(slot.cut, nowSeconds);
};

/** Forgets what is over. */
export const tidy = ({ channels, replays, counters }: Bridge, clock: Clock): void => {
  const nowSeconds = clock.seconds();
  counters.refused.replayed += replays.forget(nowSeconds);
  for (const [talkgroup, channel] of channels) if (isIdle(channel, nowSeconds)) channels.delete(talkgroup);
};
