// Uploads: one file after the other, each with its progress; what was cancelled goes on where it was, what was cut off by itself.
import { ApiError, call, toApiError, toUrl } from './api.ts';
import { link } from './live.ts';
import { createStore } from './store.ts';

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'checking' | 'cancelled' | 'failed' | 'done';
  readonly sentBytes: number;
  readonly bytesPerSecond: number;
  /** The server's reason. */
  readonly trouble?: string;
}

export const uploads = createStore<readonly Upload[]>([]);

const DONE_MS = 4000;
/** The speed is that of the last seconds. */
const WINDOW_MS = 3000;

/** A cable that was pulled ends no request: no byte went for so long. */
const STALLED_MS = 20_000;
const AGAIN_MS = 2000;
/** Tries that get no byte further before it is left to the operator. */
const MOST_TRIES = 5;

/** The connection went; nothing was refused. */
class CutError extends Error {}
const LOST = 'The connection to the player was lost.';
const LOST_ANSWER = 'The connection was lost when all was sent: see whether the clip is in the list.';

let lastId = 0;
/** Of uploads that were cut off: where, and how often there. */
const cuts = new Map<number, { readonly at: number; readonly times: number }>();
let current: { readonly id: number; readonly request: XMLHttpRequest } | undefined;

const change = (id: number, to: Partial<Upload>): void =>
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));

export const addFiles = (files: Iterable<File>): void => {
  const fresh = [...files].map((file): Upload => {
    lastId += 1;
    return { id: lastId, file, state: 'waiting', sentBytes: 0, bytesPerSecond: 0 };
  });
  uploads.set([...uploads.get(), ...fresh]);
  void next();
};

export const cancel = (id: number): void => {
  change(id, { state: 'cancelled', bytesPerSecond: 0 });
  if (current?.id === id) current.request.abort();
};

export const resume = (id: number): void => {
  const upload = uploads.get().find((entry) => entry.id === id);
  if (upload === undefined) return;
  const { trouble: _trouble, ...rest } = upload;
  uploads.set(uploads.get().map((entry) => (entry.id === id ? { ...rest, state: 'waiting' } : entry)));
  void next();
};

/** Takes it off the page, and what has arrived off the device. */
export const discard = (id: number): void => {
  const upload = uploads.get().find((entry) => entry.id === id);
  uploads.set(uploads.get().filter((entry) => entry.id !== id));
  if (upload === undefined || upload.sentBytes === 0 || upload.state === 'done') return;
  void call('delete', '/uploads/{name}', { path: { name: upload.file.name } }).catch(() => undefined);
};

const next = async (): Promise<void> => {
  if (current !== undefined) return;
  const upload = uploads.get().find(({ state }) => state === 'waiting');
  if (upload === undefined) return;
  const request = new XMLHttpRequest();
  current = { id: upload.id, request };
  change(upload.id, { state: 'sending' });
  try {
    await send(upload, request, await arrivedBytes(upload.file));
    change(upload.id, { state: 'done', sentBytes: upload.file.size });
    setTimeout(() => uploads.set(uploads.get().filter(({ id }) => id !== upload.id)), DONE_MS);
  } catch (error) {
    const state = uploads.get().find(({ id }) => id === upload.id)?.state;
    if (state === 'cancelled') return;
    // Sent again, it would be there twice: the answer is what got lost, perhaps.
    const isAllSent = isCut(error) && state === 'checking';
    const trouble = isAllSent ? LOST_ANSWER : error instanceof Error ? error.message : '';
    change(upload.id, { state: 'failed', trouble });
    if (isCut(error) && !isAllSent) goOnLater(upload.id);
  } finally {
    current = undefined;
    void next();
  }
};

const isCut = (error: unknown): boolean =>
  error instanceof CutError || (error instanceof ApiError && error.status === 0);

/** Goes on as soon as the player is there, unless the operator did something about it. */
const goOnLater = (id: number): void => {
  const at = uploads.get().find((entry) => entry.id === id)?.sentBytes ?? 0;
  const before = cuts.get(id);
  const times = before?.at === at ? before.times + 1 : 1;
  cuts.set(id, { at, times });
  if (times > MOST_TRIES) return;
  const timer = setInterval(() => {
    if (link.get() === 'lost') return;
    clearInterval(timer);
    if (uploads.get().find((entry) => entry.id === id)?.state === 'failed') resume(id);
  }, AGAIN_MS);
};

/** What the device has of the file already. */
const arrivedBytes = async (file: File): Promise<number> => {
  try {
    const { receivedBytes, totalBytes } = await call('get', '/uploads/{name}', { path: { name: file.name } });
    return totalBytes === file.size ? receivedBytes : 0;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 0;
    throw error;
  }
};

const send = ({ id, file }: Upload, request: XMLHttpRequest, from: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const marks: { readonly atMs: number; readonly bytes: number }[] = [];
    const fail = (error: Error): void => {
      clearTimeout(stalled);
      reject(error);
    };
    const giveUp = (): void => {
      fail(new CutError(LOST));
      request.abort();
    };
    let stalled = window.setTimeout(giveUp, STALLED_MS);
    request.open('PUT', toUrl('/uploads/{name}', { name: file.name }));
    if (file.size > 0) request.setRequestHeader('Content-Range', `bytes ${from}-${file.size - 1}/${file.size}`);
    request.upload.addEventListener('progress', ({ loaded }) => {
      const now = performance.now();
      clearTimeout(stalled);
      stalled = window.setTimeout(giveUp, STALLED_MS);
      marks.push({ atMs: now, bytes: loaded });
      while (marks.length > 2 && now - (marks[0]?.atMs ?? 0) > WINDOW_MS) marks.shift();
      const first = marks[0];
      const ms = first === undefined ? 0 : now - first.atMs;
      const bytesPerSecond = first === undefined || ms < 200 ? 0 : ((loaded - first.bytes) / ms) * 1000;
      change(id, { sentBytes: from + loaded, ...(bytesPerSecond > 0 && { bytesPerSecond }) });
    });
    request.upload.addEventListener('load', () => {
      clearTimeout(stalled);
      change(id, { state: 'checking', sentBytes: file.size });
    });
    request.addEventListener('load', () => {
      clearTimeout(stalled);
      if (request.status < 300) resolve();
      else reject(toApiError(request.status, request.responseText));
    });
    request.addEventListener('error', () => fail(new CutError(LOST)));
    request.addEventListener('abort', () => fail(new Error('Cancelled.')));
    request.send(from === 0 ? file : file.slice(from));
  });
