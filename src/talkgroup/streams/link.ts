// A logged-in peer's link and the state of its two timeslots.

import type { Endpoint } from '../endpoint.ts';
import type { Timeslot } from '../timeslot.ts';
import type { Allowance, BridgeEnd, Link, Slot } from './model.ts';

interface Limit {
  readonly perSecond: number;
  readonly atOnce: number;
}

/** Above the 16.67 bursts of a real transmission, with a reserve for a network stall of two seconds. */
const BURSTS: Limit = { perSecond: 25, atOnce: 36 };
/** Each holds the timeslot of another peer for seconds, which had no say in it. */
export const PRIVATE_CALLS: Limit = { perSecond: 0.5, atOnce: 5 };
export const HANG_SECONDS = 5;

export const createAllowance = ({ atOnce } = BURSTS): Allowance => ({ allowance: atOnce, allowanceAtSeconds: 0 });

const createSlot = (): Slot => ({
  uplink: undefined,
  downlink: undefined,
  unended: undefined,
  ended: undefined,
  cut: undefined,
  heldFor: '',
  heldUntilSeconds: Number.NEGATIVE_INFINITY,
  privateCalls: createAllowance(PRIVATE_CALLS),
  ...createAllowance(),
});

export const createLink = (peer: number, endpoint: Endpoint, simplex: boolean, bridge?: BridgeEnd): Link => ({
  peer,
  bridge,
  endpoint,
  simplex,
  connected: true,
  timeslot1: createSlot(),
  timeslot2: createSlot(),
});

export const slotOf = (link: Link, timeslot: Timeslot): Slot => (timeslot === 1 ? link.timeslot1 : link.timeslot2);

/** Counts a burst from the peer, or what `limit` is for; false when there are more than from any radio. */
export const takeAllowance = (slot: Allowance, nowSeconds: number, limit = BURSTS): boolean => {
  const grown = slot.allowance + (nowSeconds - slot.allowanceAtSeconds) * limit.perSecond;
  slot.allowance = Math.min(limit.atOnce, grown);
  slot.allowanceAtSeconds = nowSeconds;
  if (slot.allowance < 1) return false;
  slot.allowance -= 1;
  return true;
};

/** Holds the slot for the call that has just ended on it. */
export const hold = (slot: Slot, call: string, sinceSeconds: number): void => {
  slot.heldFor = call;
  slot.heldUntilSeconds = sinceSeconds + HANG_SECONDS;
};
