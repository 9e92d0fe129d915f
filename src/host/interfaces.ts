// The addresses a device can be reached at.
import type { NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** fe80::/10: valid only on its link, and only with the name of the interface. */
const isLinkLocal = (address: string): boolean => /^fe[89ab]/i.test(address);

const addressOf = (infos: readonly NetworkInterfaceInfo[]): string | undefined =>
  (
    infos.find(({ family }) => family === 'IPv4') ??
    infos.find(({ family, address }) => family === 'IPv6' && !isLinkLocal(address))
  )?.address;

/**
 * Maps every interface that is up and not loopback to its first IPv4 address, else to its first IPv6 address that is not link-local.
 * @param found result of os.networkInterfaces(), which lists only interfaces that are up
 */
export const toAddresses = (found: ReturnType<typeof networkInterfaces>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(found).flatMap(([name, infos = []]) => {
      const address = addressOf(infos.filter(({ internal }) => !internal));
      return address === undefined ? [] : [[name, address]];
    }),
  );

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
