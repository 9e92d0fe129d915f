// The shapes of the state documents.
import * as schema from '../../schema/schema.ts';
import type { BridgeRecord } from '../openbridge/bridge-record.ts';
import type { Talkgroup } from '../registry/catalogue.ts';
import type { Peer } from '../registry/peers.ts';
import type { Timeslot } from '../timeslot.ts';
import { DOCUMENT } from './document-mode.ts';

/** @returns a parser that throws AppError invalid-value for a value that does not fit */
const parserOf =
  <Value>(shape: schema.Schema<Value>) =>
  (value: unknown): Value =>
    shape.parse(value, 'the document', DOCUMENT);

const RANGES = schema.withDefault(
  schema.entries(schema.tuple(['a range', schema.count], ['a range', schema.count]), 'a range'),
  undefined,
);

/** To send to any other port throws, and so does a datagram with any other id. */
const PORT = schema.whole({ least: 1, most: 65_535 });
const ID = schema.whole({ least: 1, most: 0xffff_ffff });

const PEER: schema.Schema<Peer> = schema.object({
  id: ID,
  callsign: schema.anyText,
  tokenHash: schema.checked(schema.anyText, (hash) =>
    /^[0-9a-f]{64}$/.test(hash) ? undefined : 'tokenHash is no SHA-256.',
  ),
  password: schema.anyText,
  expiryMinutes: schema.count,
  allowed: RANGES,
  options: schema.oneOf('ignore', 'session'),
});
const PEERS = schema.object({ peers: schema.entries(PEER, 'a peer') });
export type PeersDocument = schema.ValueOf<typeof PEERS>;
export const parsePeersDocument = parserOf(PEERS);

const BRIDGE: schema.Schema<BridgeRecord> = schema.object({
  name: schema.anyText,
  host: schema.anyText,
  port: PORT,
  network: ID,
  key: schema.anyText,
  sends: RANGES,
  takes: RANGES,
  relay: schema.flag,
});
const BRIDGES = schema.object({ bridges: schema.entries(BRIDGE, 'a bridge') });
export type BridgesDocument = schema.ValueOf<typeof BRIDGES>;
export const parseBridgesDocument = parserOf(BRIDGES);

const TALKGROUP: schema.Schema<Talkgroup> = schema.object({
  number: schema.count,
  name: schema.anyText,
  enabled: schema.flag,
});
const CATALOGUE = schema.object({ talkgroups: schema.entries(TALKGROUP, 'a talkgroup') });
export type CatalogueDocument = schema.ValueOf<typeof CATALOGUE>;
export const parseCatalogueDocument = parserOf(CATALOGUE);

/** A saved subscription. */
const SUBSCRIPTION = schema.object(
  {
    source: schema.oneOf('static', 'disabled', 'dynamic'),
    talkgroup: schema.count,
    timeslot: schema.mapped(schema.count, (timeslot): Timeslot => (timeslot === 1 ? 1 : 2)),
  },
  {
    /** Seconds since 1970; absent for never. */
    endsAt: schema.count,
  },
);
export type StoredSubscription = schema.ValueOf<typeof SUBSCRIPTION>;

/** Saved login data of a peer. */
const LAST_SEEN = schema.object(
  {
    peer: ID,
    simplex: schema.flag,
    /** Seconds since 1970. */
    seenAt: schema.count,
  },
  {
    /** Its address at the time of the save; absent when it was not logged in. */
    endpoint: schema.object({ address: schema.anyText, port: PORT }),
  },
);
export type StoredLastSeen = schema.ValueOf<typeof LAST_SEEN>;

const OF_A_PEER = 'subscriptions of a peer';
const ACTIVITY = schema.object({
  subscriptions: schema.entries(
    schema.tuple(['peer', ID], [OF_A_PEER, schema.entries(SUBSCRIPTION, 'a subscription')]),
    OF_A_PEER,
  ),
  presences: schema.entries(LAST_SEEN, 'a presence'),
});
export type ActivityDocument = schema.ValueOf<typeof ACTIVITY>;
export const parseActivityDocument = parserOf(ACTIVITY);
