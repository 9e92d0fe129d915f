// What an operator sets about a bridge to another server, and the form of each part.
import { isIPv6 } from 'node:net';
import { AppError } from '../../base/errors.ts';
import { type Allowed, parseAllowed, toAllowedText } from '../registry/talkgroup-ranges.ts';

export interface BridgeRecord {
  /** Lower-case; never all digits, so that it is no peer id. */
  readonly name: string;
  /** An IP address or a host name. */
  readonly host: string;
  readonly port: number;
  /** Network id of this master for the other server, 32 bits. */
  readonly network: number;
  /** The same on both servers; stored in plain text, since the seal needs it. */
  readonly key: string;
  /** Talkgroups that go to the other server. */
  readonly sends: Allowed;
  /** Talkgroups that are accepted from it. */
  readonly takes: Allowed;
  /** Whether calls go on between it and the other bridges that relay. */
  readonly relay: boolean;
}

const MAX_NETWORK = 0xffff_ffff;
const NOTHING = 'none';

const rejected = (text: string, what: string, allowed: string): AppError =>
  new AppError('invalid-value', `${JSON.stringify(text)} is no ${what}; allowed: ${allowed}.`);

/** @throws AppError invalid-value */
export const parseBridgeName = (text: string): string => {
  if (/^(?=.{1,32}$)[a-z0-9-]*[a-z][a-z0-9-]*$/.test(text) && !text.startsWith('-')) return text;
  throw rejected(text, 'name of a bridge', '1 to 32 small letters, digits and dashes, with a letter');
};

/**
 * @param text `HOST:PORT`, an IPv6 address in brackets
 * @throws AppError invalid-value
 */
export const parseBridgeAddress = (text: string): Pick<BridgeRecord, 'host' | 'port'> => {
  const found = /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9A-Za-z.-]{1,253})):([0-9]{1,5})$/.exec(text);
  const [, sixth, plain = '', digits] = found ?? [];
  const host = sixth ?? plain;
  const port = Number(digits);
  const isHost = sixth === undefined ? /^[0-9A-Za-z]/.test(host) : isIPv6(host);
  if (isHost && port >= 1 && port <= 65_535) return { host, port };
  throw rejected(text, 'address', 'HOST:PORT, with IPv6 [ADDRESS]:PORT');
};

export const toBridgeAddress = ({ host, port }: Pick<BridgeRecord, 'host' | 'port'>): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** @throws AppError invalid-value */
export const parseNetwork = (text: string): number => {
  const network = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
  if (network >= 1 && network <= MAX_NETWORK) return network;
  throw rejected(text, 'network id', `digits, 1 to ${MAX_NETWORK}`);
};

/**
 * Outer blanks are removed, since a file ends with one. The error does not repeat the key, which is a secret.
 * @throws AppError invalid-value
 */
export const parseBridgeKey = (text: string): string => {
  const key = text.trim();
  if (/^[\x20-\x7e]{4,64}$/.test(key)) return key;
  throw new AppError('invalid-value', 'That is no key; allowed: 4 to 64 printable ASCII characters.');
};

/**
 * @param text `none`, `all`, or numbers and ranges
 * @throws AppError invalid-value
 */
export const parseBridgedTalkgroups = (text: string): Allowed => (text === NOTHING ? [] : parseAllowed(text));

export const toBridgedText = (allowed: Allowed): string => (allowed?.length === 0 ? NOTHING : toAllowedText(allowed));
