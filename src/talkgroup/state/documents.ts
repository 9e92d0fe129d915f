// On-disk documents: peers, bridges, catalogue, activity.

import { AppError } from '../../base/errors.ts';
import type { BridgeRecord } from '../openbridge/bridge-record.ts';
import type { Talkgroup } from '../registry/catalogue.ts';
import type { Peer } from '../registry/peers.ts';
import type { Allowed, TalkgroupRange } from '../registry/talkgroup-ranges.ts';
import type { Timeslot } from '../timeslot.ts';
import { parseBoolean, parseCount, parseList, parseOneOf, parseShape, parseString } from './shape.ts';

export interface PeersDocument {
  readonly peers: readonly Peer[];
}

export interface BridgesDocument {
  readonly bridges: readonly BridgeRecord[];
}

export interface CatalogueDocument {
  readonly talkgroups: readonly Talkgroup[];
}

/** A subscription as it outlives a restart. */
export interface StoredSubscription {
  readonly talkgroup: number;
  readonly timeslot: Timeslot;
  readonly source: 'static' | 'disabled' | 'dynamic';
  /** Seconds since 1970; absent for never. */
  readonly endsAt?: number;
}

/** What is known of a peer from its logins. */
export interface StoredPresence {
  readonly peer: number;
  readonly simplex: boolean;
  /** Seconds since 1970. */
  readonly seenAt: number;
  /** Where it was logged in from when this was written; absent when it was not. */
  readonly endpoint?: { readonly address: string; readonly port: number };
}

export interface ActivityDocument {
  readonly subscriptions: readonly (readonly [peer: number, list: readonly StoredSubscription[]])[];
  readonly presences: readonly StoredPresence[];
}

const parseRange = (value: unknown): TalkgroupRange => {
  const [first, last] = parseList(value, 'a range');
  return [parseCount(first, 'a range'), parseCount(last, 'a range')];
};

const parseRanges = (value: unknown, what: string): Allowed =>
  value === undefined ? undefined : parseList(value, what).map(parseRange);

const parseTokenHash = (value: unknown): string => {
  const hash = parseString(value, 'tokenHash');
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new AppError('invalid-value', 'tokenHash is no SHA-256.');
};

const parsePeer = (value: unknown): Peer => {
  const peer = parseShape(value, 'a peer');
  return {
    id: parseCount(peer.id, 'id'),
    callsign: parseString(peer.callsign, 'callsign'),
    tokenHash: parseTokenHash(peer.tokenHash),
    password: parseString(peer.password, 'password'),
    expiryMinutes: parseCount(peer.expiryMinutes, 'expiryMinutes'),
    allowed: parseRanges(peer.allowed, 'allowed'),
    options: parseOneOf(peer.options, ['ignore', 'session'], 'options'),
  };
};

/** @throws AppError invalid-value when it is not of this shape */
export const parsePeersDocument = (value: unknown): PeersDocument => ({
  peers: parseList(parseShape(value, 'the document').peers, 'peers').map(parsePeer),
});

const parseBridge = (value: unknown): BridgeRecord => {
  const bridge = parseShape(value, 'a bridge');
  return {
    name: parseString(bridge.name, 'name'),
    host: parseString(bridge.host, 'host'),
    port: parseCount(bridge.port, 'port'),
    network: parseCount(bridge.network, 'network'),
    key: parseString(bridge.key, 'key'),
    sends: parseRanges(bridge.sends, 'sends'),
    takes: parseRanges(bridge.takes, 'takes'),
    relay: parseBoolean(bridge.relay, 'relay'),
  };
};

/** @throws AppError invalid-value when it is not of this shape */
export const parseBridgesDocument = (value: unknown): BridgesDocument => ({
  bridges: parseList(parseShape(value, 'the document').bridges, 'bridges').map(parseBridge),
});

const parseTalkgroup = (value: unknown): Talkgroup => {
  const talkgroup = parseShape(value, 'a talkgroup');
  return {
    number: parseCount(talkgroup.number, 'number'),
    name: parseString(talkgroup.name, 'name'),
    enabled: parseBoolean(talkgroup.enabled, 'enabled'),
  };
};

/** @throws AppError invalid-value when it is not of this shape */
export const parseCatalogueDocument = (value: unknown): CatalogueDocument => ({
  talkgroups: parseList(parseShape(value, 'the document').talkgroups, 'talkgroups').map(parseTalkgroup),
});

const parseSubscription = (value: unknown): StoredSubscription => {
  const one = parseShape(value, 'a subscription');
  const source = parseOneOf(one.source, ['static', 'disabled', 'dynamic'], 'source');
  return {
    talkgroup: parseCount(one.talkgroup, 'talkgroup'),
    timeslot: parseCount(one.timeslot, 'timeslot') === 1 ? 1 : 2,
    source,
    ...(one.endsAt === undefined ? {} : { endsAt: parseCount(one.endsAt, 'endsAt') }),
  };
};

const parsePresence = (value: unknown): StoredPresence => {
  const presence = parseShape(value, 'a presence');
  const endpoint = presence.endpoint === undefined ? undefined : parseShape(presence.endpoint, 'endpoint');
  return {
    peer: parseCount(presence.peer, 'peer'),
    simplex: parseBoolean(presence.simplex, 'simplex'),
    seenAt: parseCount(presence.seenAt, 'seenAt'),
    ...(endpoint === undefined
      ? {}
      : {
          endpoint: {
            address: parseString(endpoint.address, 'address'),
            port: parseCount(endpoint.port, 'port'),
          },
        }),
  };
};

/** @throws AppError invalid-value when it is not of this shape */
export const parseActivityDocument = (value: unknown): ActivityDocument => {
  const document = parseShape(value, 'the document');
  return {
    subscriptions: parseList(document.subscriptions, 'subscriptions').map((entry) => {
      const [peer, list] = parseList(entry, 'subscriptions of a peer');
      return [parseCount(peer, 'peer'), parseList(list, 'subscriptions of a peer').map(parseSubscription)] as const;
    }),
    presences: parseList(document.presences, 'presences').map(parsePresence),
  };
};
