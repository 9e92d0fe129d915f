// Every stream that is running or has just ended, by its id: tells late bursts and loops from new transmissions.
import type { Stream } from './stream.ts';

export interface StreamRegister {
  /** Running or just ended. */
  get(id: number): Stream | undefined;
  running(): Iterable<Stream>;
  /** False when there are too many. */
  add(stream: Stream): boolean;
  /** Moves a stream to the ended ones. */
  retire(stream: Stream, nowSeconds: number): void;
  /** Forgets what has ended long enough ago. */
  forget(nowSeconds: number): void;
  size(): number;
}

const REMEMBERED_SECONDS = 30;
const MOST_STREAMS = 50_000;

export const createStreamRegister = (): StreamRegister => {
  const running = new Map<number, Stream>();
  // In the order they ended.
  const ended = new Map<number, { readonly stream: Stream; readonly untilSeconds: number }>();

  return {
    get: (id) => running.get(id) ?? ended.get(id)?.stream,
    running: () => running.values(),
    add: (stream) => {
      if (running.size + ended.size >= MOST_STREAMS) return false;
      running.set(stream.id, stream);
      return true;
    },
    retire: (stream, nowSeconds) => {
      running.delete(stream.id);
      ended.set(stream.id, { stream, untilSeconds: nowSeconds + REMEMBERED_SECONDS });
    },
    forget: (nowSeconds) => {
      for (const [id, { untilSeconds }] of ended) {
        if (untilSeconds > nowSeconds) return;
        ended.delete(id);
      }
    },
    size: () => running.size + ended.size,
  };
};
