// Limits the memory that the bodies, or the answers, of all clients take together: who holds most gives way.
import { toNetwork } from './fair-places.ts';

interface Holder {
  /** IP address; empty without one. */
  readonly address: string;
  /** Called once, when the memory is needed by others. */
  readonly evict: () => void;
}

export interface Share {
  /** Counts bytes as they come; may evict this holder or another one. */
  add(bytes: number): void;
  /** May be called again. */
  leave(): void;
}

interface Seat extends Holder {
  readonly network: string;
  bytes: number;
}

export class MemoryRoom {
  readonly #maxBytes: number;
  readonly #seats = new Set<Seat>();
  #bytes = 0;

  constructor(deps: { readonly maxBytes: number }) {
    this.#maxBytes = deps.maxBytes;
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  enter(holder: Holder): Share {
    const seat: Seat = { ...holder, network: toNetwork(holder.address), bytes: 0 };
    this.#seats.add(seat);
    return {
      add: (bytes) => {
        if (!this.#seats.has(seat)) return;
        seat.bytes += bytes;
        this.#bytes += bytes;
        this.#makeRoom();
      },
      leave: () => this.#remove(seat),
    };
  }

  #remove(seat: Seat): void {
    if (this.#seats.delete(seat)) this.#bytes -= seat.bytes;
  }

  /** One that is alone may take more: there is nobody to spare it for. */
  #makeRoom(): void {
    while (this.#bytes > this.#maxBytes && this.#seats.size > 1) {
      const seat = this.#findGreediest();
      if (seat === undefined) return;
      this.#remove(seat);
      seat.evict();
    }
  }

  /** The largest share of the network that holds most; the oldest of equals. */
  #findGreediest(): Seat | undefined {
    const held = new Map<string, number>();
    for (const { network, bytes } of this.#seats) held.set(network, (held.get(network) ?? 0) + bytes);
    let found: Seat | undefined;
    for (const seat of this.#seats) {
      const [more, most] = [held.get(seat.network) ?? 0, held.get(found?.network ?? '') ?? 0];
      if (found === undefined || more > most || (more === most && seat.bytes > found.bytes)) found = seat;
    }
    return found;
  }
}
