// Rejects replayed bridge traffic.
// Clients that reuse stream ids send identical headers: such a header waits for the next burst.
import type { Burst } from '../homebrew/burst.ts';

interface Screening {
  /** Bursts to accept now, in order. */
  readonly accept: readonly Buffer[];
  /** Number of bursts that turned out to be replays. */
  readonly refused: number;
}

export interface ReplayGuard {
  /** @param isRecorded true when the burst came before and no running stream waits for it */
  screen(burst: Burst, bytes: Buffer, isRecorded: boolean, nowSeconds: number): Screening;
  /** Ends waits that are over; returns the number of replays. */
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
        // A header in the middle of an over is a replay.
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
