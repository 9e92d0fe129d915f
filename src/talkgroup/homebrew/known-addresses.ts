// Addresses from which a peer has authenticated; abuse from there does not lock it out.
import { toHolder } from '../rate-limit.ts';
import { MAX_PEERS } from '../registry/peers.ts';

interface KnownAddresses {
  has(peer: number, address: string): boolean;
  record(peer: number, address: string): void;
}

/** At home, at work, on the road. */
const MAX_ADDRESSES = 4;

/** Remembers the last four addresses of each of the 10,000 peers that logged in last. */
export const createKnownAddresses = (): KnownAddresses => {
  const places = new Map<number, readonly string[]>();
  return {
    has: (peer, address) => places.get(peer)?.includes(toHolder(address)) ?? false,
    record: (peer, address) => {
      const holder = toHolder(address);
      const others = (places.get(peer) ?? []).filter((place) => place !== holder);
      places.delete(peer);
      places.set(peer, [holder, ...others].slice(0, MAX_ADDRESSES));
      const [oldest] = places.keys();
      if (places.size > MAX_PEERS && oldest !== undefined) places.delete(oldest);
    },
  };
};
