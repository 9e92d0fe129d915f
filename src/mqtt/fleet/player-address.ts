// Validates player addresses reported by the broker.
import { isIP } from 'node:net';

/** A player has one for each of its network's addresses. */
const MAX_ADDRESSES = 16;
const MAX_ADDRESS_LENGTH = 200;

/**
 * Whoever may publish at the broker names the address, and requests with a right of their own go there: of a player in
 * whose name it is fetched from, of an operator who pushes to it. So nothing but the place of a web server is left of it,
 * `http://192.0.2.7:8080`: no name that leads elsewhere later, no path, no query, no user. Undefined: it is none.
 */
const toPlayerOrigin = (address: string): string | undefined => {
  if (address.length > MAX_ADDRESS_LENGTH || !URL.canParse(address)) return undefined;
  const { protocol, hostname, origin } = new URL(address);
  return protocol === 'http:' && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ? origin : undefined;
};

/** Those of a list that can be a player's, each once. */
export const toPlayerOrigins = (addresses: readonly string[]): readonly string[] => {
  const origins = addresses.slice(0, MAX_ADDRESSES).flatMap((address) => toPlayerOrigin(address) ?? []);
  return [...new Set(origins)];
};
