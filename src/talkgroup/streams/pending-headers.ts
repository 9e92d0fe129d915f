// Holds headers until the next bursts show whether they are an echo.
import type { Burst } from '../homebrew/burst.ts';
import type { Slot } from './model.ts';
import { isNext } from './over-boundary.ts';

interface WaitingHeader {
  readonly burst: Burst;
  readonly datagram: Buffer;
  readonly atSeconds: number;
}

interface WaitingHeaders {
  /** Holds the header and replaces a waiting one of the slot; true when there was one. */
  hold(slot: Slot, header: WaitingHeader): boolean;
  /** True when the header of the burst's call waits. */
  has(slot: Slot, burst: Burst): boolean;
  /** Returns this header, to be sent now. */
  release(slot: Slot, burst: Burst): WaitingHeader | undefined;
  /** Drops headers that no new voice has followed; returns their number. */
  forget(nowSeconds: number): number;
}

/** Voice follows within 60 ms, but the network may stall; after a longer stall the stream has ended for its listeners. */
const WAIT_SECONDS = 2.5;

const isOfCall = (burst: Burst, header: Burst): boolean =>
  burst.stream === header.stream &&
  burst.source === header.source &&
  burst.destination === header.destination &&
  burst.call === header.call &&
  isNext(burst, header);

export const createWaitingHeaders = (): WaitingHeaders => {
  const waiting = new Map<Slot, WaitingHeader>();
  const find = (slot: Slot, burst: Burst): WaitingHeader | undefined => {
    const header = waiting.get(slot);
    return header !== undefined && isOfCall(burst, header.burst) ? header : undefined;
  };
  return {
    hold: (slot, header) => {
      const isRepeat = waiting.delete(slot);
      waiting.set(slot, { ...header, datagram: Buffer.from(header.datagram) });
      return isRepeat;
    },
    has: (slot, burst) => find(slot, burst) !== undefined,
    release: (slot, burst) => {
      const header = find(slot, burst);
      if (header !== undefined) waiting.delete(slot);
      return header;
    },
    forget: (nowSeconds) => {
      let count = 0;
      for (const [slot, { atSeconds }] of waiting) {
        if (nowSeconds - atSeconds <= WAIT_SECONDS) return count;
        waiting.delete(slot);
        count++;
      }
      return count;
    },
  };
};
