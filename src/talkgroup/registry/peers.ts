// The peers that may log in: their secrets and their rights.
import { AppError } from '../../base/errors.ts';
import type { Allowed } from './talkgroup-ranges.ts';

export interface Peer {
  readonly id: number;
  readonly callsign: string;
  /** SHA-256 of the API token, hexadecimal. */
  readonly tokenHash: string;
  /** Password of the hotspot, in plain text: the salted login needs it. */
  readonly password: string;
  /** How long a dynamic talkgroup outlives the peer's last voice on it; 0 for ever. */
  readonly expiryMinutes: number;
  readonly allowed: Allowed;
  /** `session`: the static talkgroups of its option text apply while it is logged in. */
  readonly options: 'ignore' | 'session';
}

export const STANDARD_EXPIRY_MINUTES = 15;
const MAX_EXPIRY_MINUTES = 7 * 24 * 60;
export const MAX_PEERS = 10_000;

/** How long a dynamic talkgroup of the peer outlives its last voice, in seconds; Infinity for ever. */
export const toLifeSeconds = ({ expiryMinutes }: Pick<Peer, 'expiryMinutes'>): number =>
  expiryMinutes === 0 ? Number.POSITIVE_INFINITY : expiryMinutes * 60;

export interface Peers {
  get(id: number): Peer | undefined;
  /** @throws AppError invalid-value when there is none */
  require(id: number): Peer;
  /** Ascending by id. */
  list(): readonly Peer[];
  /** @throws AppError invalid-value when it is registered already or there are 10,000 */
  add(peer: Peer): void;
  /** @throws AppError invalid-value when there is none */
  change(id: number, change: Partial<Omit<Peer, 'id'>>): Peer;
  /** @throws AppError invalid-value when there is none */
  remove(id: number): void;
}

export const createPeers = (options: { readonly peers: readonly Peer[]; readonly onChange: () => void }): Peers => {
  const byId = new Map(options.peers.map((peer) => [peer.id, peer]));

  const peers: Peers = {
    get: (id) => byId.get(id),
    require: (id) => {
      const peer = byId.get(id);
      if (peer === undefined) throw new AppError('invalid-value', `There is no peer ${id}.`);
      return peer;
    },
    list: () => [...byId.values()].sort((a, b) => a.id - b.id),
    add: (peer) => {
      if (byId.has(peer.id)) throw new AppError('invalid-value', `Peer ${peer.id} is registered already.`);
      if (byId.size >= MAX_PEERS)
        throw new AppError('invalid-value', `There are ${byId.size} peers already; allowed: up to ${MAX_PEERS}.`);
      byId.set(peer.id, peer);
      options.onChange();
    },
    change: (id, change) => {
      const peer = { ...peers.require(id), ...change };
      byId.set(id, peer);
      options.onChange();
      return peer;
    },
    remove: (id) => {
      peers.require(id);
      byId.delete(id);
      options.onChange();
    },
  };
  return peers;
};

/** @throws AppError invalid-value */
export const parseCallsign = (text: string): string => {
  const callsign = text.normalize('NFC').trim().toUpperCase();
  if (/^[\p{L}\p{N}][\p{L}\p{N} /-]{2,9}$/u.test(callsign)) return callsign;
  throw new AppError(
    'invalid-value',
    `${JSON.stringify(text)} is no callsign; allowed: 3 to 10 letters, digits, blanks, / or -.`,
  );
};

/** @throws AppError invalid-value */
export const parseExpiryMinutes = (text: string): number => {
  const minutes = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (minutes <= MAX_EXPIRY_MINUTES) return minutes;
  throw new AppError(
    'invalid-value',
    `${JSON.stringify(text)} is no expiry; allowed: 0 (never) to ${MAX_EXPIRY_MINUTES} minutes.`,
  );
};
