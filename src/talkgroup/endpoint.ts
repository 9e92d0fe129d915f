// Where a datagram comes from and goes to.
import { toUrlHost } from '../net/http-address.ts';

export interface Endpoint {
  /** An IP address; a dual-stack socket reads and writes IPv4 as `::ffff:192.0.2.1`. */
  readonly address: string;
  readonly port: number;
}

const MAPPED = '::ffff:';

/** An address in its usual form. */
export const toPlainAddress = (address: string): string =>
  address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;

export const isSameEndpoint = (one: Endpoint, other: Endpoint): boolean =>
  one.port === other.port && one.address === other.address;

export const toEndpointText = ({ address, port }: Endpoint): string => `${toUrlHost(toPlainAddress(address))}:${port}`;
