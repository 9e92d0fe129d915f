// The transmissions that ended last, for people: who spoke, where, for how long, and why it ended.
import type { Clock } from '../clock.ts';
import type { Timeslot } from '../timeslot.ts';
import type { Stream, StreamEnd } from './model.ts';

export interface Transmission {
  readonly peer: number;
  /** The bridge it came over; `peer` is meaningless then. */
  readonly bridge?: string;
  /** Radio id of the speaker. */
  readonly source: number;
  readonly destination: number;
  readonly group: boolean;
  readonly voice: boolean;
  readonly timeslot: Timeslot;
  /** Seconds since 1970. */
  readonly startedAt: number;
  readonly lengthSeconds: number;
  /** Absent while it runs. */
  readonly end?: StreamEnd;
}

export interface LastHeard {
  record(stream: Stream): void;
  /** Latest first. */
  list(): readonly Transmission[];
}

/** Limit for voice, and separately for data: a text message or a position is a dozen streams and must not push out voice. */
const MAX_TRANSMISSIONS = 100;

export const toTransmission = (stream: Stream, clock: Clock): Transmission => ({
  peer: stream.origin.peer,
  ...(stream.origin.bridge === undefined ? {} : { bridge: stream.origin.bridge.name }),
  source: stream.source,
  destination: stream.destination,
  group: stream.group,
  voice: stream.voice,
  timeslot: stream.timeslot,
  startedAt: clock.wallSeconds() - (clock.seconds() - stream.startedAtSeconds),
  lengthSeconds: stream.lastAtSeconds - stream.startedAtSeconds,
  ...(stream.end === undefined ? {} : { end: stream.end }),
});

export const createLastHeard = ({ clock }: { readonly clock: Clock }): LastHeard => {
  let transmissions: readonly Transmission[] = [];
  return {
    record: (stream) => {
      const alike = transmissions.filter(({ voice }) => voice === stream.voice);
      const oldest = alike.length < MAX_TRANSMISSIONS ? undefined : alike.at(-1);
      transmissions = [toTransmission(stream, clock), ...transmissions.filter((one) => one !== oldest)];
    },
    list: () => transmissions,
  };
};
