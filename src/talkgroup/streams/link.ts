// The way to one logged-in peer, and what its two timeslots carry at the moment.
import type { Endpoint } from '../endpoint.ts';
import type { Timeslot } from '../timeslot.ts';
import type { Stream } from './stream.ts';

/** Rate guard: what may still be sent, and since when it grows again. */
export interface Allowance {
  allowance: number;
  allowanceAtSeconds: number;
}

/** One timeslot of one peer carries one call at a time. */
export interface Slot extends Allowance {
  /** What the peer's own user transmits: it wins, the hotspot drops everything while its receiver is busy. */
  uplink: Stream | undefined;
  /** What is being sent to the peer. */
  downlink: Stream | undefined;
  /** What was sent to the peer until it fell silent, while its listeners may still wait for its end. */
  unended: Stream | undefined;
  /** What the peer's user transmitted before: late bursts of it begin nothing. */
  ended: Stream | undefined;
  /** What was cut for its length, until its button is released. */
  cut: Stream | undefined;
  /** The call the slot is kept for after its end, so that an answer finds it free. */
  heldFor: string;
  heldUntilSeconds: number;
}

/** The end of a bridge to another server: it takes bursts sealed with its key. */
export interface BridgeEnd {
  readonly name: string;
  /** @param frame addressed already */
  seal(frame: Buffer): Buffer;
}

export interface Link {
  /** Of a bridge: the network id that this master writes in a peer's place. */
  readonly peer: number;
  /** Undefined for a peer. A link of a bridge carries one talkgroup, on timeslot 1. */
  readonly bridge: BridgeEnd | undefined;
  endpoint: Endpoint;
  /** A simplex peer gets everything on timeslot 2: it drops timeslot 1 silently. */
  simplex: boolean;
  connected: boolean;
  readonly timeslot1: Slot;
  readonly timeslot2: Slot;
}

/** Above the 16.67 bursts of a real transmission, with room for a network that stalled for two seconds. */
const BURSTS_PER_SECOND = 25;
const MOST_BURSTS_AT_ONCE = 36;
export const HANG_SECONDS = 5;

export const createAllowance = (): Allowance => ({ allowance: MOST_BURSTS_AT_ONCE, allowanceAtSeconds: 0 });

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

/** Counts a burst from the peer; false when it sends faster than any radio does. */
export const takeAllowance = (slot: Allowance, nowSeconds: number): boolean => {
  const grown = slot.allowance + (nowSeconds - slot.allowanceAtSeconds) * BURSTS_PER_SECOND;
  slot.allowance = Math.min(MOST_BURSTS_AT_ONCE, grown);
  slot.allowanceAtSeconds = nowSeconds;
  if (slot.allowance < 1) return false;
  slot.allowance -= 1;
  return true;
};

/** Keeps the slot for the call that has just ended on it. */
export const hold = (slot: Slot, call: string, sinceSeconds: number): void => {
  slot.heldFor = call;
  slot.heldUntilSeconds = sinceSeconds + HANG_SECONDS;
};
