// A stream, the links it goes over, and what each timeslot of a link carries: they name each other.
import type { Endpoint } from '../endpoint.ts';
import type { Timeslot } from '../timeslot.ts';
import type { VoiceHistory } from './voice-prints.ts';

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

export interface Target {
  readonly link: Link;
  readonly slot: Slot;
  readonly timeslot: Timeslot;
}

/** A bridge, or a number of its own for each timeslot of each peer. */
export type Place = BridgeEnd | number;

export type StreamEnd = 'terminator' | 'silence' | 'too-long' | 'superseded' | 'disconnected';

export interface Stream {
  readonly id: number;
  readonly origin: Link;
  readonly timeslot: Timeslot;
  readonly source: number;
  readonly destination: number;
  readonly group: boolean;
  /** Names the call a slot is kept for: the talkgroup, or the two radios of a private call. */
  readonly call: string;
  readonly startedAtSeconds: number;
  /** When the button was pressed: what goes on after a silence is another stream, but no other press. */
  readonly pressedAtSeconds: number;
  /** Of data: the burst it began with. */
  readonly opening: Buffer | undefined;
  /** The routing decision: made once, kept for every burst. */
  targets: readonly Target[];
  /** Data until the first burst of voice. */
  voice: boolean;
  /** Whether a burst of voice has followed the header. */
  spoken: boolean;
  sequence: number;
  lastAtSeconds: number;
  /** From where it came back while somebody spoke, and when it last did: its rest comes the same way. */
  readonly echoes: Map<Place, number>;
  /** Undefined until somebody speaks. */
  prints: VoiceHistory | undefined;
  /** When the voice last counted for the subscriptions. */
  notedAtSeconds: number;
  bursts: number;
  end: StreamEnd | undefined;
}
