// Every stream that is running or has just ended, by who speaks to whom: tells loops from new transmissions.
import type { Burst } from '../homebrew/burst.ts';
import type { Stream } from './model.ts';

/** Source and destination of a call. */
type Ends = Pick<Burst, 'source' | 'destination'> & { readonly group: boolean };

export interface StreamRegister {
  /** Streams of the same radio to the same destination from any origin, running or last heard within 30 s. */
  recent(burst: Burst): readonly Stream[];
  running(): Iterable<Stream>;
  /** Adds a stream, in place of the one that ended first when there are too many; false when all of them run. */
  add(stream: Stream): boolean;
  /** Moves a stream to the ended ones. */
  retire(stream: Stream, nowSeconds: number): void;
  /** Removes ended streams that were last heard long ago. */
  forget(nowSeconds: number): void;
  size(): number;
}

const RETENTION_SECONDS = 30;
const MAX_STREAMS = 50_000;

const NONE: readonly Stream[] = [];

/** 49 bits. */
const toKey = ({ source, destination, group }: Ends): number =>
  (source * 0x100_0000 + destination) * 2 + (group ? 1 : 0);

export const createStreamRegister = ({ max = MAX_STREAMS } = {}): StreamRegister => {
  const running = new Set<Stream>();
  // In order of their end.
  const ended = new Map<Stream, number>();
  const recent = new Map<number, readonly Stream[]>();

  const remove = (stream: Stream): void => {
    ended.delete(stream);
    const key = toKey(stream);
    const others = (recent.get(key) ?? NONE).filter((one) => one !== stream);
    if (others.length === 0) recent.delete(key);
    else recent.set(key, others);
  };

  return {
    recent: ({ source, destination, call }) =>
      recent.get(toKey({ source, destination, group: call === 'group' })) ?? NONE,
    running: () => running,
    add: (stream) => {
      if (running.size + ended.size >= max) {
        const [first] = ended.keys();
        if (first === undefined) return false;
        remove(first);
      }
      running.add(stream);
      const key = toKey(stream);
      recent.set(key, [...(recent.get(key) ?? NONE), stream]);
      return true;
    },
    retire: (stream, nowSeconds) => {
      running.delete(stream);
      ended.set(stream, nowSeconds + RETENTION_SECONDS);
    },
    forget: (nowSeconds) => {
      for (const [stream, untilSeconds] of ended) {
        if (untilSeconds > nowSeconds) return;
        // A stuck button transmits after it was cut, and may be heard elsewhere as well.
        if (stream.lastAtSeconds + RETENTION_SECONDS > nowSeconds) {
          ended.delete(stream);
          ended.set(stream, stream.lastAtSeconds + RETENTION_SECONDS);
          continue;
        }
        remove(stream);
      }
    },
    size: () => running.size + ended.size,
  };
};
