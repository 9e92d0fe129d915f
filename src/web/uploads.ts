// Uploads: one file after the other, each with its progress; what was cancelled or cut off goes on where it was.
import { ApiError, call, toApiError, toUrl } from './api.ts';
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

let lastId = 0;
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
    const isCancelled = uploads.get().find(({ id }) => id === upload.id)?.state === 'cancelled';
    if (!isCancelled) change(upload.id, { state: 'failed', trouble: error instanceof Error ? error.message : '' });
  } finally {
    current = undefined;
    void next();
  }
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
    request.open('PUT', toUrl('/uploads/{name}', { name: file.name }));
    if (file.size > 0) request.setRequestHeader('Content-Range', `bytes ${from}-${file.size - 1}/${file.size}`);
    request.upload.addEventListener('progress', ({ loaded }) => {
      const now = performance.now();
      marks.push({ atMs: now, bytes: loaded });
      while (marks.length > 2 && now - (marks[0]?.atMs ?? 0) > WINDOW_MS) marks.shift();
      const first = marks[0];
      const ms = first === undefined ? 0 : now - first.atMs;
      const bytesPerSecond = first === undefined || ms < 200 ? 0 : ((loaded - first.bytes) / ms) * 1000;
      change(id, { sentBytes: from + loaded, ...(bytesPerSecond > 0 && { bytesPerSecond }) });
    });
    request.upload.addEventListener('load', () => change(id, { state: 'checking', sentBytes: file.size }));
    request.addEventListener('load', () => {
      if (request.status < 300) resolve();
      else reject(toApiError(request.status, request.responseText));
    });
    request.addEventListener('error', () => reject(new Error('The connection to the player was lost.')));
    request.addEventListener('abort', () => reject(new Error('Cancelled.')));
    request.send(from === 0 ? file : file.slice(from));
  });
