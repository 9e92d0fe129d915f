// Fixed IPv4 addresses that a device may have in its network.
import { isIPv4 } from 'node:net';

const BITS = /^([1-9]|[12]\d|3[0-2])$/;
/** From this prefix length on there is no network and no broadcast address (RFC 3021). */
const POINT_TO_POINT_BITS = 31;
const LOOPBACK = 127;
const FIRST_MULTICAST = 224;

/** @param value as `192.168.1.50/24`; false also for the network and the broadcast address */
export const isDeviceAddress = (value: string): boolean => {
  const [address = '', bits = '', ...more] = value.split('/');
  if (more.length > 0 || !isIPv4(address) || !BITS.test(bits)) return false;
  const parts = address.split('.').map(Number);
  const [first = 0] = parts;
  if (first === 0 || first === LOOPBACK || first >= FIRST_MULTICAST) return false;
  const hosts = 2 ** (32 - Number(bits));
  const host = parts.reduce((sum, part) => sum * 256 + part, 0) % hosts;
  return Number(bits) >= POINT_TO_POINT_BITS || (host > 0 && host < hosts - 1);
};
