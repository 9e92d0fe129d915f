// Tells a transmission that comes from a bridge for the first time from one that is known: a loop, or a recording.
import type { Burst } from '../homebrew/burst.ts';
import type { BridgeEnd } from '../streams/link.ts';
import type { Stream } from '../streams/stream.ts';
import type { StreamRegister } from '../streams/stream-register.ts';

export interface LoopGuard {
  /** A transmission has begun, wherever it came from. */
  began(stream: Stream): void;
  ended(stream: Stream): void;
  /** What is wrong with a burst of a bridge. */
  judge(bridge: BridgeEnd, burst: Burst, nowSeconds: number): 'loop' | 'replayed' | undefined;
}

/** The register knows a stream for 30 s after its end; these are known until as many others have ended. */
const MOST_ENDED = 20_000;
const MOST_RADIOS = 5000;
/** A radio does not speak on one talkgroup from two places within this time: longer than any way round. */
const TWIN_SECONDS = 1;

const forgetOldest = (kept: Map<number, unknown> | Set<number>, most: number): void => {
  if (kept.size <= most) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
};

export const createLoopGuard = ({ register }: { readonly register: StreamRegister }): LoopGuard => {
  const ended = new Set<number>();
  const latest = new Map<number, Stream>();

  /** A server on the way may give streams new ids: the same radio on the same talkgroup, from elsewhere. */
  const hasTwin = (bridge: BridgeEnd, burst: Burst, nowSeconds: number): boolean => {
    const twin = latest.get(burst.source);
    return (
      twin !== undefined &&
      twin.origin.bridge !== bridge &&
      twin.destination === burst.destination &&
      nowSeconds - twin.lastAtSeconds <= TWIN_SECONDS
    );
  };

  return {
    began: (stream) => {
      latest.delete(stream.source);
      latest.set(stream.source, stream);
      forgetOldest(latest, MOST_RADIOS);
    },
    ended: ({ id }) => {
      ended.add(id);
      forgetOldest(ended, MOST_ENDED);
    },
    judge: (bridge, burst, nowSeconds) => {
      const known = register.get(burst.stream);
      if (known !== undefined) return known.origin.bridge === bridge ? undefined : 'loop';
      if (ended.has(burst.stream)) return 'replayed';
      return hasTwin(bridge, burst, nowSeconds) ? 'loop' : undefined;
    },
  };
};
