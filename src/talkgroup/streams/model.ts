// A stream, the links it goes over, and what each timeslot of a link carries: they name each other.
import type { Endpoint } from '../endpoint.ts';
import type { Timeslot } from '../timeslot.ts';
import type { BurstPrints } from './burst-prints.ts';

/** Rate limit: the remaining allowance, and the time since which it refills. */
export interface Allowance {
  allowance: number;
  allowanceAtSeconds: number;
}

/** One timeslot of one peer carries one call at a time. */
export interface Slot extends Allowance {
  /** Stream from the peer's own user: it has priority, since the hotspot drops everything while its receiver is busy. */
  uplink: Stream | undefined;
  /** Stream that is sent to the peer. */
  downlink: Stream | undefined;
  /** Silent stream to the peer whose listeners may still wait for its end. */
  unended: Stream | undefined;
  /** Previous stream of the peer's user: its late bursts start no new one. */
  ended: Stream | undefined;
  /** Stream that was cut for its length, until its button is released. */
  cut: Stream | undefined;
  /** The call that the slot is held for after its end, so that an answer finds it free. */
  heldFor: string;
  heldUntilSeconds: number;
  /** For new private calls of the peer's users. */
  readonly privateCalls: Allowance;
}

/** Our end of a bridge to another server; bursts are sealed with its key. */
export interface BridgeEnd {
  readonly name: string;
  /** @param frame already addressed */
  seal(frame: Buffer): Buffer;
}

export interface Link {
  /** For a bridge: the network id that this master sends in place of a peer id. */
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

export interface Target {
  readonly link: Link;
  readonly slot: Slot;
  readonly timeslot: Timeslot;
}

/** A bridge, or a unique number for each timeslot of each peer. */
export type Place = BridgeEnd | number;

export type StreamEnd = 'terminator' | 'silence' | 'too-long' | 'superseded' | 'disconnected';

export interface Stream {
  readonly id: number;
  readonly origin: Link;
  readonly timeslot: Timeslot;
  readonly source: number;
  readonly destination: number;
  readonly group: boolean;
  /** Key of the call that a slot is held for: the talkgroup, or the two radios of a private call. */
  readonly call: string;
  readonly startedAtSeconds: number;
  /** Time of the press: a stream that continues after a silence is a new stream of the same press. */
  readonly pressedAtSeconds: number;
  /** For data: its first burst. */
  readonly opening: Buffer | undefined;
  /** The routing decision, made once per stream. */
  targets: readonly Target[];
  /** Data until the first burst of voice. */
  voice: boolean;
  /** True when its first burst was the header. */
  readonly hasHeader: boolean;
  /** Time of its first voice; undefined before that. */
  spokenAtSeconds: number | undefined;
  sequence: number;
  lastAtSeconds: number;
  /** Origins of its echoes, and the time of the last one: the rest of the echo comes the same way. */
  readonly echoes: Map<Place, number>;
  /** Undefined until the first voice or data. */
  prints: BurstPrints | undefined;
  /** When its voice last renewed the subscriptions. */
  notedAtSeconds: number;
  bursts: number;
  end: StreamEnd | undefined;
}
