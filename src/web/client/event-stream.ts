// Event stream from the device; reconnects by itself.
import {
  API,
  ApiError,
  type Clip,
  call,
  type PageSettings,
  type Pictures,
  type Position,
  type Transport,
} from './api.ts';
import { createStore } from './store.ts';

/** `login`: the device wants its token. */
export type Link = 'connecting' | 'open' | 'lost' | 'login';

export interface PlayPosition extends Position {
  /** When it was there, on the browser's clock. */
  readonly atMs: number;
}

const NOWHERE: Transport = {
  clipId: 'splash',
  number: 0,
  state: 'stopped',
  positionSeconds: 0,
  outSeconds: 0,
  speed: 1,
  loops: false,
  playerRunning: true,
};

export const link = createStore<Link>('connecting');
export const clips = createStore<readonly Clip[]>([]);
/** Files that become clips when they have been examined. */
export const coming = createStore<readonly Clip[]>([]);
export const transport = createStore<Transport>(NOWHERE);
export const place = createStore<PlayPosition>({ clipId: 'splash', positionSeconds: 0, atMs: 0 });
/** What the device has set for all its pages. */
export const settings = createStore<PageSettings>({ safeLock: false });
export const pictures = createStore<Readonly<Record<string, Pictures>>>({});

const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 2000;
/** A cable that was pulled ends no connection: the device is asked whether it is there. */
const POLL_INTERVAL_MS = 5000;
/** Nor does it end one that is being opened: that one is given up, as the way may be another by now. */
const OPEN_TIMEOUT_MS = 8000;

/** How often the channel has told of each: what was asked before and answered after may be older than what was told. */
const received = { clips: 0, transport: 0 };
const MAX_ATTEMPTS = 5;

let source: EventSource | undefined;
let pauseMs = MIN_BACKOFF_MS;
let timer = 0;

const applyPosition = ({ clipId, positionSeconds }: Position): void =>
  place.set({ clipId, positionSeconds, atMs: performance.now() });

export const applyTransport = (next: Transport): void => {
  applyPosition(next);
  transport.set(next);
};

/** Clips that are as they were stay the same objects, so that only the tiles of others are drawn again. */
const applyClips = (next: readonly Clip[]): void => {
  const known = new Map(clips.get().map((clip) => [clip.id, clip] as const));
  clips.set(
    next.map((clip) => {
      const before = known.get(clip.id);
      return before !== undefined && JSON.stringify(before) === JSON.stringify(clip) ? before : clip;
    }),
  );
};

const applyClipList = (list: readonly Clip[]): void => {
  applyClips(list.filter(({ examining }) => !examining));
  const files = list.filter(({ examining }) => examining);
  if (files.length + coming.get().length > 0) coming.set(files);
};

/** Asks the device until the channel tells nothing in between; without an answer the channel has the last word. */
const retry = async <Value>(
  channel: keyof typeof received,
  request: () => Promise<Value>,
  apply: (value: Value) => void,
): Promise<void> => {
  for (let asked = 0; asked < MAX_ATTEMPTS; asked += 1) {
    const before = received[channel];
    const answer = await request().catch(() => undefined);
    if (answer === undefined) return;
    if (received[channel] === before) return apply(answer);
  }
};

const isSameButMoved = (one: Transport, other: Transport): boolean =>
  JSON.stringify({ ...one, positionSeconds: 0 }) === JSON.stringify({ ...other, positionSeconds: 0 });

/**
 * Shows at once what the device answers to an action. When the channel told something else meanwhile, nobody knows which of the two is
 * newer: the device is asked.
 */
export const applyTransportOf = async (action: () => Promise<Transport>): Promise<void> => {
  const before = received.transport;
  const answer = await action();
  if (received.transport === before) return applyTransport(answer);
  if (isSameButMoved(answer, transport.get())) return;
  await retry('transport', () => call('get', '/transport'), applyTransport);
};

/** Likewise of a clip that was moved or changed, so that the next action goes on from there. */
export const applyClipOf = async (action: () => Promise<Clip>): Promise<void> => {
  const before = received.clips;
  const answer = await action();
  if (received.clips === before) return applyClip(answer);
  if (JSON.stringify(answer) === JSON.stringify(clipById(clips.get(), answer.id))) return;
  await retry('clips', () => call('get', '/clips'), applyClipList);
};

const applyClip = (moved: Clip): void => {
  const rest = clips.get().filter(({ id }) => id !== moved.id);
  const next = [...rest.slice(0, moved.number), moved, ...rest.slice(moved.number)];
  applyClips(next.map((clip, number) => (clip.number === number ? clip : { ...clip, number })));
};

const listen = <Value>(to: EventSource, name: string, apply: (value: Value) => void): void => {
  to.addEventListener(name, (event) => apply(JSON.parse((event as MessageEvent<string>).data) as Value));
};

/** Opens the channel, now and whenever it is lost. */
export const connect = (): void => {
  clearTimeout(timer);
  source?.close();
  const fresh = new EventSource(`${API}/events`);
  source = fresh;
  const opening = window.setTimeout(() => {
    if (fresh === source) void lose();
  }, OPEN_TIMEOUT_MS);
  timer = opening;
  listen<readonly Clip[]>(fresh, 'clips', (next) => {
    received.clips += 1;
    applyClipList(next);
  });
  listen<Transport>(fresh, 'transport', (next) => {
    received.transport += 1;
    applyTransport(next);
    clearTimeout(opening);
    pauseMs = MIN_BACKOFF_MS;
    link.set('open');
  });
  listen<Position>(fresh, 'position', applyPosition);
  listen<PageSettings>(fresh, 'settings', settings.set);
  listen<Record<string, Pictures>>(fresh, 'pictures', (next) => pictures.set({ ...pictures.get(), ...next }));
  fresh.addEventListener('error', () => {
    if (fresh === source) void lose();
  });
};

const lose = async (): Promise<void> => {
  source?.close();
  source = undefined;
  if (link.get() !== 'login') link.set('lost');
  const found = await check();
  // Opened anew meanwhile, as somebody looks at the page again.
  if (source !== undefined) return;
  if (found === 'login') return link.set('login');
  clearTimeout(timer);
  timer = window.setTimeout(connect, pauseMs);
  pauseMs = Math.min(MAX_BACKOFF_MS, pauseMs * 1.5);
};

/** Whether the device answers; undefined when it does not, or not soon. */
const check = async (): Promise<'well' | 'login' | undefined> => {
  try {
    await call('get', '/transport', { limitMs: POLL_INTERVAL_MS });
    return 'well';
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? 'login' : undefined;
  }
};

/** Looks after the channel for as long as the page is open. */
export const watch = (): void => {
  connect();
  setInterval(async () => {
    if (link.get() !== 'open') return;
    const asked = source;
    if ((await check()) !== 'well' && asked === source) void lose();
  }, POLL_INTERVAL_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && link.get() === 'lost') connect();
  });
};

/** Where the picture is now, as far as can be told between two reports. */
export const nowSeconds = (): number => {
  const { positionSeconds, atMs } = place.get();
  const { state, speed, outSeconds } = transport.get();
  if (state !== 'playing' || link.get() !== 'open') return positionSeconds;
  return Math.max(0, Math.min(outSeconds, positionSeconds + ((performance.now() - atMs) / 1000) * speed));
};

export const clipById = (list: readonly Clip[], id: string): Clip | undefined => list.find((clip) => clip.id === id);
