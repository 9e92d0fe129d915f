// The shapes of the state documents.
import {
  anyText,
  checked,
  count,
  entries,
  flag,
  mapped,
  object,
  oneOf,
  type Schema,
  tuple,
  type ValueOf,
  withDefault,
} from '../../schema/schema.ts';
import type { BridgeRecord } from '../openbridge/bridge-record.ts';
import type { Talkgroup } from '../registry/catalogue.ts';
import type { Peer } from '../registry/peers.ts';
import type { Timeslot } from '../timeslot.ts';
import { DOCUMENT } from './document-mode.ts';

const listOf = <Value>(shape: Schema<Value>, entryName: string) => entries(shape, () => entryName);

/** @returns a parser that throws AppError invalid-value for a value that does not fit */
const parserOf =
  <Value>(shape: Schema<Value>) =>
  (value: unknown): Value =>
    shape.parse(value, 'the document', DOCUMENT);

const RANGES = withDefault(listOf(tuple(['a range', count], ['a range', count]), 'a range'), undefined);

const PEER: Schema<Peer> = object({
  id: count,
  callsign: anyText,
  tokenHash: checked(anyText, (hash) => (/^[0-9a-f]{64}$/.test(hash) ? undefined : 'tokenHash is no SHA-256.')),
  password: anyText,
  expiryMinutes: count,
  allowed: RANGES,
  options: oneOf('ignore', 'session'),
});
const PEERS = object({ peers: listOf(PEER, 'a peer') });
export type PeersDocument = ValueOf<typeof PEERS>;
export const parsePeersDocument = parserOf(PEERS);

const BRIDGE: Schema<BridgeRecord> = object({
  name: anyText,
  host: anyText,
  port: count,
  network: count,
  key: anyText,
  sends: RANGES,
  takes: RANGES,
  relay: flag,
});
const BRIDGES = object({ bridges: listOf(BRIDGE, 'a bridge') });
export type BridgesDocument = ValueOf<typeof BRIDGES>;
export const parseBridgesDocument = parserOf(BRIDGES);

const TALKGROUP: Schema<Talkgroup> = object({ number: count, name: anyText, enabled: flag });
const CATALOGUE = object({ talkgroups: listOf(TALKGROUP, 'a talkgroup') });
export type CatalogueDocument = ValueOf<typeof CATALOGUE>;
export const parseCatalogueDocument = parserOf(CATALOGUE);

/** A saved subscription. */
const SUBSCRIPTION = object(
  {
    source: oneOf('static', 'disabled', 'dynamic'),
    talkgroup: count,
    timeslot: mapped(count, (timeslot): Timeslot => (timeslot === 1 ? 1 : 2)),
  },
  {
    /** Seconds since 1970; absent for never. */
    endsAt: count,
  },
);
export type StoredSubscription = ValueOf<typeof SUBSCRIPTION>;

/** Saved login data of a peer. */
const LAST_SEEN = object(
  {
    peer: count,
    simplex: flag,
    /** Seconds since 1970. */
    seenAt: count,
  },
  {
    /** Its address at the time of the save; absent when it was not logged in. */
    endpoint: object({ address: anyText, port: count }),
  },
);
export type StoredLastSeen = ValueOf<typeof LAST_SEEN>;

const OF_A_PEER = 'subscriptions of a peer';
const ACTIVITY = object({
  subscriptions: listOf(tuple(['peer', count], [OF_A_PEER, listOf(SUBSCRIPTION, 'a subscription')]), OF_A_PEER),
  presences: listOf(LAST_SEEN, 'a presence'),
});
export type ActivityDocument = ValueOf<typeof ACTIVITY>;
export const parseActivityDocument = parserOf(ACTIVITY);
