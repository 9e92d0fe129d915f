// Event stream from the device; reconnects by itself.
import {
  API,
  ApiError,
  type Clip,
  type Conversion,
  call,
  type ListIndex,
  type Loudness,
  type PageSettings,
  type Pictures,
  type Playability,
  type Position,
  type Transport,
} from './api.ts';
import { createLiveChannel, listenTo } from './live-channel.ts';
import { createStore, type Store } from './store.ts';

interface PlayPosition extends Position {
  /** Time of the position, on the browser's clock. */
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
  fade: { to: 'picture', level: 1 },
  volumePercent: 100,
  muted: false,
  overlay: { kind: 'none' },
  standby: null,
  listId: null,
  itemId: null,
  next: null,
  waiting: null,
  listRemainingSeconds: null,
};

export const clips = createStore<readonly Clip[]>([]);
/** Files that become clips after their probe. */
export const coming = createStore<readonly Clip[]>([]);
export const transport = createStore<Transport>(NOWHERE);
const place = createStore<PlayPosition>({
  clipId: 'splash',
  positionSeconds: 0,
  waitRemainingSeconds: null,
  fadeLevel: 1,
  atMs: 0,
});
/** Settings of the device for all its pages. */
export const settings = createStore<PageSettings>({ safeLock: false });
/** Whether each clip plays smoothly here, by its id. */
export const playability = createStore<Readonly<Record<string, Playability>>>({});
/** How loud each clip is, by its id. */
export const loudness = createStore<Readonly<Record<string, Loudness>>>({});
export const pictures = createStore<Readonly<Record<string, Pictures>>>({});
export const conversions = createStore<Readonly<Record<string, Conversion>>>({});

/** Every list without its items; undefined until the player has told. */
export const lists = createStore<ListIndex | undefined>(undefined);

/** Number of events of each kind: an answer to a request from before an event may be older than the event. */
const received = { clips: 0, transport: 0 };
const MAX_ATTEMPTS = 5;

const applyPosition = (next: Position): void => place.set({ ...next, atMs: performance.now() });

const applyTransport = (next: Transport): void => {
  const { clipId, positionSeconds, waiting, fade } = next;
  const waitRemainingSeconds = waiting?.remainingSeconds ?? null;
  applyPosition({ clipId, positionSeconds, waitRemainingSeconds, fadeLevel: fade.level });
  transport.set(next);
};

/** They have their own events, and change by themselves. */
const withoutVerdict = ({ playability: _verdict, loudness: _loudness, ...clip }: Clip): Clip => clip;

/** Unchanged clips stay the same objects, so that only changed tiles are rendered again. */
const applyClips = (next: readonly Clip[]): void => {
  const known = new Map(clips.get().map((clip) => [clip.id, clip] as const));
  clips.set(
    next.map(withoutVerdict).map((clip) => {
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

/** Repeats a request until no event came during it; without an answer the events count. */
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

const toUnmoved = (transport: Transport): string =>
  JSON.stringify({
    ...transport,
    positionSeconds: 0,
    listRemainingSeconds: 0,
    waiting: transport.waiting && { ...transport.waiting, remainingSeconds: 0 },
  });

const isSameButMoved = (one: Transport, other: Transport): boolean => toUnmoved(one) === toUnmoved(other);

/**
 * Applies the answer to an action at once. When an event came meanwhile, it is unknown which of the two is
 * newer, so the device is queried.
 */
export const applyTransportOf = async (action: () => Promise<Transport>): Promise<void> => {
  const before = received.transport;
  const answer = await action();
  if (received.transport === before) return applyTransport(answer);
  if (isSameButMoved(answer, transport.get())) return;
  await retry('transport', () => call('get', '/transport'), applyTransport);
};

/** Likewise for a moved or changed clip, so that the next action starts from there. */
export const applyClipOf = async (action: () => Promise<Clip>): Promise<void> => {
  const before = received.clips;
  const answer = withoutVerdict(await action());
  if (received.clips === before) return applyClip(answer);
  if (JSON.stringify(answer) === JSON.stringify(clipById(clips.get(), answer.id))) return;
  await retry('clips', () => call('get', '/clips'), applyClipList);
};

const applyClip = (moved: Clip): void => {
  const rest = clips.get().filter(({ id }) => id !== moved.id);
  const next = [...rest.slice(0, moved.number), moved, ...rest.slice(moved.number)];
  applyClips(next.map((clip, number) => (clip.number === number ? clip : { ...clip, number })));
};

/** The state of the device; undefined when it does not answer in time. */
const check = async (limitMs: number): Promise<'well' | 'login' | undefined> => {
  try {
    await call('get', '/transport', { limitMs });
    return 'well';
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? 'login' : undefined;
  }
};

const adding =
  <Facts>(store: Store<Readonly<Record<string, Facts>>>) =>
  (next: Readonly<Record<string, Facts>>): void =>
    store.set({ ...store.get(), ...next });

export const { link, connect, watch } = createLiveChannel({
  url: `${API}/events`,
  check,
  listen: (source, onOpen) => {
    listenTo<readonly Clip[]>(source, 'clips', (next) => {
      received.clips += 1;
      applyClipList(next);
    });
    listenTo<Transport>(source, 'transport', (next) => {
      received.transport += 1;
      applyTransport(next);
      onOpen();
    });
    listenTo<Position>(source, 'position', applyPosition);
    listenTo<PageSettings>(source, 'settings', settings.set);
    listenTo(source, 'playability', adding(playability));
    listenTo(source, 'loudness', adding(loudness));
    listenTo<Record<string, Conversion>>(source, 'conversions', conversions.set);
    listenTo<ListIndex>(source, 'lists', lists.set);
    listenTo(source, 'pictures', adding(pictures));
  },
});

/** The current position, extrapolated between two events. */
export const nowSeconds = (): number => {
  const { positionSeconds, atMs } = place.get();
  const { state, speed, outSeconds } = transport.get();
  if (state !== 'playing' || link.get() !== 'open') return positionSeconds;
  return Math.max(0, Math.min(outSeconds, positionSeconds + ((performance.now() - atMs) / 1000) * speed));
};

/** What remains of the wait that runs, extrapolated between two events; 0 without one. */
export const waitSeconds = (): number => {
  const { waitRemainingSeconds, atMs } = place.get();
  if (waitRemainingSeconds === null || link.get() !== 'open') return waitRemainingSeconds ?? 0;
  return Math.max(0, waitRemainingSeconds - (performance.now() - atMs) / 1000);
};

/** Of the fade over whatever plays: 0 is black, 1 the whole picture and sound. */
export const fadeLevel = (): number => place.get().fadeLevel;

export const clipById = (list: readonly Clip[], id: string): Clip | undefined => list.find((clip) => clip.id === id);
