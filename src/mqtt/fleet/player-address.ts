// Validates player addresses reported by the broker.
import { isIP } from 'node:net';

/** A player has one URL for each of its addresses. */
const MAX_ADDRESSES = 16;
const MAX_ADDRESS_LENGTH = 200;

/**
 * Anyone who may publish on the broker can set the address, and privileged requests go there: from a player in
 * whose name it is fetched, from an operator who pushes to it. So only the origin of a web server is accepted,
 * `http://192.0.2.7:8080`: no host name, no path, no query, no user. Undefined when invalid.
 */
const toPlayerOrigin = (address: string): string | undefined => {
  if (address.length > MAX_ADDRESS_LENGTH || !URL.canParse(address)) return undefined;
  const { protocol, hostname, origin } = new URL(address);
  return protocol === 'http:' && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ? origin : undefined;
};

/** The valid origins of a list, without duplicates. */
export const toPlayerOrigins = (addresses: readonly string[]): readonly string[] => {
  const origins = addresses.slice(0, MAX_ADDRESSES).flatMap((address) => toPlayerOrigin(address) ?? []);
  return [...new Set(origins)];
};
