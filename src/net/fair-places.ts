// Limits shared connections in total and per address; an address with many is evicted first.
import { isIPv6 } from 'node:net';

export interface Holder {
  /** IP address; empty when it has none. */
  readonly address: string;
  /** Whether nothing is under way at this place; absent: something always is. */
  readonly isIdle?: () => boolean;
  /** Called once, when the place has gone to another. */
  readonly evict: () => void;
}

export interface Place {
  /** Its holder has done something: others are the oldest now. */
  touch(): void;
  /** Its holder has shown a token: it gives way to nobody who has not. */
  trust(): void;
  /** Harmless when it is left already. */
  leave(): void;
}

interface Seat extends Holder {
  readonly network: string;
  isTrusted: boolean;
  /** Counts up. */
  usedAt: number;
}

type Newcomer = Pick<Seat, 'address' | 'network'>;

/** Whoever has one address of IPv6 has the others of its /64, too. */
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
 * The oldest idle seat of the greediest. Another's seat has to be of somebody who holds more than the newcomer, and two
 * more when something is under way there; of one's own, only idle ones go.
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

  /** @param parts.maxPerAddress at most `most`, which it is when absent */
  constructor(deps: { readonly max: number; readonly maxPerAddress?: number }) {
    this.#max = deps.max;
    this.#maxPerAddress = deps.maxPerAddress ?? deps.max;
  }

  /** How many are taken. */
  get size(): number {
    return this.#seats.size;
  }

  /**
   * Takes a place, another's if need be.
   * @param isTrusted whether the token was shown
   * @returns undefined when there is none for this address
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
