// Where a datagram comes from and goes to.
import { toUrlHost } from '../net/http-address.ts';

export interface Endpoint {
  /** An IP address; a dual-stack socket shows IPv4 as `::ffff:192.0.2.1`, and takes it back like that. */
  readonly address: string;
  readonly port: number;
}

const MAPPED = '::ffff:';

/** An address as people write it. */
export const toPlainAddress = (address: string): string =>
  address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;

export const isSameEndpoint = (one: Endpoint, other: Endpoint): boolean =>
  one.port === other.port && one.address === other.address;

export const toEndpointText = ({ address, port }: Endpoint): string => `${toUrlHost(toPlainAddress(address))}:${port}`;
