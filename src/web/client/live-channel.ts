// An event source that comes back: it is opened again whenever it breaks, and a dead network, which ends no connection, is found by asking.
import { createStore, type Store } from './store.ts';

/** `login`: the daemon requires its token. */
export type Link = 'connecting' | 'open' | 'lost' | 'login';

interface LiveChannel {
  readonly link: Store<Link>;
  /** Opens the channel, and again whenever it is lost. */
  connect(): void;
  /** Watches the channel while the page is open. */
  watch(): void;
}

const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 2000;
/** A pulled cable ends no connection, so the daemon is polled. */
const POLL_INTERVAL_MS = 5000;
/** Nor does it end a connection attempt, which is given up, since the route may have changed. */
const OPEN_TIMEOUT_MS = 8000;

export const createLiveChannel = ({
  url,
  listen,
  check,
}: {
  readonly url: string;
  /** Adds listeners to a new source; the event that completes the page calls `onOpen`. */
  readonly listen: (source: EventSource, onOpen: () => void) => void;
  /** The state of the daemon; undefined when it does not answer in time. */
  readonly check: (timeoutMs: number) => Promise<'well' | 'login' | undefined>;
}): LiveChannel => {
  const link = createStore<Link>('connecting');
  let source: EventSource | undefined;
  let pauseMs = MIN_BACKOFF_MS;
  let timer = 0;

  const connect = (): void => {
    clearTimeout(timer);
    source?.close();
    const fresh = new EventSource(url);
    source = fresh;
    const opening = window.setTimeout(() => {
      if (fresh === source) void lose();
    }, OPEN_TIMEOUT_MS);
    timer = opening;
    listen(fresh, () => {
      clearTimeout(opening);
      pauseMs = MIN_BACKOFF_MS;
      link.set('open');
    });
    fresh.addEventListener('error', () => {
      if (fresh === source) void lose();
    });
  };

  const lose = async (): Promise<void> => {
    source?.close();
    source = undefined;
    if (link.get() !== 'login') link.set('lost');
    const found = await check(POLL_INTERVAL_MS);
    // Reopened meanwhile, because the page became visible.
    if (source !== undefined) return;
    if (found === 'login') return link.set('login');
    clearTimeout(timer);
    timer = window.setTimeout(connect, pauseMs);
    pauseMs = Math.min(MAX_BACKOFF_MS, pauseMs * 1.5);
  };

  const watch = (): void => {
    connect();
    setInterval(async () => {
      if (link.get() !== 'open') return;
      const asked = source;
      if ((await check(POLL_INTERVAL_MS)) !== 'well' && asked === source) void lose();
    }, POLL_INTERVAL_MS);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && link.get() === 'lost') connect();
    });
  };

  return { link, connect, watch };
};

/** Passes on the data of each event of that name. */
export const listenTo = <Value>(source: EventSource, name: string, apply: (value: Value) => void): void =>
  source.addEventListener(name, (event) => apply(JSON.parse((event as MessageEvent<string>).data) as Value));
