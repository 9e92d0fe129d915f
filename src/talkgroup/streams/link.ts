// A logged-in peer's link and the state of its two timeslots.

import type { Endpoint } from '../endpoint.ts';
import type { Timeslot } from '../timeslot.ts';
import type { Allowance, BridgeEnd, Link, Slot } from './model.ts';

/** Above the 16.67 bursts of a real transmission, with a reserve for a network stall of two seconds. */
const BURSTS_PER_SECOND = 25;
const MAX_BURSTS_AT_ONCE = 36;
export const HANG_SECONDS = 5;

export const createAllowance = (): Allowance => ({ allowance: MAX_BURSTS_AT_ONCE, allowanceAtSeconds: 0 });

const createSlot = (): Slot => ({
  uplink: undefined,
  downlink: undefined,
  unended: undefined,
  ended: undefined,
  cut: undefined,
  heldFor: '',
  heldUntilSeconds: Number.NEGATIVE_INFINITY,
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

/** Counts a burst from the peer; false when it sends faster than any radio. */
export const takeAllowance = (slot: Allowance, nowSeconds: number): boolean => {
  const grown = slot.allowance + (nowSeconds - slot.allowanceAtSeconds) * BURSTS_PER_SECOND;
  slot.allowance = Math.min(MAX_BURSTS_AT_ONCE, grown);
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
