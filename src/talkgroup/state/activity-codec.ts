// Encodes subscriptions and last-seen data for disk; monotonic times become wall-clock times.
import type { Clock } from '../clock.ts';
import { type Peer, toLifeSeconds } from '../registry/peers.ts';
import type { Subscription, Subscriptions } from '../subscriptions/subscriptions.ts';
import type { StoredSubscription } from './documents.ts';

/** Subscriptions that survive a restart; those of the peer's options return with its next login. */
export const toStored = (list: Subscriptions, clock: Clock): readonly StoredSubscription[] =>
  list.flatMap(({ talkgroup, timeslot, source, endsAtSeconds }) => {
    if (source === 'session') return [];
    const leftSeconds = endsAtSeconds - clock.seconds();
    const endsAt = Number.isFinite(leftSeconds) ? { endsAt: Math.ceil(clock.wallSeconds() + leftSeconds) } : {};
    return [{ talkgroup, timeslot, source, ...endsAt }];
  });

/** A machine without a battery may boot with a wrong date: no dynamic talkgroup gets more than its full time. */
export const fromStored = (list: readonly StoredSubscription[], peer: Peer, clock: Clock): Subscriptions =>
  list.map(({ talkgroup, timeslot, source, endsAt }): Subscription => {
    const leftSeconds = endsAt === undefined ? Number.POSITIVE_INFINITY : endsAt - clock.wallSeconds();
    const lifeSeconds = source === 'dynamic' ? Math.min(leftSeconds, toLifeSeconds(peer)) : Number.POSITIVE_INFINITY;
    return { talkgroup, timeslot, source, endsAtSeconds: clock.seconds() + lifeSeconds };
  });
