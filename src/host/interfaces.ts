// The addresses a device can be reached at.
import type { NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** fe80::/10 and 169.254.0.0/16: assigned by the device itself, valid only on its link. */
const isLinkLocal = (address: string): boolean => /^(fe[89ab]|169\.254\.)/i.test(address);

/** A device with a fixed address may have 169.254.x.x before it. An fe80 address needs the interface's name and is never shown. */
const addressOf = (infos: readonly NetworkInterfaceInfo[]): string | undefined => {
  const reached = infos.filter(({ address }) => !isLinkLocal(address));
  const isIpv4 = ({ family }: NetworkInterfaceInfo): boolean => family === 'IPv4';
  return (reached.find(isIpv4) ?? reached[0] ?? infos.find(isIpv4))?.address;
};

/**
 * Maps every interface that is up and not loopback to its first IPv4 address, else to its first IPv6 address, else to its
 * link-local IPv4 address. Interfaces with only the latter come last, so that the first address is one that others reach.
 * @param found result of os.networkInterfaces(), which lists only interfaces that are up
 */
export const toAddresses = (found: ReturnType<typeof networkInterfaces>): Readonly<Record<string, string>> => {
  const addresses = Object.entries(found).flatMap(([name, infos = []]): [string, string][] => {
    const address = addressOf(infos.filter(({ internal }) => !internal));
    return address === undefined ? [] : [[name, address]];
  });
  return Object.fromEntries([
    ...addresses.filter(([, address]) => !isLinkLocal(address)),
    ...addresses.filter(([, address]) => isLinkLocal(address)),
  ]);
};

/** How long a reading is cached: it takes a tenth of the time of a whole answer. */
const FRESH_SECONDS = 1;

/**
 * The addresses, at most a second old; older when the kernel cannot tell, as without a free descriptor.
 * @param nowSeconds a monotonic clock
 */
export const createAddressBook = (
  ask: () => ReturnType<typeof networkInterfaces>,
  nowSeconds: () => number,
): (() => Readonly<Record<string, string>>) => {
  let known: { readonly at: number; readonly addresses: Readonly<Record<string, string>> } | undefined;
  const read = (): Readonly<Record<string, string>> => {
    try {
      return toAddresses(ask());
    } catch {
      return known?.addresses ?? {};
    }
  };
  return () => {
    const now = nowSeconds();
    if (known === undefined || now - known.at >= FRESH_SECONDS) known = { at: now, addresses: read() };
    return known.addresses;
  };
};
