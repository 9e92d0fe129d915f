// Receives bridge traffic: key, permission, replay check.
import type { Log } from '../../base/log.ts';
import type { Clock } from '../clock.ts';
import { type Burst, toBurst } from '../homebrew/burst.ts';
import type { Catalogue } from '../registry/catalogue.ts';
import { isAllowed } from '../registry/talkgroup-ranges.ts';
import { takeAllowance } from '../streams/link.ts';
import type { LoopGuard } from '../streams/loop-guard.ts';
import type { Link, Stream } from '../streams/model.ts';
import { isInOrder } from '../streams/over-boundary.ts';
import { belongsTo } from '../streams/stream.ts';
import type { StreamRegister } from '../streams/stream-register.ts';
import type { Counters } from '../telemetry/counters.ts';
import { createLineLimit } from '../telemetry/line-limit.ts';
import { type Bridge, channelOf } from './bridge.ts';
import type { BridgeDropReason } from './bridge-counters.ts';
import { toBridgeAddress } from './bridge-record.ts';
import { networkOf, sealOf, unseal } from './packets.ts';
import { createReplayMemory } from './replay-memory.ts';
import { CUT_LENGTH } from './truncated-key.ts';

interface BridgeReceiver {
  /** Handles a datagram that isBridged, from a bridge's address. */
  receive(bridge: Bridge, datagram: Buffer): void;
}

/** Limit of talkgroups of one bridge with a call at the same time. */
const MAX_CHANNELS = 512;
const DAY_SECONDS = 86_400;

export const createBridgeReceiver = (deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Counters;
  readonly catalogue: Catalogue;
  readonly register: StreamRegister;
  readonly guard: LoopGuard;
  readonly onBurst: (channel: Link, burst: Burst, datagram: Buffer) => void;
}): BridgeReceiver => {
  const { clock, log, counters, catalogue, register, guard } = deps;
  const memory = createReplayMemory();
  const lines = createLineLimit({ clock, log });

  /** The burst of a datagram, unsealed with the last used form of the key, or else with the other one. */
  const open = (bridge: Bridge, datagram: Buffer): Buffer | undefined => {
    const { key, cutKey, isCut } = bridge;
    if (cutKey === undefined) return unseal(datagram, key);
    for (const asCut of isCut === true ? [true, false] : [false, true]) {
      const bytes = unseal(datagram, asCut ? cutKey : key);
      if (bytes === undefined) continue;
      if (isCut !== asCut)
        lines.info(
          `bridge ${bridge.record.name}`,
          `bridge ${bridge.record.name}: its server uses ${asCut ? `the first ${CUT_LENGTH} characters of the key` : 'the whole key'}`,
        );
      bridge.isCut = asCut;
      return bytes;
    }
    return undefined;
  };

  const recordWrongKey = (bridge: Bridge): void => {
    bridge.wrongKeyAt = clock.wallSeconds();
    bridge.counters.refused['wrong-key']++;
    if (clock.seconds() < bridge.quietUntilSeconds) return;
    bridge.quietUntilSeconds = clock.seconds() + DAY_SECONDS;
    log.warning(`bridge ${bridge.record.name}: packets from ${toBridgeAddress(bridge.record)} have another key`);
  };

  const isCrowded = (bridge: Bridge, burst: Burst, nowSeconds: number): boolean => {
    if (!takeAllowance(bridge.starts, nowSeconds)) return true;
    const { channels } = bridge;
    if (channels.has(burst.destination) || channels.size < MAX_CHANNELS) return false;
    // Most may be of calls that go to the bridge.
    return [...channels.values()].filter(({ timeslot1 }) => timeslot1.uplink !== undefined).length >= MAX_CHANNELS;
  };

  /** The running stream of a burst from a bridge. */
  const findRunning = ({ channels }: Bridge, burst: Burst): Stream | undefined => {
    const uplink = channels.get(burst.destination)?.timeslot1.uplink;
    return uplink !== undefined && belongsTo(burst, uplink) ? uplink : undefined;
  };

  /** Why a burst with the right key is rejected, apart from replays. */
  const judge = (bridge: Bridge, burst: Burst, bytes: Buffer, nowSeconds: number): BridgeDropReason | undefined => {
    if (bridge.farNetwork === bridge.record.network) return 'own-network';
    if (burst.call !== 'group' || burst.timeslot !== 1) return 'no-group-call';
    if (!catalogue.isCarried(burst.destination) || !isAllowed(bridge.record.takes, burst.destination))
      return 'talkgroup';
    if (findRunning(bridge, burst) !== undefined) return undefined;
    const from = { bridge: bridge.end, peer: bridge.record.network, timeslot: 1 } as const;
    return guard.judge(burst, bytes, from, nowSeconds) === 'loop' ? 'loop' : undefined;
  };

  /** Repeated bursts count as late just after the end of their stream, and as replays later. */
  const rejectReplay = (bridge: Bridge, burst: Burst, count: number): void => {
    const isRecent = register
      .recent(burst)
      .some(({ id, origin }) => id === burst.stream && origin.bridge === bridge.end);
    if (isRecent) counters.dropped.late += count;
    else bridge.counters.refused.replayed += count;
  };

  const accept = (bridge: Bridge, burst: Burst, bytes: Buffer): void => {
    bridge.counters.received++;
    counters.bursts.received++;
    deps.onBurst(channelOf(bridge, burst.destination), burst, bytes);
  };

  const receive = (bridge: Bridge, datagram: Buffer): void => {
    const bytes = open(bridge, datagram);
    if (bytes === undefined) {
      recordWrongKey(bridge);
      return;
    }
    bridge.heardAt = clock.wallSeconds();
    bridge.farNetwork = networkOf(bytes);
    const hasCome = memory.record(sealOf(datagram), bridge.record.name);
    const nowSeconds = clock.seconds();
    const burst = toBurst(bytes);
    const refusal = burst === undefined ? 'malformed' : judge(bridge, burst, bytes, nowSeconds);
    if (refusal !== undefined) bridge.counters.refused[refusal]++;
    if (burst === undefined || refusal !== undefined) return;
    const running = findRunning(bridge, burst);
    const isWaitedFor = running !== undefined && burst.content !== 'header' && isInOrder(burst, running);
    const screened = bridge.replays.screen(burst, bytes, hasCome && !isWaitedFor, nowSeconds);
    if (screened.refused > 0) rejectReplay(bridge, burst, screened.refused);
    if (screened.accept.length === 0) return;
    if (running === undefined && isCrowded(bridge, burst, nowSeconds)) {
      bridge.counters.refused.crowded++;
      return;
    }
    for (const taken of screened.accept) accept(bridge, toBurst(taken) ?? burst, taken);
  };

  return { receive };
};
