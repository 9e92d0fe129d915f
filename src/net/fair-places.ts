// Limits shared connections in total and per address; an address with many is evicted first.
import { isIPv6 } from 'node:net';

interface Holder {
  /** IP address; empty without one. */
  readonly address: string;
  /** True while nothing is in progress here; absent: never idle. */
  readonly isIdle?: () => boolean;
  /** Called once, when the place is given to another client. */
  readonly evict: () => void;
}

export interface Place {
  /** Marks the place as just used. */
  touch(): void;
  /** Marks the holder as trusted: untrusted clients cannot evict it. */
  trust(): void;
  /** Releases the place; may be called again. */
  leave(): void;
}

interface Seat extends Holder {
  readonly network: string;
  isTrusted: boolean;
  /** Sequence number of the last use. */
  usedAt: number;
}

type Newcomer = Pick<Seat, 'address' | 'network'>;

/** With IPv6 the owner of an address has its whole /64. */
export const toNetwork = (address: string): string => {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain) || plain.startsWith('::ffff:')) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head.split(':').filter((group) => group !== '');
  const back = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
};

const countBy = (seats: readonly Seat[], toKey: (seat: Seat) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const seat of seats) counts.set(toKey(seat), (counts.get(toKey(seat)) ?? 0) + 1);
  return counts;
};

/**
 * The oldest idle seat of the network with most seats. That of another network is only taken when it holds more than the newcomer, and two
 * more when the seat is busy; of the same network only idle ones.
 */
const findSeat = (seats: readonly Seat[], newcomer: Newcomer | undefined): Seat | undefined => {
  const networks = countBy(seats, ({ network }) => network);
  const addresses = countBy(seats, ({ address }) => address);
  const mayGo = (seat: Seat): boolean => {
    if (newcomer === undefined) return true;
    if (seat.address === newcomer.address) return isIdle(seat);
    const [counts, key] =
      seat.network === newcomer.network ? ([addresses, 'address'] as const) : ([networks, 'network'] as const);
    const held = counts.get(seat[key]) ?? 0;
    return held >= (counts.get(newcomer[key]) ?? 0) + (isIdle(seat) ? 1 : 2);
  };
  const toRank = (seat: Seat): readonly number[] => [
    networks.get(seat.network) ?? 0,
    addresses.get(seat.address) ?? 0,
    isIdle(seat) ? 1 : 0,
    -seat.usedAt,
  ];
  let found: { readonly seat: Seat; readonly rank: readonly number[] } | undefined;
  for (const seat of seats) {
    if (!mayGo(seat)) continue;
    const rank = toRank(seat);
    if (found === undefined || isAbove(rank, found.rank)) found = { seat, rank };
  }
  return found?.seat;
};

const isIdle = (seat: Seat): boolean => seat.isIdle?.() ?? false;

const isAbove = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
};

export class ConnectionPlaces {
  readonly #max: number;
  readonly #maxPerAddress: number;
  readonly #seats = new Set<Seat>();
  #uses = 0;

  /** @param deps.maxPerAddress at most `max`, which is the default */
  constructor(deps: { readonly max: number; readonly maxPerAddress?: number }) {
    this.#max = deps.max;
    this.#maxPerAddress = deps.maxPerAddress ?? deps.max;
  }

  /** Number of taken places. */
  get size(): number {
    return this.#seats.size;
  }

  /**
   * Takes a place, if needed by evicting another client.
   * @param isTrusted true when the token was shown
   * @returns undefined when there is no place for this address
   */
  acquire(holder: Holder, isTrusted = false): Place | undefined {
    const newcomer = { ...holder, network: toNetwork(holder.address) };
    if (this.#maxPerAddress < this.#max) {
      const ofSameAddress = [...this.#seats].filter(({ address }) => address === holder.address);
      if (ofSameAddress.length >= this.#maxPerAddress && !this.#free(findSeat(ofSameAddress, newcomer)))
        return undefined;
    }
    if (this.#seats.size >= this.#max && !this.#free(this.#findFor(newcomer, isTrusted))) return undefined;
    const seat: Seat = { ...newcomer, isTrusted, usedAt: this.#next() };
    this.#seats.add(seat);
    return {
      touch: () => {
        seat.usedAt = this.#next();
      },
      trust: () => {
        seat.isTrusted = true;
      },
      leave: () => {
        this.#seats.delete(seat);
      },
    };
  }

  #next(): number {
    this.#uses += 1;
    return this.#uses;
  }

  #findFor(newcomer: Newcomer, isTrusted: boolean): Seat | undefined {
    const seats = [...this.#seats];
    const untrusted = seats.filter((seat) => !seat.isTrusted);
    if (!isTrusted) return findSeat(untrusted, newcomer);
    return (
      findSeat(untrusted, undefined) ??
      findSeat(
        seats.filter((seat) => seat.isTrusted),
        newcomer,
      )
    );
  }

  #free(seat: Seat | undefined): boolean {
    if (seat === undefined) return false;
    this.#seats.delete(seat);
    seat.evict();
    return true;
  }
}
