// Rejects replayed bridge traffic.
// The header of a radio whose client uses its ids again is the same each time: it waits for what follows.
import type { Burst } from '../homebrew/burst.ts';

export interface Screening {
  /** Bursts to take now, in order. */
  readonly accept: readonly Buffer[];
  /** How many turned out to be recorded. */
  readonly refused: number;
}

export interface ReplayGuard {
  /** @param isRecorded the burst has come before, and is nothing that a running stream waits for */
  screen(burst: Burst, bytes: Buffer, isRecorded: boolean, nowSeconds: number): Screening;
  /** Gives up waiting; returns how many turned out to be recorded. */
  forget(nowSeconds: number): number;
}

interface Held {
  readonly source: number;
  readonly id: number;
  readonly sinceSeconds: number;
  /** Of the last header. */
  readonly sequence: number;
  readonly headers: readonly Buffer[];
}

/** A superframe. */
const HOLD_SECONDS = 0.36;
const MAX_HEADERS = 4;
const MAX_HELD = 512;
/** From a header to the first burst of voice that arrives. */
const MAX_STEPS = 8;

export const createReplayGuard = (): ReplayGuard => {
  /** By talkgroup. */
  const waiting = new Map<number, Held>();

  const give = (talkgroup: number): number => {
    const count = waiting.get(talkgroup)?.headers.length ?? 0;
    waiting.delete(talkgroup);
    return count;
  };

  return {
    screen: (burst, bytes, isRecorded, nowSeconds) => {
      const { destination, source, stream } = burst;
      const held = waiting.get(destination);
      const goesOn = held?.source === source && held.id === stream && nowSeconds - held.sinceSeconds <= HOLD_SECONDS;
      const headers = goesOn ? held.headers : [];
      const refused = goesOn ? 0 : give(destination);
      if (!isRecorded) {
        waiting.delete(destination);
        // A header from the middle of an over is a recorded one.
        const leads = ((burst.sequence - (held?.sequence ?? 0)) & 0xff) <= MAX_STEPS;
        return leads
          ? { accept: [...headers, bytes], refused }
          : { accept: [bytes], refused: refused + headers.length };
      }
      if (burst.content !== 'header' || headers.length >= MAX_HEADERS || waiting.size >= MAX_HELD)
        return { accept: [], refused: refused + 1 };
      const sinceSeconds = goesOn ? held.sinceSeconds : nowSeconds;
      waiting.set(destination, {
        ...{ source, id: stream, sinceSeconds, sequence: burst.sequence },
        headers: [...headers, Buffer.from(bytes)],
      });
      return { accept: [], refused };
    },

    forget: (nowSeconds) => {
      let refused = 0;
      for (const [talkgroup, { sinceSeconds }] of waiting)
        if (nowSeconds - sinceSeconds > HOLD_SECONDS) refused += give(talkgroup);
      return refused;
    },
  };
};
